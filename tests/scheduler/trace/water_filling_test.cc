#include "xenotime/scheduler/trace/water_filling.h"

#include <algorithm>
#include <numeric>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;

constexpr int64_t kMs = 1'000'000;

// The shares of groups of one member each.
std::vector<int64_t> Fill(int64_t capacity,
                          const std::vector<WaterGroup>& groups) {
  std::vector<int64_t> shares;
  for (const auto& group : FillWater(capacity, groups)) {
    shares.insert(shares.end(), group.begin(), group.end());
  }
  return shares;
}

// Each within a rounding error of what is expected, never above it.
void ExpectShares(const std::vector<int64_t>& shares,
                  const std::vector<int64_t>& expected) {
  ASSERT_EQ(shares.size(), expected.size());
  for (size_t i = 0; i < shares.size(); ++i) {
    EXPECT_LE(shares[i], expected[i]) << i;
    EXPECT_GE(shares[i], expected[i] - 2) << i;
  }
}

TEST(FillWaterTest, WhoeverDemandsLittleGetsIt) {
  EXPECT_THAT(Fill(100 * kMs, {{.weight = 1, .demands = {10 * kMs}},
                               {.weight = 9, .demands = {30 * kMs}}}),
              ElementsAre(10 * kMs, 30 * kMs));
}

TEST(FillWaterTest, ScarceTimeIsDividedByWeight) {
  ExpectShares(Fill(90 * kMs, {{.weight = 256, .demands = {100 * kMs}},
                               {.weight = 512, .demands = {100 * kMs}}}),
               {30 * kMs, 60 * kMs});
}

TEST(FillWaterTest, WhatOneDoesNotTakeGoesToTheRestByWeight) {
  ExpectShares(Fill(100 * kMs, {{.weight = 100, .demands = {10 * kMs}},
                                {.weight = 100, .demands = {100 * kMs}},
                                {.weight = 200, .demands = {100 * kMs}}}),
               {10 * kMs, 30 * kMs, 60 * kMs});
}

TEST(FillWaterTest, ALimitHoldsForTheGroupAndFreesTheRest) {
  ExpectShares(
      Fill(100 * kMs,
           {{.weight = 256, .limit = 20 * kMs, .demands = {80 * kMs, 80 * kMs}},
            {.weight = 256, .demands = {100 * kMs}}}),
      {10 * kMs, 10 * kMs, 80 * kMs});
}

TEST(FillWaterTest, WithinALimitSmallDemandsAreMet) {
  ExpectShares(
      Fill(
          100 * kMs,
          {{.weight = 256, .limit = 20 * kMs, .demands = {5 * kMs, 80 * kMs}}}),
      {5 * kMs, 15 * kMs});
}

TEST(FillWaterTest, EveryMemberHasItsGroupsWeight) {
  ExpectShares(Fill(90 * kMs, {{.weight = 1, .demands = {90 * kMs, 90 * kMs}},
                               {.weight = 1, .demands = {90 * kMs}}}),
               {30 * kMs, 30 * kMs, 30 * kMs});
}

TEST(FillWaterTest, NothingToDivideIsNothing) {
  EXPECT_THAT(Fill(0, {{.weight = 7, .demands = {5}}}), ElementsAre(0));
  EXPECT_TRUE(FillWater(10, {}).empty());
}

TEST(FillWaterTest, NoOneGetsTooMuchAndNothingIsLeftToAnyoneWhoWantsIt) {
  Rng rng(1, "water");
  for (int round = 0; round < 300; ++round) {
    std::vector<WaterGroup> groups;
    const auto count = static_cast<size_t>(rng.Between(1, 6));
    int64_t wanted = 0;
    for (size_t g = 0; g < count; ++g) {
      WaterGroup& group = groups.emplace_back();
      group.weight = rng.Between(1, 65'535);
      if (rng.Between(0, 2) == 0) group.limit = rng.Between(0, 50 * kMs);
      int64_t sum = 0;
      for (int64_t v = rng.Between(1, 4); v > 0; --v) {
        group.demands.push_back(rng.Between(0, 100 * kMs));
        sum += group.demands.back();
      }
      wanted += group.limit < 0 ? sum : std::min(sum, group.limit);
    }
    const int64_t capacity = rng.Between(1, 300 * kMs);
    const auto shares = FillWater(capacity, groups);
    int64_t total = 0;
    for (size_t g = 0; g < count; ++g) {
      int64_t sum = 0;
      for (size_t v = 0; v < shares[g].size(); ++v) {
        EXPECT_LE(shares[g][v], groups[g].demands[v]);
        sum += shares[g][v];
      }
      if (groups[g].limit >= 0) {
        EXPECT_LE(sum, groups[g].limit);
      }
      total += sum;
    }
    EXPECT_LE(total, std::min(capacity, wanted));
    EXPECT_GE(total, std::min(capacity, wanted) - 50);
  }
}

}  // namespace
}  // namespace xenotime
