#include "xenotime/time/consequence/clock_cost.h"

#include <string>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(ClockCostTest, AStableTscIsChosenAndCheap) {
  const auto outcome = OutcomeOfWarpTest(false, {});
  ASSERT_TRUE(outcome.ok()) << outcome.status();
  EXPECT_EQ(outcome->clocksource, "tsc");
  EXPECT_EQ(outcome->read_ns, 25);
  EXPECT_EQ(outcome->throughput_permille, 952);  // 1000 / 1050
}

TEST(ClockCostTest, WithoutItEachReadingIsThreeExitsAndATwentiethIsLeft) {
  const auto outcome = OutcomeOfWarpTest(true, {});
  ASSERT_TRUE(outcome.ok()) << outcome.status();
  EXPECT_EQ(outcome->clocksource, "hpet");
  EXPECT_EQ(outcome->read_ns, 9'000);
  EXPECT_EQ(outcome->throughput_permille, 53);  // 1000 / 19000
}

TEST(ClockCostTest, AWorkloadThatReadsNoClockLosesNothing) {
  const auto outcome = OutcomeOfWarpTest(true, {.reads_per_packet = 0});
  ASSERT_TRUE(outcome.ok()) << outcome.status();
  EXPECT_EQ(outcome->throughput_permille, 1'000);
}

TEST(ClockCostTest, TheGreatestCostsDoNotOverflow) {
  constexpr int64_t kMost = 1'000'000'000;
  const auto outcome = OutcomeOfWarpTest(
      true,
      {.exits_per_read = kMost, .exit_ns = kMost, .reads_per_packet = kMost});
  ASSERT_TRUE(outcome.ok()) << outcome.status();
  EXPECT_EQ(outcome->read_ns, kMost * kMost);
  EXPECT_EQ(outcome->throughput_permille, 0);
}

TEST(ClockCostTest, WhatCannotBeIsRefused) {
  const auto error = [](const ClockCosts& costs) {
    return std::string(OutcomeOfWarpTest(true, costs).status().message());
  };
  EXPECT_EQ(error({.base_ns = 0}), "base_ns: 0; give 1..1000000000");
  EXPECT_EQ(error({.exit_ns = -1}), "exit_ns: -1; give 0..1000000000");
  EXPECT_EQ(error({.exits_per_read = 2'000'000'000}),
            "exits_per_read: 2000000000; give 0..1000000000");
}

}  // namespace
}  // namespace xenotime
