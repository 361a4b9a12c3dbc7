// Caps (credit2.md, section 10).

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit2/credit2_rig.h"

namespace xenotime {
namespace {

// The first worked trace: cap 40 and one vCPU, so 4 ms of 10.
class Credit2CapTest : public testing::Test {
 protected:
  Credit2CapTest() : rig_({.cores = 1}, 1) {
    rig_.Cap(rig_.domain, 40);
    rig_.Up(0);
  }
  void RunOverBudget() {
    rig_.Decide(0);
    rig_.now = Instant() + Microseconds(4050);
    rig_.Decide(0);
  }
  Credit2Rig rig_;
};

TEST_F(Credit2CapTest, ASliceEndsWithTheBudget) {
  EXPECT_EQ(rig_.Budget(0), 0);
  EXPECT_EQ(rig_.SliceAt(0), 4'000'000);
  EXPECT_EQ(rig_.Budget(0), 4'000'000);
}

TEST_F(Credit2CapTest, WithoutBudgetItIsParked) {
  RunOverBudget();
  EXPECT_FALSE(rig_.Current(0).valid());
  EXPECT_TRUE(rig_.V(0).Has(kPauseParked));
  EXPECT_EQ(rig_.State(0), RunState::kOffline);
  EXPECT_EQ(rig_.Budget(0), 0);
  EXPECT_EQ(rig_.Load(0, "load"), 0);
}

TEST_F(Credit2CapTest, AnOverrunIsPaidBackInTheNextPeriod) {
  RunOverBudget();
  rig_.now = Instant() + Milliseconds(10);
  rig_.host.Forget();
  rig_.Replenish();
  EXPECT_FALSE(rig_.V(0).Has(kPauseParked));
  EXPECT_EQ(rig_.State(0), RunState::kOffline);  // until it runs
  EXPECT_EQ(rig_.Load(0, "load"), 1);
  EXPECT_EQ(rig_.host.pending.count(0), 1u);
  EXPECT_EQ(rig_.SliceAt(0), 3'950'000);
  EXPECT_EQ(rig_.host.deadlines[0], Instant() + Milliseconds(20));
}

TEST_F(Credit2CapTest, LateReplenishmentsDoNotAddUp) {
  RunOverBudget();
  rig_.now = Instant() + Milliseconds(35);
  rig_.Replenish();
  EXPECT_EQ(rig_.SliceAt(0), 4'000'000);
  EXPECT_EQ(rig_.host.deadlines[0], Instant() + Milliseconds(40));
}

TEST_F(Credit2CapTest, LiftingTheCapFreesTheParked) {
  RunOverBudget();
  rig_.Cap(rig_.domain, 0);
  EXPECT_FALSE(rig_.V(0).Has(kPauseParked));
  EXPECT_EQ(rig_.Budget(0), -1);
  EXPECT_EQ(rig_.host.deadlines[0], Instant::Never());
  rig_.Drain();
  EXPECT_EQ(rig_.Current(0), VcpuId(0));
}

TEST_F(Credit2CapTest, AParkedOneThatIsPausedStaysOff) {
  RunOverBudget();
  rig_.engine.Pause(rig_.On(0), VcpuId(0));
  rig_.now = Instant() + Milliseconds(10);
  rig_.Replenish();
  rig_.Drain();
  EXPECT_FALSE(rig_.Current(0).valid());
  rig_.engine.Unpause(rig_.On(0), VcpuId(0));
  rig_.Drain();
  EXPECT_EQ(rig_.Current(0), VcpuId(0));
}

TEST_F(Credit2CapTest, ADomainMayGoWhileItIsParked) {
  rig_.AddDomain(2, 1);
  RunOverBudget();
  EXPECT_TRUE(rig_.engine.DestroyDomain(rig_.On(0), rig_.domain));
  rig_.now = Instant() + Milliseconds(10);
  rig_.Start(1);
  EXPECT_EQ(rig_.Current(0), VcpuId(1));
}

// The second worked trace: cap 100 and two vCPUs, so quotas of 5 ms.
TEST(Credit2Cap, WhatIsLeftGoesBackToTheDomain) {
  Credit2Rig rig({.cores = 2}, 2);
  rig.Cap(rig.domain, 100);
  rig.Start(0);
  rig.Start(1);
  EXPECT_EQ(rig.Budget(0), 5'000'000);
  EXPECT_EQ(rig.Budget(1), 5'000'000);
  rig.Advance(Milliseconds(1));
  rig.Block(0);
  EXPECT_EQ(rig.Budget(0), 0);
  rig.Advance(Milliseconds(4));
  rig.Decide(1);
  EXPECT_EQ(rig.Budget(1), 4'000'000);  // less than a quota
  rig.Signal(0);
  EXPECT_FALSE(rig.V(0).Has(kPauseParked));
  rig.Decide(0);
  EXPECT_TRUE(rig.V(0).Has(kPauseParked));
  EXPECT_FALSE(rig.Current(0).valid());
  EXPECT_EQ(rig.State(0), RunState::kRunnable);  // parked in the queue
  EXPECT_EQ(rig.Load(0, "load"), 1);
}

TEST(Credit2Cap, WhatGoesBackFreesTheParkedOfOtherRunQueues) {
  Credit2Rig rig({.sockets = 2}, 2);
  rig.Hard(0, {0});
  rig.Hard(1, {1});
  rig.Cap(rig.domain, 100);
  rig.Start(1);
  rig.Advance(Milliseconds(3));
  rig.Start(0);
  rig.Advance(Milliseconds(2));
  rig.Decide(1);
  ASSERT_TRUE(rig.V(1).Has(kPauseParked));
  rig.Advance(Milliseconds(1));
  rig.host.Forget();
  rig.Block(0);  // two milliseconds are left
  EXPECT_FALSE(rig.V(1).Has(kPauseParked));
  rig.Drain();
  EXPECT_EQ(rig.Current(1), VcpuId(1));
  EXPECT_EQ(rig.Budget(1), 2'000'000);
}

TEST(Credit2Cap, WhoWasParkedLastIsFreedFirst) {
  Credit2Rig rig({.cores = 2}, 2);
  rig.Cap(rig.domain, 20);
  rig.Start(0);
  rig.Start(1);
  rig.Advance(Milliseconds(1));
  rig.Decide(0);
  rig.Decide(1);
  rig.now = Instant() + Milliseconds(10);
  rig.host.Forget();
  rig.Replenish();
  const std::vector<TraceEvent> freed = rig.host.Records(TraceKind::kUnpark);
  ASSERT_EQ(freed.size(), 2u);
  EXPECT_EQ(freed[0].vcpu, VcpuId(1));
  EXPECT_EQ(freed[1].vcpu, VcpuId(0));
}

TEST(Credit2Cap, WhoRunsWhenTheCapIsSetIsChargedAndAsked) {
  Credit2Rig rig({.cores = 1}, 1);
  rig.Start(0);
  rig.Advance(Milliseconds(2));
  rig.host.Forget();
  rig.Cap(rig.domain, 50);
  EXPECT_EQ(rig.Credit(0), 8'000'000);
  EXPECT_EQ(rig.Budget(0), 0);
  EXPECT_EQ(rig.host.pending.count(0), 1u);
  EXPECT_EQ(rig.SliceAt(0), 5'000'000);
  EXPECT_EQ(rig.host.deadlines[0], rig.now + Milliseconds(10));
}

TEST(Credit2Cap, AQuotaIsAtLeastHalfAMillisecond) {
  Credit2Rig rig({.cores = 1}, 16);
  rig.Cap(rig.domain, 40);
  rig.Start(0);
  EXPECT_EQ(rig.Budget(0), 500'000);
}

TEST(Credit2Cap, MoreThanAllOfEveryVcpuIsRefused) {
  Credit2Rig rig({.cores = 1}, 1);
  rig.engine.AdjustDomain(rig.On(0), rig.domain, 512, 101);
  EXPECT_EQ(rig.Budget(0), -1);
  rig.Cap(rig.domain, 100);
  EXPECT_EQ(rig.Budget(0), 0);
}

TEST(Credit2Cap, ALaterVcpuIsUncappedUntilTheCapIsSetAgain) {
  Credit2Rig rig({.cores = 1}, 1);
  rig.Cap(rig.domain, 100);
  rig.engine.CreateVcpu(rig.On(0), rig.domain);
  EXPECT_EQ(rig.Budget(1), -1);
}

TEST(Credit2Cap, AResetFindsAnEmptyBudgetElsewhere) {
  Credit2Rig rig({.cores = 2}, 1);
  const DomainId capped = rig.AddDomain(2, 1);
  rig.Start(0);
  rig.Cap(capped, 50);
  rig.Advance(Milliseconds(4));
  rig.Start(1);
  rig.Advance(Milliseconds(6));
  rig.host.Forget();
  rig.Decide(0);  // has no credit left
  EXPECT_EQ(rig.Budget(1), -1'000'000);
  EXPECT_EQ(rig.host.pending.count(1), 1u);
}

}  // namespace
}  // namespace xenotime
