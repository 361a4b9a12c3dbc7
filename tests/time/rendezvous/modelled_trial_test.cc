#include "xenotime/time/rendezvous/modelled_trial.h"

#include <cstdint>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "xenotime/time/rendezvous/trial_series.h"

namespace xenotime {
namespace {

MachineModel FourCores() {
  MachineModel model;
  model.dies = 2;
  model.cores = 2;
  model.line_same_die = 50;
  model.line_other_die = 70;
  model.locked = 20;
  model.tsc_read = 24;
  model.tsc_write = 40;
  model.platform_read = 1'000;
  model.ipi = 3'000;
  return model;
}

std::map<std::string, TrialSeries> RunAll(const MachineModel& model,
                                          uint32_t samples = 1,
                                          uint64_t seed = 1) {
  const auto trial =
      RunModelledTrial({.model = model, .samples = samples, .seed = seed});
  EXPECT_TRUE(trial.ok()) << trial.status();
  std::map<std::string, TrialSeries> by_subject;
  for (const TrialSeries& series : *trial) by_subject[series.subject] = series;
  return by_subject;
}

// rendezvous.md, 12: what is expected of a machine without cold paths and
// noise. Three slaves wait for the line, two of them on the other die.
TEST(ModelledTrialTest, TheSkewsAreTheSumsOfTheirParts) {
  const MachineModel model = FourCores();
  const int64_t lines = model.line_same_die + 2 * model.line_other_die;
  auto trial = RunAll(model);
  EXPECT_EQ(trial["b"].spread[0], lines);
  EXPECT_EQ(trial["e"].spread[0], lines);
  EXPECT_EQ(trial["f"].spread[0], trial["e"].spread[0]) << "nothing is written";
  EXPECT_EQ(trial["a"].skew[0], -trial["a"].spread[0]) << "slaves are behind";
  // The master's barrier, store and locked operation, and the slave's write.
  EXPECT_GE(trial["a"].spread[0], lines + 2 * model.locked + model.tsc_write);
}

TEST(ModelledTrialTest, AColdExitCostsFormBButNotTheOnesWithRounds) {
  MachineModel model = FourCores();
  auto warm = RunAll(model);
  model.cold_exit = 200;
  auto cold = RunAll(model);
  EXPECT_EQ(cold["b"].spread[0], warm["b"].spread[0] + 200);
  EXPECT_EQ(cold["d"].spread[0], warm["d"].spread[0]);
  EXPECT_EQ(cold["e"].spread[0], warm["e"].spread[0]);
}

TEST(ModelledTrialTest, AnEarlySampleCostsOnlyFormA) {
  MachineModel model = FourCores();
  auto ordered = RunAll(model);
  model.tsc_lead = 300;
  auto early = RunAll(model);
  EXPECT_EQ(early["a"].spread[0], ordered["a"].spread[0] + 300);
  for (const char* form : {"b", "d", "e", "none"}) {
    EXPECT_EQ(early[form].spread[0], ordered[form].spread[0]) << form;
  }
}

TEST(ModelledTrialTest, OneSeedGivesOneResult) {
  MachineModel model = FourCores();
  model.noise = 50;
  EXPECT_EQ(RunAll(model, 20, 7)["b"].spread, RunAll(model, 20, 7)["b"].spread);
  EXPECT_NE(RunAll(model, 20, 7)["b"].spread, RunAll(model, 20, 8)["b"].spread);
}

TEST(ModelledTrialTest, WhatCannotBeIsRefused) {
  const auto error = [](const MachineModel& model, uint32_t samples = 1) {
    return std::string(RunModelledTrial({.model = model, .samples = samples})
                           .status()
                           .message());
  };
  MachineModel model = FourCores();
  EXPECT_EQ(error(model, 0), "no samples; give at least 1");
  model.tsc_read = -1;
  EXPECT_NE(error(model).find("tsc_read: -1 cycles"), std::string::npos);
  model = FourCores();
  model.line_other_die = 0;
  EXPECT_NE(error(model).find("line_other_die: it is 0"), std::string::npos);
  model.cores = 0;
  EXPECT_NE(error(model).find("topology: 0"), std::string::npos);
  EXPECT_NE(error(MachineModel()).find("nobody to meet"), std::string::npos);
}

}  // namespace
}  // namespace xenotime
