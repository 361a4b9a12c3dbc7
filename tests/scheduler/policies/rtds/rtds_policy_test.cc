// Decisions, wake-ups, tickles and parameters.

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/rtds/rtds_rig.h"

namespace xenotime {
namespace {

using Pcpus = std::vector<uint32_t>;
constexpr int A = 0, B = 1, C = 2;

TEST(RtdsPolicyTest, TheDefaultsAreTenMillisecondsFourAndExtratime) {
  RtdsRig rig(1, 1);
  EXPECT_EQ(rig.policy->Describe(VcpuId(0)),
            "budget=4000000 deadline=10000000 period=10000000 level=0 flags=16 "
            "cpu=0");
}

TEST(RtdsPolicyTest, TheEarliestDeadlineRuns) {
  RtdsRig rig(1, 3);
  rig.RealTime(A, 30, 10);
  rig.RealTime(B, 10, 4);
  rig.RealTime(C, 20, 5);
  for (uint32_t v : {A, B, C}) rig.Up(v);
  EXPECT_EQ(rig.Decide(0).next, VcpuId(B));
  rig.At(1);
  rig.Block(B);
  EXPECT_EQ(rig.Decide(0).next, VcpuId(C));
}

TEST(RtdsPolicyTest, ASliceIsWhatIsLeftOfTheBudget) {
  RtdsRig rig(1, 1);
  rig.RealTime(A, 10, 4);
  rig.Up(A);
  EXPECT_EQ(rig.Decide(0).slice_end, RtdsRig::Ms(4));
  rig.At(1);
  EXPECT_EQ(rig.Decide(0).slice_end, RtdsRig::Ms(4));
  rig.At(3);
  rig.Block(A);
  EXPECT_EQ(rig.Decide(0).slice_end, Instant::Never());
}

TEST(RtdsPolicyTest, OnEqualPriorityTheQueuedOneRuns) {
  RtdsRig rig(1, 2);
  rig.Start(A);
  rig.Up(B);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});  // an equal does not tickle
  rig.At(1);
  EXPECT_EQ(rig.Decide(0).next, VcpuId(B));
  EXPECT_EQ(rig.Decide(0).next, VcpuId(A));
}

TEST(RtdsPolicyTest, AYieldGivesWayToAnEqual) {
  RtdsRig rig(1, 2);
  rig.Start(A);
  rig.Up(B);
  rig.engine.Yield(rig.On(0), VcpuId(A));
  rig.Drain();
  EXPECT_EQ(rig.Where(B), 0);
}

TEST(RtdsPolicyTest, WithExtratimeTheNextBudgetIsALevelLower) {
  RtdsRig rig(1, 2);
  rig.RealTime(A, 10, 4, true);
  rig.RealTime(B, 20, 8, true);
  rig.Start(A);
  rig.Up(B);
  rig.At(4);
  EXPECT_EQ(rig.Decide(0).next, VcpuId(B));
  EXPECT_EQ(rig.Level(A), 1);
  EXPECT_EQ(rig.Budget(A), Milliseconds(4));
  rig.Drain();  // A, of a lower level, preempts nobody
  EXPECT_EQ(rig.Where(B), 0);
}

TEST(RtdsPolicyTest, WithoutExtratimeADepletedVcpuWaitsAndThePcpuIdles) {
  RtdsRig rig(1, 1);
  rig.RealTime(A, 10, 4);
  rig.Start(A);
  rig.At(4);
  EXPECT_FALSE(rig.Decide(0).next.valid());
  EXPECT_TRUE(rig.Depleted(A));
  // The tickle of one that cannot run leads to a decision for nothing.
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  EXPECT_FALSE(rig.Decide(0).next.valid());
  EXPECT_EQ(rig.State(A), RunState::kRunnable);
}

TEST(RtdsPolicyTest, ABlockedVcpuKeepsItsDeadlineAndWhatIsLeft) {
  RtdsRig rig(1, 1);
  rig.RealTime(A, 10, 4);
  rig.Start(A);
  rig.At(1);
  rig.Block(A);
  rig.Drain();
  EXPECT_EQ(rig.TimerDeadline(), Instant::Never());
  rig.At(8);
  rig.Signal(A);
  EXPECT_EQ(rig.Decide(0).slice_end, RtdsRig::Ms(11));
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(10));
  EXPECT_EQ(rig.TimerDeadline(), RtdsRig::Ms(10));
}

TEST(RtdsPolicyTest, AWakeAfterTheDeadlineBeginsAPeriod) {
  RtdsRig rig(1, 1);
  rig.RealTime(A, 10, 4);
  rig.Start(A);
  rig.At(1);
  rig.Block(A);
  rig.Drain();
  rig.At(10);
  rig.Signal(A);
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(20));
  EXPECT_EQ(rig.Budget(A), Milliseconds(4));
}

TEST(RtdsPolicyTest, AWakeOfTheCurrentOrAQueuedVcpuChangesNothing) {
  RtdsRig rig(2, 3);
  for (uint32_t v : {A, B, C}) rig.Start(v);
  rig.engine.SpuriousWake(rig.On(0), VcpuId(A));
  rig.engine.SpuriousWake(rig.On(0), VcpuId(C));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
}

TEST(RtdsPolicyTest, AWakeBeforeTheContextIsSavedQueuesAfterIt) {
  RtdsRig rig(1, 2);
  rig.RealTime(A, 10, 4);
  rig.Start(A);
  rig.At(1);
  rig.Block(A);
  rig.host.pending.clear();
  const Switched out = rig.engine.Decide(rig.On(0));
  ASSERT_FALSE(out.next.valid());
  rig.At(12);
  rig.Signal(A);
  // Not queued, though renewed and expecting the end of its new period.
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(20));
  EXPECT_EQ(rig.TimerDeadline(), RtdsRig::Ms(20));
  rig.engine.ContextSaved(rig.On(0), out.previous);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  EXPECT_EQ(rig.Decide(0).next, VcpuId(A));
}

TEST(RtdsPolicyTest, WhoGoesOfflineBeforeItsContextIsSavedIsNotQueued) {
  RtdsRig rig(1, 1);
  rig.Start(A);
  rig.Block(A);
  rig.host.pending.clear();
  const Switched out = rig.engine.Decide(rig.On(0));
  rig.Signal(A);
  rig.engine.Pause(rig.On(0), VcpuId(A));
  rig.engine.ContextSaved(rig.On(0), out.previous);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
  EXPECT_EQ(rig.TimerDeadline(), Instant::Never());
  rig.engine.Unpause(rig.On(0), VcpuId(A));
  rig.Drain();
  EXPECT_EQ(rig.Where(A), 0);
}

TEST(RtdsPolicyTest, APausedQueuedVcpuLeavesTheQueues) {
  RtdsRig rig(1, 2);
  rig.Start(A);
  rig.Start(B);
  rig.engine.Pause(rig.On(0), VcpuId(B));
  rig.Block(A);
  rig.Drain();
  EXPECT_EQ(rig.Where(B), -1);
  EXPECT_EQ(rig.TimerDeadline(), Instant::Never());
  rig.engine.Unpause(rig.On(0), VcpuId(B));
  rig.Drain();
  EXPECT_EQ(rig.Where(B), 0);
}

TEST(RtdsPolicyTest, ATickleGoesToAnIdlePcpuFromTheOwnOneOn) {
  RtdsRig rig(4, 3);
  rig.AddDomain(2, 2);  // on pCPUs 0 and 1
  rig.Start(A);
  rig.Start(B);
  rig.Up(4);  // its own pCPU runs B
  EXPECT_EQ(rig.host.TakePending(), Pcpus{2});
  rig.Up(3);  // 0 is busy, 2 is tickled already
  EXPECT_EQ(rig.host.TakePending(), Pcpus{3});
}

TEST(RtdsPolicyTest, WithoutAnIdlePcpuTheLatestDeadlineIsPreempted) {
  RtdsRig rig(3, 4);
  rig.RealTime(0, 20, 4);
  rig.RealTime(1, 40, 4);
  rig.RealTime(2, 40, 4);
  rig.RealTime(3, 30, 4);
  for (uint32_t v = 0; v < 3; ++v) rig.Start(v);
  rig.Up(3);  // lives on pCPU 0; of pCPUs 1 and 2 the first met
  EXPECT_EQ(rig.host.TakePending(), Pcpus{1});
  rig.Decide(1);
  EXPECT_EQ(rig.Where(3), 1);
  EXPECT_EQ(rig.V(3).cpu(), PcpuId(1));
  // The preempted one has the latest deadline with vCPU 2: no tickle.
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
}

TEST(RtdsPolicyTest, AVcpuRunsOnlyWhereItsHardAffinityAllows) {
  RtdsRig rig(2, 3);
  rig.Hard(C, {1});
  EXPECT_EQ(rig.V(C).cpu(), PcpuId(1));
  rig.RealTime(C, 5, 1);
  rig.Start(A);
  rig.Start(B);
  rig.Up(C);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{1});
  rig.Decide(0);  // passes C over
  EXPECT_EQ(rig.Where(A), 0);
  rig.Decide(1);
  EXPECT_EQ(rig.Where(C), 1);
}

TEST(RtdsPolicyTest, AnAffinityChangeMovesToTheNextPcpuAllowed) {
  RtdsRig rig(4, 2);
  rig.Start(B);
  rig.Hard(B, {0, 3});
  rig.Drain();
  EXPECT_EQ(rig.Where(B), 3);
  rig.Hard(B, {0, 1, 3});
  rig.Drain();
  EXPECT_EQ(rig.Where(B), 3);
}

TEST(RtdsPolicyTest, NewParametersCountFromTheNextPeriodOn) {
  RtdsRig rig(1, 1);
  rig.RealTime(A, 10, 4);
  rig.Start(A);
  rig.At(1);
  rig.RealTime(A, 5, 2);
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(10));
  EXPECT_EQ(rig.Decide(0).slice_end, RtdsRig::Ms(4));
  rig.At(10);
  rig.FireTimer();
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(15));
  EXPECT_EQ(rig.Budget(A), Milliseconds(2));
}

TEST(RtdsPolicyTest, BeforeTheFirstWakeNewParametersCountAtOnce) {
  RtdsRig rig(1, 1);
  rig.At(7);
  rig.RealTime(A, 5, 2);
  EXPECT_EQ(rig.Deadline(A), RtdsRig::Ms(10));
  EXPECT_EQ(rig.Budget(A), Milliseconds(2));
}

TEST(RtdsPolicyTest, ExtratimeGivesADepletedVcpuABudgetAtOnce) {
  RtdsRig rig(1, 1);
  rig.RealTime(A, 10, 4);
  rig.Start(A);
  rig.At(4);
  rig.Decide(0);
  rig.Drain();
  rig.RealTime(A, 10, 4, true);
  EXPECT_EQ(rig.Level(A), 1);
  EXPECT_FALSE(rig.Depleted(A));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});  // no tickle
  EXPECT_EQ(rig.Decide(0).next, VcpuId(A));
}

TEST(RtdsPolicyTest, ExtratimeThatIsTurnedOffChangesNothingElse) {
  RtdsRig rig(1, 1);
  rig.RealTime(A, 10, 4, true);
  rig.Start(A);
  rig.At(5);
  rig.Decide(0);
  rig.RealTime(A, 10, 4, false);
  EXPECT_EQ(rig.Level(A), 1);
  EXPECT_EQ(rig.Budget(A), Milliseconds(4));
  rig.At(9);
  EXPECT_FALSE(rig.Decide(0).next.valid());
}

TEST(RtdsPolicyTest, AMoveToAnotherPoolMakesEverythingTheDefault) {
  RtdsRig rig(2, 1);
  RtdsPolicy* other = nullptr;
  const PoolId pool = rig.engine.AddPool([&](PolicyHost& port) {
    auto made = std::make_unique<RtdsPolicy>(port);
    other = made.get();
    return made;
  });
  ASSERT_TRUE(rig.engine.RemovePcpu(rig.On(0), PcpuId(1)));
  rig.engine.AddPcpu(rig.On(0), pool, PcpuId(1));
  rig.RealTime(A, 50, 20);
  rig.Start(A);
  while (!rig.engine.MoveDomain(rig.On(0), rig.domain, pool)) rig.Drain();
  rig.Drain();
  EXPECT_EQ(rig.Where(A), 1);
  EXPECT_EQ(other->Describe(VcpuId(A)),
            "budget=4000000 deadline=10000000 period=10000000 level=0 flags=18 "
            "cpu=1");
}

TEST(RtdsPolicyTest, AnExplanationSaysWhatBecomesOfEach) {
  RtdsRig rig(1, 3);
  rig.RealTime(A, 10, 4);
  rig.RealTime(B, 20, 4);
  for (uint32_t v : {A, B, C}) rig.Start(v);
  rig.At(2);
  const std::vector<Candidate> candidates =
      rig.policy->Candidates(rig.now, PcpuId(0), rig.Current(0));
  ASSERT_EQ(candidates.size(), 3u);
  EXPECT_EQ(candidates[0].vcpu, rig.Current(0));
  EXPECT_TRUE(absl::StrContains(candidates[0].verdict, "2000000 ns left"));
  EXPECT_TRUE(absl::StrContains(candidates[1].verdict, "first of the queue"));
  EXPECT_TRUE(absl::StrContains(candidates[2].verdict, "behind the first"));
}

}  // namespace
}  // namespace xenotime
