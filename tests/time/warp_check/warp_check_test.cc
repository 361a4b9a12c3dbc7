#include "xenotime/time/warp_check/warp_check.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/time/host_cores.h"

namespace xenotime {
namespace {

// About 20 ms of most hosts.
constexpr uint64_t kTicks = 40'000'000;

TEST(WarpCheckTest, TscsInStepDoNotWarp) {
  if (AllowedCores().size() < 2) GTEST_SKIP() << "there is one core only";
  const auto verdict =
      CheckWarpOnThreads({.tsc_offsets = {7, 7}, .ticks = kTicks});
  ASSERT_TRUE(verdict.ok()) << verdict.status();
  EXPECT_FALSE(verdict->unstable()) << "this host's own TSCs are out of step";
}

TEST(WarpCheckTest, ALargeSkewIsSeenAndBoundsTheWarp) {
  if (AllowedCores().size() < 2) GTEST_SKIP() << "there is one core only";
  constexpr int64_t kSkew = 100'000'000;
  const auto verdict =
      CheckWarpOnThreads({.tsc_offsets = {kSkew, 0}, .ticks = kTicks});
  ASSERT_TRUE(verdict.ok()) << verdict.status();
  EXPECT_TRUE(verdict->unstable());
  EXPECT_GT(verdict->max_warp, 0u);
  EXPECT_LE(verdict->max_warp, static_cast<uint64_t>(kSkew));
}

TEST(WarpCheckTest, WhatCannotBeIsRefused) {
  const auto error = [](std::vector<int64_t> offsets, uint64_t ticks) {
    return std::string(
        CheckWarpOnThreads({.tsc_offsets = std::move(offsets), .ticks = ticks})
            .status()
            .message());
  };
  EXPECT_NE(error({0}, 1).find("tsc_offsets: 1 CPUs"), std::string::npos);
  EXPECT_NE(error(std::vector<int64_t>(10'000), 1).find("10000 CPUs"),
            std::string::npos);
  if (AllowedCores().size() < 2) return;
  EXPECT_NE(error({0, 0}, 0).find("ticks: 0"), std::string::npos);
}

}  // namespace
}  // namespace xenotime
