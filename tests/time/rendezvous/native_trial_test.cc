// Real threads: signs and exact zeros, never sizes.

#include "xenotime/time/rendezvous/native_trial.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/time/averages.h"
#include "xenotime/time/host_cores.h"
#include "xenotime/time/rendezvous/trial_series.h"

namespace xenotime {
namespace {

const TrialSeries& Find(const NativeTrial& trial, const std::string& subject) {
  return *SeriesOf(trial.series, subject);
}

TEST(NativeTrialTest, WhatIsNotWrittenIsNotSkewedAndSlavesAreLeftBehind) {
  if (AllowedCores().size() < 2) GTEST_SKIP() << "there is one core only";
  const auto trial = RunNativeTrial({.cpus = 2, .samples = 40});
  ASSERT_TRUE(trial.ok()) << trial.status();
  for (const char* subject : {"f", "control", "barrier"}) {
    for (const int64_t skew : Find(*trial, subject).skew) EXPECT_EQ(skew, 0);
  }
  EXPECT_LT(MedianOf(Find(*trial, "a").skew), 0);
  EXPECT_LT(MedianOf(Find(*trial, "none").skew), 0);
  EXPECT_GT(trial->line_ticks, 0);
  for (const TrialSeries& series : trial->series) {
    EXPECT_EQ(static_cast<int64_t>(series.skew.size()) + series.disturbed, 40);
    for (const int64_t cost : series.cost) EXPECT_GT(cost, 0);
  }
}

TEST(NativeTrialTest, SpinnersWithoutACoreEachAreRefused) {
  const auto trial = RunNativeTrial(
      {.cpus = static_cast<uint32_t>(AllowedCores().size()) + 1});
  ASSERT_FALSE(trial.ok());
  EXPECT_NE(trial.status().message().find("a core of its own"),
            std::string::npos)
      << trial.status();
  EXPECT_FALSE(RunNativeTrial({.cpus = 1}).ok());
  EXPECT_FALSE(RunNativeTrial({.cpus = 2, .samples = 0}).ok());
}

}  // namespace
}  // namespace xenotime
