// The replenishment queue, its timer, and the timer's home.

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/rtds/rtds_rig.h"

namespace xenotime {
namespace {

using Pcpus = std::vector<uint32_t>;
constexpr int A = 0, B = 1;

// The example of rtds.md, section 9.
TEST(RtdsReplenishmentTest, TheExampleOfTheSpecification) {
  RtdsRig rig(1, 2);
  rig.RealTime(A, 10, 4);
  rig.RealTime(B, 20, 12);
  rig.Up(A);
  rig.Up(B);
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(10));
  EXPECT_EQ(rig.Deadline(B), RtdsRig::Ms(20));
  Switched decision = rig.Decide(0);
  EXPECT_EQ(decision.next, VcpuId(A));
  EXPECT_EQ(decision.slice_end, RtdsRig::Ms(4));
  EXPECT_EQ(rig.TimerDeadline(), RtdsRig::Ms(10));

  rig.At(4);
  decision = rig.Decide(0);
  EXPECT_EQ(decision.next, VcpuId(B));
  EXPECT_EQ(decision.slice_end, RtdsRig::Ms(16));
  // Depleted, and tickles all the same: one useless decision.
  EXPECT_TRUE(rig.Depleted(A));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  EXPECT_FALSE(rig.Decide(0).changed());

  rig.At(10);
  rig.FireTimer();
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(20));
  EXPECT_EQ(rig.Budget(A), Milliseconds(4));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});  // equal deadlines
  EXPECT_EQ(rig.TimerDeadline(), RtdsRig::Ms(20));

  rig.At(16);
  decision = rig.Decide(0);
  EXPECT_EQ(decision.next, VcpuId(A));
  EXPECT_EQ(decision.slice_end, RtdsRig::Ms(20));
  rig.Drain();

  rig.At(20);
  rig.FireTimer();
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(30));
  EXPECT_EQ(rig.Deadline(B), RtdsRig::Ms(40));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
  decision = rig.Decide(0);  // the slice timer's
  EXPECT_FALSE(decision.changed());
  EXPECT_EQ(decision.slice_end, RtdsRig::Ms(24));
}

// Its last sentence.
TEST(RtdsReplenishmentTest, WithExtratimeALowerLevelLosesUntilItsRenewal) {
  RtdsRig rig(1, 2);
  rig.RealTime(A, 10, 4, true);
  rig.RealTime(B, 20, 8, true);
  rig.Start(A);
  rig.Start(B);
  rig.At(4);
  rig.Decide(0);
  rig.Drain();
  EXPECT_EQ(rig.Where(B), 0);
  rig.At(10);
  rig.FireTimer();
  rig.Drain();  // A, of level 0 again, is not strictly higher than B
  EXPECT_EQ(rig.Where(B), 0);
  rig.At(12);
  rig.Decide(0);
  rig.Drain();
  EXPECT_EQ(rig.Level(B), 1);
  EXPECT_EQ(rig.Where(A), 0);
  rig.At(14);
  rig.Decide(0);
  EXPECT_EQ(rig.Where(A), 0);
}

TEST(RtdsReplenishmentTest, ARenewedVcpuPreemptsALaterDeadline) {
  RtdsRig rig(1, 2);
  rig.RealTime(A, 10, 2);
  rig.RealTime(B, 50, 40);
  rig.Start(A);
  rig.Start(B);
  rig.At(2);
  rig.Decide(0);
  rig.Drain();
  rig.At(10);
  rig.FireTimer();
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  EXPECT_EQ(rig.Decide(0).next, VcpuId(A));
}

TEST(RtdsReplenishmentTest, ARenewedRunningVcpuGivesWayToAnEarlierDeadline) {
  RtdsRig rig(1, 2);
  rig.RealTime(A, 10, 9);
  rig.RealTime(B, 15, 5);
  rig.Start(A);
  rig.Start(B);
  ASSERT_EQ(rig.Where(A), 0);
  rig.At(10);
  rig.FireTimer();  // A: 20, B still 15
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  EXPECT_EQ(rig.Decide(0).next, VcpuId(B));
}

TEST(RtdsReplenishmentTest, ALowerLevelIsRenewedOnlyAfterThoseBeforeIt) {
  RtdsRig rig(2, 2);
  rig.RealTime(A, 10, 2, true);
  rig.RealTime(B, 30, 20);
  rig.Start(A);
  rig.Start(B);
  // A is inserted anew with level 1: behind B, although its deadline is nearer.
  rig.At(2);
  rig.Decide(0);
  ASSERT_EQ(rig.Level(A), 1);
  rig.engine.Pause(rig.On(0), VcpuId(A));
  rig.Drain();
  rig.engine.Unpause(rig.On(0), VcpuId(A));
  rig.Drain();
  EXPECT_EQ(rig.TimerDeadline(), RtdsRig::Ms(30));
  rig.At(30);
  rig.FireTimer();
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(40));
  EXPECT_EQ(rig.Deadline(B), RtdsRig::Ms(60));
}

TEST(RtdsReplenishmentTest, ARenewedRunningVcpuKeepsItsOldSlice) {
  RtdsRig rig(1, 1);
  rig.RealTime(A, 10, 6);
  rig.Start(A);
  rig.At(1);
  rig.Block(A);
  rig.Drain();
  rig.At(8);
  rig.Signal(A);
  EXPECT_EQ(rig.Decide(0).slice_end, RtdsRig::Ms(13));
  rig.At(10);
  rig.FireTimer();
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
  rig.At(13);  // of the new 6 ms 3 are used
  EXPECT_EQ(rig.Decide(0).slice_end, RtdsRig::Ms(16));
}

TEST(RtdsReplenishmentTest, TheTimerFollowsTheFirstOfTheQueue) {
  RtdsRig rig(2, 2);
  rig.RealTime(A, 20, 4);
  rig.RealTime(B, 10, 4);
  rig.Start(A);
  EXPECT_EQ(rig.TimerDeadline(), RtdsRig::Ms(20));
  rig.Start(B);
  EXPECT_EQ(rig.TimerDeadline(), RtdsRig::Ms(10));
  rig.Block(B);
  rig.Drain();
  EXPECT_EQ(rig.TimerDeadline(), RtdsRig::Ms(20));
  rig.Block(A);
  rig.Drain();
  EXPECT_EQ(rig.TimerDeadline(), Instant::Never());
}

TEST(RtdsReplenishmentTest, TheTimerLivesOnTheFirstPcpuAndMovesOn) {
  RtdsRig rig(4, 1);
  EXPECT_EQ(rig.host.timer_pcpus[0], PcpuId(0));
  EXPECT_EQ(rig.policy->LockDomainOf(PcpuId(3)), PcpuId(0));
  rig.Start(A);
  while (!rig.engine.RemovePcpu(rig.On(1), PcpuId(0))) rig.Drain();
  EXPECT_EQ(rig.host.timer_pcpus[0], PcpuId(1));
  EXPECT_EQ(rig.policy->LockDomainOf(PcpuId(3)), PcpuId(1));
  rig.Drain();
  EXPECT_EQ(rig.Where(A), 1);
  // One that is not its home changes nothing.
  ASSERT_TRUE(rig.engine.RemovePcpu(rig.On(1), PcpuId(2)));
  EXPECT_EQ(rig.host.timer_pcpus[0], PcpuId(1));
  rig.engine.AddPcpu(rig.On(1), rig.pool, PcpuId(0));
  EXPECT_EQ(rig.host.timer_pcpus[0], PcpuId(1));
  while (!rig.engine.RemovePcpu(rig.On(0), PcpuId(1))) rig.Drain();
  EXPECT_EQ(rig.host.timer_pcpus[0], PcpuId(3));
  rig.Drain();
  rig.At(10);
  rig.FireTimer();
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(20));
}

TEST(RtdsReplenishmentTest, APoolWithoutPcpusHasNoTimer) {
  RtdsRig rig(1, 1);
  rig.Start(A);
  while (!rig.engine.DestroyDomain(rig.On(0), rig.domain)) rig.Drain();
  EXPECT_EQ(rig.TimerDeadline(), Instant::Never());
  while (!rig.engine.RemovePcpu(rig.On(0), PcpuId(0))) rig.Drain();
  rig.engine.AddPcpu(rig.On(0), rig.pool, PcpuId(0));
  rig.Drain();
  rig.AddDomain(2, 1);
  rig.Start(1);
  EXPECT_EQ(rig.Where(1), 0);
  EXPECT_EQ(rig.TimerDeadline(), RtdsRig::Ms(10));
}

TEST(RtdsReplenishmentTest, ADestroyedDomainLeavesNothingBehind) {
  RtdsRig rig(1, 1);
  rig.AddDomain(2, 2);
  for (uint32_t v : {0u, 1u, 2u}) rig.Start(v);
  while (!rig.engine.DestroyDomain(rig.On(0), rig.domain)) rig.Drain();
  rig.Drain();
  EXPECT_EQ(rig.Where(1), 0);
  rig.At(10);
  rig.FireTimer();
  EXPECT_EQ(rig.Deadline(1), RtdsRig::Ms(20));
}

}  // namespace
}  // namespace xenotime
