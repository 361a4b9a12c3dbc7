// Pick and tickle (credit.md, sections 8 and 9.3).

#include <cstdint>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit/credit_rig.h"

namespace xenotime {
namespace {

using Pcpus = std::vector<uint32_t>;

// The example of section 8: threads {0,1} and {2,3}; 0 and 1 are busy.
TEST(CreditPick, ATickMovesAVcpuFromABusyCoreToAFreeOne) {
  CreditRig rig({.cores = 2, .threads = 2}, 2);
  rig.Hard(0, {0});
  rig.Hard(0, {0, 1, 2, 3});
  rig.Hard(1, {1});
  rig.Up(0);
  rig.Up(1);
  rig.Drain();
  ASSERT_EQ(rig.Current(0), VcpuId(0));
  ASSERT_EQ(rig.Current(1), VcpuId(1));
  rig.Tick(0);  // becomes active
  EXPECT_TRUE(rig.V(0).runnable());
  rig.Tick(0);
  EXPECT_TRUE(rig.V(0).Has(kPauseMigrating));
  rig.Decide(0);
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(2));
  EXPECT_EQ(rig.Priority(0), -1);  // not boosted
  rig.Decide(2);
  EXPECT_EQ(rig.Current(2), VcpuId(0));
}

TEST(CreditPick, PowerSavingsFillTheBusyCore) {
  CreditParameters parameters;
  parameters.smt_power_savings = true;
  CreditRig rig({.cores = 2, .threads = 2}, 2, parameters);
  rig.Hard(1, {3});
  rig.Up(1);
  rig.Drain();
  rig.Hard(0, {0});
  rig.Hard(0, {0, 1, 2});
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(2));
}

// Only the queue is looked at, not who runs there.
TEST(CreditPick, AVcpusOwnPcpuCountsAsIdleWhenNobodyQueuesThere) {
  CreditRig rig({.cores = 2, .threads = 2}, 1);
  rig.Up(0);
  rig.Drain();
  ASSERT_EQ(rig.Current(0), VcpuId(0));
  rig.AddDomain(2, 1);
  EXPECT_EQ(rig.V(1).cpu(), PcpuId(0));
}

TEST(CreditPick, ANewVcpuLeavesAPcpuWhereSomebodyQueues) {
  CreditRig rig({.cores = 2, .threads = 2}, 2);
  for (uint32_t v : {0u, 1u}) {
    rig.Hard(v, {0});
    rig.Up(v);
    rig.Decide(0);
  }
  rig.AddDomain(2, 1);
  EXPECT_EQ(rig.V(2).cpu(), PcpuId(2));
}

TEST(CreditPick, AnotherSocketMustBeMoreThanTwiceAsIdle) {
  // Socket 0 has two idle pCPUs beside vCPU 0's own, socket 1 has three.
  CreditRig rig({.sockets = 2, .cores = 3}, 2);
  rig.Hard(0, {0});
  rig.Hard(0, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(0));
}

TEST(CreditPick, StaysWithinHardAffinity) {
  CreditRig rig({.cores = 4}, 1);
  for (uint32_t p : {3u, 1u, 2u}) {
    rig.Hard(0, {p});
    EXPECT_EQ(rig.V(0).cpu(), PcpuId(p));
  }
}

TEST(CreditPick, PrefersAnIdlePcpuOfSoftAffinity) {
  CreditRig rig({.cores = 4}, 1);
  rig.Soft(0, {2});
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(2));
}

TEST(CreditPick, FallsBackToHardAffinityWhenTheSoftOneIsBusy) {
  CreditRig rig({.cores = 4}, 3);
  rig.Hard(1, {2});
  rig.Hard(2, {2});
  rig.Up(1);
  rig.Drain();
  rig.Up(2);  // queued: pCPU 2 does not count as idle any more
  rig.Soft(0, {2});
  EXPECT_NE(rig.V(0).cpu(), PcpuId(2));
}

TEST(CreditTickle, AnIdlePcpuOfItsOwnIsAsked) {
  CreditRig rig({.cores = 4}, 1);
  rig.Hard(0, {2});
  rig.Up(0);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{2});
}

TEST(CreditTickle, EqualPriorityPreemptsNobody) {
  CreditRig rig({.cores = 1}, 2);
  rig.Up(0);
  rig.Decide(0);
  rig.host.Forget();
  rig.Up(1);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
}

TEST(CreditTickle, AHigherPriorityPreemptsWhenNobodyIsIdle) {
  CreditRig rig({.cores = 1}, 2);
  rig.Up(1);
  rig.Decide(0);
  rig.Block(1);
  rig.Up(0);
  rig.Decide(0);
  rig.host.Forget();
  rig.Signal(1);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
}

// vCPU 0 runs on pCPU 0 for good; vCPU 1 lives there and wakes boosted.
class CreditIdlerTest : public testing::Test {
 protected:
  explicit CreditIdlerTest(const CreditParameters& parameters = {})
      : rig_({.cores = 4}, 2, parameters) {
    rig_.Hard(0, {0});
    rig_.Hard(1, {0});
    rig_.Up(1);
    rig_.Decide(0);
    rig_.Block(1);
    rig_.Up(0);
    rig_.Decide(0);
    rig_.Hard(1, {0, 1, 2, 3});
    // It was placed anew; what counts is where the queue is.
    rig_.host.Forget();
  }
  CreditRig rig_;
};

TEST_F(CreditIdlerTest, AnIdlePcpuIsAskedInsteadOfPreempting) {
  ASSERT_EQ(rig_.V(1).cpu(), PcpuId(0));
  rig_.Signal(1);
  EXPECT_EQ(rig_.host.TakePending(), Pcpus{1});
}

TEST_F(CreditIdlerTest, EachExecutingPcpuGoesRoundTheIdlersByItself) {
  const auto wake_again = [&](uint32_t executing) {
    rig_.Drain();
    rig_.engine.Pause(rig_.On(0), VcpuId(1));
    rig_.engine.Unpause(rig_.On(executing), VcpuId(1));
    return rig_.host.TakePending();
  };
  rig_.Signal(1, /*executing=*/0);
  EXPECT_EQ(rig_.host.pending, std::set<uint32_t>{1});
  EXPECT_EQ(wake_again(0), Pcpus{2});
  EXPECT_EQ(wake_again(3), Pcpus{1});
  EXPECT_EQ(wake_again(0), Pcpus{3});
}

TEST_F(CreditIdlerTest, SoftAffinityIsAskedFirst) {
  rig_.Soft(1, {0, 3});
  ASSERT_EQ(rig_.V(1).cpu(), PcpuId(0));
  rig_.host.Forget();
  rig_.Signal(1);
  EXPECT_EQ(rig_.host.TakePending(), Pcpus{3});
}

class CreditAllIdlersTest : public CreditIdlerTest {
 protected:
  static CreditParameters All() {
    CreditParameters parameters;
    parameters.tickle_one_idle = false;
    return parameters;
  }
  CreditAllIdlersTest() : CreditIdlerTest(All()) {}
};

TEST_F(CreditAllIdlersTest, AllIdlePcpusAllowedAreAsked) {
  ASSERT_EQ(rig_.V(1).cpu(), PcpuId(0));
  rig_.Signal(1);
  EXPECT_EQ(rig_.host.TakePending(), (Pcpus{1, 2, 3}));
}

}  // namespace
}  // namespace xenotime
