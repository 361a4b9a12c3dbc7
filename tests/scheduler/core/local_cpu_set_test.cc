#include "xenotime/scheduler/core/local_cpu_set.h"

#include <cstdint>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

LocalCpuSet Part(const CpuSet& set, WordRange range) {
  return LocalCpuSet(range, [&set](uint32_t i) { return set.Word(i); });
}

TEST(LocalCpuSetTest, HasTheMembersOfItsRangeOnly) {
  CpuSet set(4096);
  for (uint32_t p : {3u, 130u, 190u, 4000u}) set.Add(PcpuId(p));
  const LocalCpuSet part = Part(set, {2, 3});
  EXPECT_TRUE(part.Contains(PcpuId(130)));
  EXPECT_FALSE(part.Contains(PcpuId(131)));
  EXPECT_EQ(part.Cyclic(PcpuId(130)), PcpuId(190));
  EXPECT_EQ(part.Cyclic(PcpuId(190)), PcpuId(130));
  EXPECT_EQ(part.Cyclic(PcpuId(3)), PcpuId(130));
  EXPECT_EQ(part.Cyclic(PcpuId(4000)), PcpuId(130));
  EXPECT_EQ(part.Cyclic(PcpuId::None()), PcpuId(130));
}

TEST(LocalCpuSetTest, IsEmptyWhenAllAreRemoved) {
  LocalCpuSet set({1, 2}, [](uint32_t) { return uint64_t{0}; });
  EXPECT_TRUE(set.empty());
  set.Add(PcpuId(70));
  EXPECT_FALSE(set.empty());
  EXPECT_EQ(set.TestOrCyclic(PcpuId(70)), PcpuId(70));
  EXPECT_EQ(set.TestOrCyclic(PcpuId(71)), PcpuId(70));
  set.Remove(PcpuId(70));
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.Cyclic(PcpuId(70)), PcpuId::None());
}

TEST(LocalCpuSetTest, ScansAsASetOfTheWholeMachineDoes) {
  Rng rng(1, "local set");
  for (int i = 0; i < 2000; ++i) {
    CpuSet set(300);
    const WordRange range = {static_cast<uint32_t>(rng.Between(0, 2)),
                             static_cast<uint32_t>(rng.Between(3, 5))};
    for (int64_t n = rng.Between(0, 6); n > 0; --n) {
      const auto p = static_cast<uint32_t>(rng.Between(0, 299));
      if (p / 64 >= range.first && p / 64 < range.end) set.Add(PcpuId(p));
    }
    const PcpuId after(static_cast<uint32_t>(rng.Between(0, 299)));
    EXPECT_EQ(Part(set, range).Cyclic(after), set.Cyclic(after));
  }
}

}  // namespace
}  // namespace xenotime
