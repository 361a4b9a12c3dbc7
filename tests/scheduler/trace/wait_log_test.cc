#include "xenotime/scheduler/trace/wait_log.h"

#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(WaitLogTest, EveryVcpuGetsItsOwnSamplesInOrder) {
  WaitLog log;
  log.Add(VcpuId(1), 5);
  log.Add(VcpuId(0), 7);
  log.Add(VcpuId(1), 3);
  const std::vector<Samples> samples = log.Take(3);
  EXPECT_EQ(samples[0].values(), std::vector<int64_t>{7});
  EXPECT_EQ(samples[1].values(), (std::vector<int64_t>{5, 3}));
  EXPECT_TRUE(samples[2].empty());
  EXPECT_TRUE(log.Take(3)[1].empty());
}

TEST(WaitLogTest, LongWaitsAreKeptExactly) {
  const std::vector<int64_t> values = {
      (int64_t{1} << 32) - 2, (int64_t{1} << 32) - 1, 0, int64_t{1} << 62, 1};
  WaitLog log;
  for (int64_t value : values) log.Add(VcpuId(0), value);
  EXPECT_EQ(log.Take(1)[0].values(), values);
}

TEST(WaitLogTest, ManyBlocksAreOneSequence) {
  WaitLog log;
  constexpr int64_t kMany = 100'000;
  for (int64_t i = 0; i < kMany; ++i) {
    log.Add(VcpuId(static_cast<uint32_t>(i % 3)), i);
  }
  const std::vector<Samples> samples = log.Take(3);
  int64_t next = 2;
  for (int64_t value : samples[2].values()) {
    ASSERT_EQ(value, next);
    next += 3;
  }
  EXPECT_EQ(next, 2 + 3 * (kMany / 3));
}

}  // namespace
}  // namespace xenotime
