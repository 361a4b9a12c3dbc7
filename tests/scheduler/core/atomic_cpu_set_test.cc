#include "xenotime/scheduler/core/atomic_cpu_set.h"

#include <cstdint>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(AtomicCpuSetTest, AddsAndRemovesMembers) {
  AtomicCpuSet set(130);
  EXPECT_EQ(set.words(), 3u);
  set.Add(PcpuId(129));
  set.Add(PcpuId(129));
  set.Add(PcpuId(0));
  EXPECT_TRUE(set.Contains(PcpuId(129)));
  EXPECT_FALSE(set.Contains(PcpuId(128)));
  EXPECT_EQ(set.Word(2), 2u);
  set.Remove(PcpuId(129));
  set.Remove(PcpuId(129));
  EXPECT_FALSE(set.Contains(PcpuId(129)));
  EXPECT_EQ(set.Word(0), 1u);
}

TEST(AtomicCpuSetTest, IsScannedLikeACpuSet) {
  AtomicCpuSet set(130);
  for (uint32_t p : {5u, 64u, 129u}) set.Add(PcpuId(p));
  const auto word = [&](uint32_t i) { return set.Word(i); };
  EXPECT_EQ(CyclicScan(set.words(), PcpuId(5), word), PcpuId(64));
  EXPECT_EQ(CyclicScan(set.words(), PcpuId(129), word), PcpuId(5));
}

// Two threads change neighbouring members of one word; neither may undo what
// the other did.
TEST(AtomicCpuSetTest, ConcurrentChangesOfOneWordAreKept) {
  constexpr int kRounds = 20'000;
  AtomicCpuSet set(64);
  std::vector<std::thread> threads;
  std::vector<int> lost(2);
  for (uint32_t me = 0; me < 2; ++me) {
    threads.emplace_back([&set, &lost, me] {
      for (int i = 0; i < kRounds; ++i) {
        set.Add(PcpuId(me));
        if (!set.Contains(PcpuId(me))) ++lost[me];
        set.Remove(PcpuId(me));
        if (set.Contains(PcpuId(me))) ++lost[me];
      }
      set.Add(PcpuId(me));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(lost, (std::vector<int>{0, 0}));
  EXPECT_EQ(set.Word(0), 3u);
}

}  // namespace
}  // namespace xenotime
