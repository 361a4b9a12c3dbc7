#include "xenotime/scheduler/core/affinity_mask.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

CpuSet Set(std::initializer_list<uint32_t> members) {
  CpuSet set(200);
  for (uint32_t p : members) set.Add(PcpuId(p));
  return set;
}

TEST(AffinityMaskTest, EqualSetsAreOne) {
  MaskTable table(LockMode::kSingleThread);
  const AffinityMask a = table.Share(Set({1, 150}));
  const AffinityMask b = table.Share(Set({1, 150}));
  EXPECT_EQ(&static_cast<const CpuSet&>(a), &static_cast<const CpuSet&>(b));
}

TEST(AffinityMaskTest, AMaskStaysWhenManyOthersCome) {
  MaskTable table(LockMode::kSingleThread);
  const AffinityMask first = table.Share(Set({7}));
  for (uint32_t i = 0; i < 200; ++i) table.Share(Set({i, 199 - i}));
  EXPECT_EQ(CpuSet(first), Set({7}));
}

TEST(AffinityMaskTest, ReadsLikeASet) {
  MaskTable table(LockMode::kSingleThread);
  const AffinityMask mask = table.Share(Set({3, 64, 199}));
  EXPECT_TRUE(mask.Contains(PcpuId(64)));
  EXPECT_EQ(mask.size(), 3u);
  EXPECT_EQ(mask.First(), PcpuId(3));
  EXPECT_EQ(mask.Cyclic(PcpuId(199)), PcpuId(3));
  EXPECT_EQ((mask & Set({64, 65})).ToString(), "64");
  EXPECT_FALSE(mask.IsAll());
  EXPECT_TRUE(AffinityMask().empty());
}

}  // namespace
}  // namespace xenotime
