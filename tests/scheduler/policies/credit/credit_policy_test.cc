#include "xenotime/scheduler/policies/credit/credit_policy.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit/credit_rig.h"

namespace xenotime {
namespace {

using Pcpus = std::vector<uint32_t>;

// The worked example of credit.md, section 3.1, with a credit of 0 at first.
TEST(CreditBurn, KeepsTheRemainderTwice) {
  CreditRig rig({.cores = 1}, 1);
  rig.Up(0);
  rig.Decide(0);
  const std::vector<std::pair<int64_t, int>> example = {
      {150, -1}, {200, -2}, {250, -3}, {300, -3}, {400, -4}};
  for (const auto& [time_us, credit] : example) {
    rig.now = Instant() + Microseconds(time_us);
    rig.Decide(0);
    EXPECT_EQ(rig.Credit(0), credit) << time_us;
  }
}

TEST(CreditBurn, TheRemainderSurvivesDescheduling) {
  CreditRig rig({.cores = 1}, 1);
  rig.Up(0);
  rig.Decide(0);
  // Ten runs of 50 us charge ten half credits.
  for (int i = 0; i < 10; ++i) {
    rig.Advance(Microseconds(50));
    rig.Block(0);
    rig.Advance(Milliseconds(7));
    rig.Signal(0);
    rig.Decide(0);
  }
  EXPECT_NEAR(rig.Credit(0), -5, 1);
}

TEST(CreditWake, TheFirstWakeIsNotBoostedTheNextIs) {
  CreditRig rig({.cores = 1}, 1);
  EXPECT_EQ(rig.State(0), "credit=0 pri=-1 flags=20 active=0 cpu=0");
  rig.Up(0);
  EXPECT_EQ(rig.State(0), "credit=0 pri=-1 flags=16 active=0 cpu=0");
  rig.Decide(0);
  rig.Block(0);
  rig.Signal(0);
  EXPECT_EQ(rig.Priority(0), 0);
}

TEST(CreditWake, AWakeAfterAnAffinityChangeIsNotBoosted) {
  CreditRig rig({.cores = 2}, 1);
  rig.Up(0);
  rig.Decide(0);
  rig.Block(0);
  rig.Hard(0, {0});
  rig.Signal(0);
  EXPECT_EQ(rig.Priority(0), -1);
}

TEST(CreditWake, WhoIsOverIsNotBoosted) {
  CreditRig rig({.cores = 1}, 2);
  rig.RunAndBlock(0, Milliseconds(90));
  rig.RunAndBlock(1, Duration());
  rig.Account();
  ASSERT_EQ(rig.Priority(0), -2);
  rig.Signal(0);
  EXPECT_EQ(rig.Priority(0), -2);
}

TEST(CreditWake, AWakeOfAQueuedOrCurrentVcpuDoesNothing) {
  CreditRig rig({.cores = 1}, 2);
  rig.Up(0);
  rig.Decide(0);
  rig.Up(1);
  rig.host.Forget();
  const std::string before = rig.State(0) + rig.State(1);
  rig.engine.SpuriousWake(rig.On(0), VcpuId(0));
  rig.engine.SpuriousWake(rig.On(0), VcpuId(1));
  EXPECT_EQ(rig.State(0) + rig.State(1), before);
  EXPECT_TRUE(rig.host.pending.empty());
}

TEST(CreditSleep, AQueuedVcpuLeavesTheQueue) {
  CreditRig rig({.cores = 1}, 2);
  rig.Up(0);
  rig.Decide(0);
  rig.Up(1);
  rig.engine.Pause(rig.On(0), VcpuId(1));
  rig.Block(0);
  EXPECT_FALSE(rig.Current(0).valid());
  rig.engine.Unpause(rig.On(0), VcpuId(1));
  rig.Drain();
  EXPECT_EQ(rig.Current(0), VcpuId(1));
}

TEST(CreditDecision, RoundRobinAtTheEndOfASlice) {
  CreditRig rig({.cores = 1}, 3);
  for (uint32_t v = 0; v < 3; ++v) rig.Up(v);
  std::vector<uint32_t> order;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(rig.Decide(0).slice_end, rig.now + Milliseconds(30));
    order.push_back(rig.Current(0).value());
    rig.Advance(Milliseconds(30));
  }
  EXPECT_EQ(order, (std::vector<uint32_t>{0, 1, 2, 0, 1}));
}

// The example of section 6, step 2.
TEST(CreditRatelimit, APreemptionWaitsForItsEnd) {
  CreditRig rig({.cores = 1}, 2);
  rig.Up(1);
  rig.Decide(0);
  rig.Block(1);
  rig.Up(0);
  rig.Decide(0);
  rig.Advance(Microseconds(300));
  rig.Signal(1);
  EXPECT_EQ(rig.host.pending, std::set<uint32_t>{0});
  const Switched kept = rig.Decide(0);
  EXPECT_FALSE(kept.changed());
  EXPECT_EQ(kept.slice_end, rig.now + Microseconds(700));
  rig.now = kept.slice_end;
  EXPECT_EQ(rig.Decide(0).next, VcpuId(1));
}

TEST(CreditRatelimit, ItsShortestSliceIsAHundredNanoseconds) {
  CreditRig rig({.cores = 1}, 1);
  rig.Up(0);
  rig.Decide(0);
  rig.now = Instant(99);
  EXPECT_EQ(rig.Decide(0).slice_end, Instant(199));
  rig.now = Instant(100);
  EXPECT_EQ(rig.Decide(0).slice_end, Instant(1'000'000));
  rig.now = Instant(999'999);
  EXPECT_EQ(rig.Decide(0).slice_end, Instant(1'000'000));
  rig.now = Instant(1'000'000);
  EXPECT_EQ(rig.Decide(0).slice_end, Instant(31'000'000));
}

TEST(CreditRatelimit, DoesNotHoldAYielder) {
  CreditRig rig({.cores = 1}, 2);
  rig.Up(0);
  rig.Up(1);
  rig.Decide(0);
  rig.Advance(Microseconds(10));
  rig.engine.Yield(rig.On(0), VcpuId(0));
  EXPECT_EQ(rig.Decide(0).next, VcpuId(1));
}

TEST(CreditRatelimit, CanBeOff) {
  CreditParameters parameters;
  parameters.ratelimit_us = 0;
  CreditRig rig({.cores = 1}, 2, parameters);
  rig.Up(0);
  rig.Up(1);
  rig.Decide(0);
  rig.Advance(Duration(1));
  EXPECT_EQ(rig.Decide(0).next, VcpuId(1));
}

TEST(CreditRatelimit, IsNoLongerThanTheSlice) {
  CreditParameters parameters;
  parameters.tslice_ms = 1;
  parameters.ratelimit_us = 500'000;
  CreditRig rig({.cores = 1}, 2, parameters);
  rig.Up(0);
  rig.Up(1);
  rig.Decide(0);
  rig.Advance(Microseconds(999));
  EXPECT_FALSE(rig.Decide(0).changed());
  rig.Advance(Microseconds(1));
  EXPECT_EQ(rig.Decide(0).next, VcpuId(1));
}

// Section 5. vCPUs 0 and 1 are OVER and wait, vCPU 2 yields.
class CreditYieldTest : public testing::Test {
 protected:
  CreditYieldTest() : rig_({.cores = 1}, 4) {
    rig_.RunAndBlock(0, Milliseconds(90));
    rig_.RunAndBlock(1, Milliseconds(90));
    rig_.RunAndBlock(2, Duration());
    rig_.Account();
    rig_.Signal(2);
    rig_.Decide(0);
  }
  // Who runs, one after the other, if each blocks at once.
  std::vector<uint32_t> Order() {
    std::vector<uint32_t> order;
    while (rig_.Current(0).valid()) {
      order.push_back(rig_.Current(0).value());
      rig_.Block(order.back());
    }
    return order;
  }
  CreditRig rig_;
};

TEST_F(CreditYieldTest, LetsExactlyOneOfLowerPriorityPass) {
  rig_.Signal(0);
  rig_.Signal(1);
  rig_.engine.Yield(rig_.On(0), VcpuId(2));
  rig_.Decide(0);
  EXPECT_EQ(Order(), (std::vector<uint32_t>{0, 2, 1}));
}

TEST_F(CreditYieldTest, LetsASingleOnePassToo) {
  rig_.Signal(0);
  rig_.engine.Yield(rig_.On(0), VcpuId(2));
  rig_.Decide(0);
  EXPECT_EQ(Order(), (std::vector<uint32_t>{0, 2}));
}

TEST_F(CreditYieldTest, GoesBehindEqualsWhenNobodyIsLower) {
  rig_.Up(3);
  rig_.engine.Yield(rig_.On(0), VcpuId(2));
  rig_.Decide(0);
  EXPECT_EQ(Order(), (std::vector<uint32_t>{3, 2}));
}

TEST_F(CreditYieldTest, RunsOnWhenItIsAlone) {
  rig_.engine.Yield(rig_.On(0), VcpuId(2));
  EXPECT_FALSE(rig_.Decide(0).changed());
}

TEST_F(CreditYieldTest, TheFlagFallsWhenItLeavesTheQueue) {
  rig_.engine.Yield(rig_.On(0), VcpuId(2));
  EXPECT_EQ(rig_.Value(2, "flags") & 2, 2);
  rig_.Decide(0);
  EXPECT_EQ(rig_.Value(2, "flags") & 2, 0);
}

TEST_F(CreditYieldTest, AYielderThatBlocksKeepsTheFlag) {
  rig_.engine.Yield(rig_.On(0), VcpuId(2));
  rig_.Block(2);
  EXPECT_EQ(rig_.Value(2, "flags") & 2, 2);
  rig_.Signal(2);
  rig_.Decide(0);
  EXPECT_EQ(rig_.Value(2, "flags") & 2, 0);
}

TEST_F(CreditYieldTest, AnOverYielderGoesBehindTheOthersThatAreOver) {
  rig_.Block(2);
  rig_.Signal(0);
  rig_.Decide(0);
  ASSERT_EQ(rig_.Current(0), VcpuId(0));
  rig_.Signal(1);
  rig_.engine.Yield(rig_.On(0), VcpuId(0));
  rig_.Decide(0);
  EXPECT_EQ(Order(), (std::vector<uint32_t>{1, 0}));
}

TEST(CreditAffinity, ExactlyOnePcpuIsPinned) {
  CreditRig rig({.cores = 4}, 1);
  EXPECT_EQ(rig.Value(0, "flags") & 16, 0);
  rig.Hard(0, {3});
  EXPECT_EQ(rig.Value(0, "flags") & 16, 16);
  rig.Soft(0, {1});
  EXPECT_EQ(rig.Value(0, "flags") & 16, 16);
  rig.Hard(0, {2, 3});
  EXPECT_EQ(rig.Value(0, "flags") & 16, 0);
}

TEST(CreditDomain, AWeightChangeCountsForActiveVcpus) {
  CreditRig rig({.cores = 1}, 1);
  const DomainId b = rig.AddDomain(2, 1);
  rig.RunAndBlock(0, Duration());
  rig.RunAndBlock(1, Duration());
  rig.engine.AdjustDomain(rig.On(0), b, 512, 0);
  rig.Account();
  EXPECT_EQ(rig.Credit(0), 100);
  EXPECT_EQ(rig.Credit(1), 200);
}

}  // namespace
}  // namespace xenotime
