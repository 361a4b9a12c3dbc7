#include "xenotime/scheduler/sim/pending_set.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(PendingSetTest, GivesTheLowestFirst) {
  PendingSet set;
  for (uint32_t p : {4095u, 64u, 63u, 0u, 64u}) set.Add(PcpuId(p));
  std::vector<uint32_t> order;
  while (!set.empty()) order.push_back(set.TakeLowest().value());
  EXPECT_EQ(order, (std::vector<uint32_t>{0, 63, 64, 4095}));
}

TEST(PendingSetTest, RemovesAndClears) {
  PendingSet set;
  set.Add(PcpuId(64));
  set.Add(PcpuId(65));
  set.Remove(PcpuId(64));
  set.Remove(PcpuId(3));
  EXPECT_EQ(set.Lowest(), PcpuId(65));
  set.Add(PcpuId(129));
  set.Clear();
  EXPECT_TRUE(set.empty());
}

}  // namespace
}  // namespace xenotime
