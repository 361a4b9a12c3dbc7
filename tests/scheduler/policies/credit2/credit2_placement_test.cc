// Where vCPUs are put (credit2.md, sections 9.4 and 9.5).

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit2/credit2_rig.h"

namespace xenotime {
namespace {

constexpr TopologyShape kTwoSockets{.sockets = 2, .cores = 4};

// The example of section 9.5.
TEST(Credit2Placement, ANewVcpuAvoidsTheRunQueueOfItsInitialPcpu) {
  const Credit2Rig rig(kTwoSockets, 5);
  const std::vector<uint32_t> homes = {rig.Home(0), rig.Home(1), rig.Home(2),
                                       rig.Home(3), rig.Home(4)};
  EXPECT_EQ(homes, (std::vector<uint32_t>{5, 1, 6, 2, 7}));
  EXPECT_EQ(rig.Load(0, "b_avgload"), 2 * 131'072);
  EXPECT_EQ(rig.Load(1, "b_avgload"), 3 * 131'072);
}

TEST(Credit2Placement, WithOneRunQueueItStaysOnItsInitialPcpu) {
  const Credit2Rig rig({.cores = 3}, 4);
  for (uint32_t v = 0; v < 4; ++v) EXPECT_EQ(rig.Home(v), v % 3) << v;
}

TEST(Credit2Placement, MovingToAnotherRunQueueAdvancesTheBiasTwice) {
  Credit2Rig rig(kTwoSockets, 5);
  rig.Hard(1, {4, 5, 6, 7});  // the bias is 7: 4 is picked, 5 taken
  EXPECT_EQ(rig.Home(1), 5u);
  EXPECT_EQ(rig.RunqueueOf(1), 1);
  rig.Hard(0, {4, 5, 6, 7});  // within its run queue: what is picked
  EXPECT_EQ(rig.Home(0), 6u);
}

TEST(Credit2Placement, TheAverageLoadGoesWithTheUnit) {
  Credit2Rig rig(kTwoSockets, 2);
  rig.Hard(1, {4, 5, 6, 7});
  EXPECT_EQ(rig.Load(0, "b_avgload"), 0);
  EXPECT_EQ(rig.Load(1, "b_avgload"), 2 * 131'072);
}

TEST(Credit2Placement, WithSoftAffinityTheBiasOfTheLeastLoadedIsOverwritten) {
  Credit2Rig rig(kTwoSockets, 1);
  rig.Soft(0, {5, 6});
  EXPECT_EQ(rig.Home(0), 5u);
  // The bias of the first run queue is 5 now, so that it begins with 0.
  rig.AddDomain(2, 2);
  EXPECT_EQ(rig.Home(1), 6u);
  EXPECT_EQ(rig.Home(2), 0u);
}

TEST(Credit2Placement, AQueuedVcpuTakesItsLoadAlong) {
  Credit2Rig rig({.sockets = 2, .cores = 1}, 3);
  ASSERT_EQ(rig.Home(0), 1u);
  ASSERT_EQ(rig.Home(1), 1u);
  rig.Start(0);
  rig.Start(1);
  EXPECT_EQ(rig.Load(1, "load"), 2);
  rig.Hard(1, {0});
  EXPECT_EQ(rig.Load(1, "load"), 1);
  EXPECT_EQ(rig.Load(0, "load"), 1);
  rig.Drain();
  EXPECT_EQ(rig.Current(0), VcpuId(1));
}

}  // namespace
}  // namespace xenotime
