#include "xenotime/scheduler/policy/policy.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(VcpuMapTest, GrowsToHoldAVcpu) {
  VcpuMap<int> map(4);
  map.Grow(VcpuId(2));
  map[VcpuId(2)] = 7;
  map[VcpuId(0)] = 1;
  map.Grow(VcpuId(1));
  EXPECT_EQ(map[VcpuId(2)], 7);
  EXPECT_EQ(map[VcpuId(1)], 0);
}

TEST(VcpuMapTest, DoesNotMoveWithinItsCapacity) {
  VcpuMap<int> map(8);
  map.Grow(VcpuId(0));
  const int* first = &map[VcpuId(0)];
  map.Grow(VcpuId(7));
  EXPECT_EQ(&map[VcpuId(0)], first);
}

TEST(MachineViewTest, ShowsTheMachineAsItIs) {
  MachineState state(Topology({.cores = 2}), 3);
  Vcpu v;
  v.id = VcpuId(0);
  state.vcpus.push_back(&v);
  state.pcpus[1].current = VcpuId(0);
  const MachineView view(state);
  EXPECT_EQ(view.topology().pcpus(), 2u);
  EXPECT_TRUE(view.pool().empty());
  EXPECT_EQ(&view.vcpu(VcpuId(0)), &v);
  EXPECT_EQ(view.current(PcpuId(1)), VcpuId(0));
  EXPECT_FALSE(view.current(PcpuId(0)).valid());
  EXPECT_GE(view.vcpu_capacity(), 3u);
}

TEST(DecisionTest, IsIdleWithoutALimitByDefault) {
  const Decision decision;
  EXPECT_FALSE(decision.next.valid());
  EXPECT_LT(decision.slice, Duration());
  EXPECT_FALSE(decision.migrated);
}

}  // namespace
}  // namespace xenotime
