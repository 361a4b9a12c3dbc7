#include "xenotime/time/warp_check/modelled_warp.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/presets/builtin_preset.h"
#include "xenotime/time/rendezvous/modelled_trial.h"
#include "xenotime/time/rendezvous/trial_series.h"

namespace xenotime {
namespace {

// The lock changes hands about fifty times each way.
constexpr uint64_t kTicks = 200'000;

MachineModel Core2Quad() { return BuiltinPreset("core2quad").meeting; }

WarpVerdict Check(const MachineModel& model, std::vector<int64_t> offsets,
                  uint64_t seed = 1, uint64_t ticks = kTicks) {
  const auto verdict = CheckWarpInModel(
      model, {.check = {.tsc_offsets = std::move(offsets), .ticks = ticks},
              .seed = seed});
  EXPECT_TRUE(verdict.ok()) << verdict.status();
  return *verdict;
}

int64_t Threshold(const MachineModel& model, uint32_t ahead, uint32_t behind,
                  uint64_t seed = 1) {
  const auto threshold = FindWarpThreshold(
      model, {.ahead = ahead, .behind = behind, .ticks = kTicks, .seed = seed});
  EXPECT_TRUE(threshold.ok()) << threshold.status();
  return *threshold;
}

TEST(ModelledWarpTest, TscsInStepDoNotWarpForAnySeed) {
  const MachineModel model = Core2Quad();
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(Check(model, {5, 5, 5, 5}, seed), WarpVerdict()) << seed;
  }
}

TEST(ModelledWarpTest, AWarpIsTheSkewLessTheLeastHandOver) {
  const MachineModel model = Core2Quad();
  const int64_t threshold = Threshold(model, 0, 1);
  EXPECT_EQ(Check(model, {threshold - 1, 0}).warps, 0u);
  for (const int64_t more : {0, 100, 1'000, 100'000}) {
    const WarpVerdict verdict = Check(model, {threshold + more, 0});
    EXPECT_GT(verdict.warps, 0u);
    EXPECT_EQ(verdict.max_warp, static_cast<uint64_t>(more + 1));
  }
}

TEST(ModelledWarpTest, TheThresholdOfACore2QuadIsAFewHundredCycles) {
  const MachineModel model = Core2Quad();
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(Threshold(model, 0, 1, seed), 213) << seed;
    EXPECT_EQ(Threshold(model, 1, 0, seed), 213) << seed;
    EXPECT_EQ(Threshold(model, 0, 2, seed), 285) << "the other die";
  }
}

// How many of 20 machines fail the hypervisor's test, after the last of three
// rendezvous of each form.
std::map<std::string, int> FailuresByForm(const MachineModel& model) {
  std::map<std::string, int> failures;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const auto trial =
        RunModelledTrial({.model = model, .samples = 3, .seed = seed});
    EXPECT_TRUE(trial.ok()) << trial.status();
    for (const TrialSeries& series : *trial) {
      failures[series.subject] +=
          Check(model, series.offsets.back(), seed).unstable();
    }
  }
  return failures;
}

// The pattern of 2009 (tsc_check.md, 1 and 6).
TEST(ModelledWarpTest, FormAFailsForEverySeedBIsBorderlineAndDPasses) {
  const auto failures = FailuresByForm(Core2Quad());
  EXPECT_EQ(failures.at("a"), 20);
  EXPECT_GT(failures.at("b"), 0);
  EXPECT_LT(failures.at("b"), 20);
  EXPECT_LE(failures.at("d"), 2);
  EXPECT_LE(failures.at("e"), 2);
  EXPECT_LE(failures.at("none"), 2);
}

TEST(ModelledWarpTest, OneSeedGivesOneVerdict) {
  const MachineModel model = Core2Quad();
  const std::vector<int64_t> offsets = {0, 1'000, 500, -700};
  EXPECT_EQ(Check(model, offsets, 7), Check(model, offsets, 7));
  EXPECT_NE(Check(model, offsets, 7), Check(model, offsets, 8));
}

TEST(ModelledWarpTest, ALongerTestHasMoreHandOvers) {
  const MachineModel model = Core2Quad();
  EXPECT_GT(Check(model, {1'300, 0}, 1, 10 * kTicks).warps,
            5 * Check(model, {1'300, 0}, 1, kTicks).warps);
}

TEST(ModelledWarpTest, ATestThatIsTooShortFindsNoThreshold) {
  const auto threshold = FindWarpThreshold(Core2Quad(), {.ticks = 10});
  EXPECT_EQ(threshold.status().code(), absl::StatusCode::kNotFound);
}

TEST(ModelledWarpTest, WhatCannotBeIsRefused) {
  const auto error = [](std::vector<int64_t> offsets,
                        std::vector<uint32_t> cpus, uint64_t ticks) {
    return std::string(
        CheckWarpInModel(Core2Quad(),
                         {.check = {.tsc_offsets = offsets, .ticks = ticks},
                          .cpus = std::move(cpus)})
            .status()
            .message());
  };
  const struct {
    std::string actual;
    const char* message;
  } table[] = {
      {error({0}, {}, 1), "tsc_offsets: 1 CPUs"},
      {error({0, 0, 0, 0, 0}, {}, 1), "the model has 4"},
      {error({0, 0}, {1}, 1), "cpus: 1 of them"},
      {error({0, 0}, {1, 1}, 1), "cpus: 1 is given twice"},
      {error({0, 0}, {1, 4}, 1), "cpus: 4"},
      {error({0, 2'000'000'000'000}, {}, 1), "tsc_offsets: 2000000000000"},
      {error({0, 0}, {}, 0), "ticks: 0"},
      {error({0, 0}, {}, 2'000'000'000), "ticks: 2000000000"},
  };
  for (const auto& entry : table) {
    EXPECT_NE(entry.actual.find(entry.message), std::string::npos)
        << entry.actual;
  }
  MachineModel model = Core2Quad();
  model.locked = -1;
  EXPECT_FALSE(CheckWarpInModel(model, {}).ok());
  EXPECT_FALSE(
      FindWarpThreshold(Core2Quad(), {.ahead = 1, .behind = 1, .ticks = 1})
          .ok());
}

}  // namespace
}  // namespace xenotime
