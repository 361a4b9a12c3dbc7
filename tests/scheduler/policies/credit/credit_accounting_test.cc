// Ticks and accounting (credit.md, section 4).

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit/credit_rig.h"

namespace xenotime {
namespace {

// Section 4.2, example 1.
TEST(CreditAccounting, SharesByWeight) {
  CreditRig rig({.cores = 1}, 1);
  const DomainId b = rig.AddDomain(2, 1);
  rig.engine.AdjustDomain(rig.On(0), b, 512, 0);
  rig.RunAndBlock(0, Milliseconds(5));
  rig.RunAndBlock(1, Milliseconds(5));
  ASSERT_EQ(rig.State(0), "credit=-50 pri=-1 flags=16 active=1 cpu=0");
  rig.Account();
  EXPECT_EQ(rig.State(0), "credit=50 pri=-1 flags=16 active=1 cpu=0");
  EXPECT_EQ(rig.State(1), "credit=150 pri=-1 flags=16 active=1 cpu=0");
}

// Section 4.2, example 2: the accounting before left a balance of -100.
TEST(CreditAccounting, GivesBackANegativeBalance) {
  CreditRig rig({.cores = 1}, 1);
  const DomainId b = rig.AddDomain(2, 1);
  rig.engine.AdjustDomain(rig.On(0), b, 512, 0);
  rig.RunAndBlock(0, Milliseconds(15));
  rig.RunAndBlock(1, Milliseconds(25));
  rig.Account();
  ASSERT_EQ(rig.Credit(0), -50);
  ASSERT_EQ(rig.Credit(1), -50);
  rig.Account();
  EXPECT_EQ(rig.Credit(0), 84);
  EXPECT_EQ(rig.Credit(1), 217);
}

// Section 4.2, example 3: what A may not use goes to B, which comes later.
TEST(CreditAccounting, ParksWhoReachedItsCapAndPassesTheSurplusOn) {
  CreditRig rig({.cores = 2}, 1);
  rig.AddDomain(2, 2);
  rig.engine.AdjustDomain(rig.On(0), rig.domain, 256, 25);
  rig.RunAndBlock(1, Milliseconds(10));
  rig.RunAndBlock(2, Milliseconds(10));
  rig.RunAndBlock(0, Milliseconds(20));  // last, so first in the list
  rig.Account();
  EXPECT_EQ(rig.Credit(0), -125);
  EXPECT_EQ(rig.Priority(0), -2);
  EXPECT_EQ(rig.Value(0, "flags") & 1, 1);
  EXPECT_TRUE(rig.V(0).paused());
  EXPECT_EQ(rig.Credit(1), 163);
  EXPECT_EQ(rig.Credit(2), 163);
}

// Section 4.2, example 4.
TEST(CreditAccounting, WhoSavesMoreThanASliceBecomesInactiveWithHalf) {
  CreditRig rig({.cores = 4}, 1);
  rig.AddDomain(2, 1);
  rig.RunAndBlock(0, Duration());
  rig.RunAndBlock(1, Duration());
  rig.Account();
  for (uint32_t v : {0u, 1u}) {
    EXPECT_EQ(rig.Credit(v), 300);
    EXPECT_EQ(rig.Value(v, "active"), 1);
  }
  rig.Account();
  for (uint32_t v : {0u, 1u}) {
    EXPECT_EQ(rig.Credit(v), 300);
    EXPECT_EQ(rig.Value(v, "active"), 0);
  }
}

TEST(CreditAccounting, ADebtIsClampedToASlice) {
  CreditRig rig({.cores = 1}, 2);
  rig.RunAndBlock(0, Milliseconds(90));
  rig.RunAndBlock(1, Duration());
  rig.Account();
  EXPECT_EQ(rig.Credit(0), -300);  // -900 + 150
  EXPECT_EQ(rig.Priority(0), -2);
}

TEST(CreditAccounting, UnparksWithoutABoost) {
  CreditRig rig({.cores = 1}, 1);
  rig.engine.AdjustDomain(rig.On(0), rig.domain, 256, 50);
  rig.Up(0);
  rig.Decide(0);
  rig.Advance(Milliseconds(31));
  rig.Tick(0);
  rig.Account();  // -310 + 150 < -150: parked
  ASSERT_TRUE(rig.V(0).paused());
  rig.Drain();
  EXPECT_FALSE(rig.Current(0).valid());
  rig.Account();
  ASSERT_EQ(rig.Credit(0), -10);
  EXPECT_TRUE(rig.V(0).paused());
  rig.Account();
  EXPECT_EQ(rig.State(0), "credit=140 pri=-1 flags=16 active=1 cpu=0");
  rig.Drain();
  EXPECT_EQ(rig.Current(0), VcpuId(0));
}

TEST(CreditAccounting, OnlyWhoATickFindsRunningEarns) {
  CreditRig rig({.cores = 1}, 1);
  rig.Up(0);
  rig.Decide(0);
  rig.Advance(Milliseconds(9));
  rig.Block(0);
  rig.Account();
  EXPECT_EQ(rig.Credit(0), -90);
  EXPECT_EQ(rig.Priority(0), -1);
  EXPECT_EQ(rig.Value(0, "active"), 0);
}

TEST(CreditAccounting, IsRepeatedEverySliceAlsoWithNobodyActive) {
  CreditRig rig({.cores = 1}, 1);
  EXPECT_EQ(rig.host.deadlines[0], Instant() + Milliseconds(30));
  rig.now = Instant() + Milliseconds(30);
  rig.Account();
  EXPECT_EQ(rig.host.deadlines[0], Instant() + Milliseconds(60));
}

TEST(CreditTick, DemotesABoostedVcpu) {
  CreditRig rig({.cores = 1}, 1);
  rig.Up(0);
  rig.Decide(0);
  rig.Block(0);
  rig.Signal(0);
  rig.Decide(0);
  ASSERT_EQ(rig.Priority(0), 0);
  rig.Tick(0);
  EXPECT_EQ(rig.Priority(0), -1);
  EXPECT_EQ(rig.Value(0, "active"), 1);
}

TEST(CreditTick, StopsWhileThePcpuIsIdleAndStaysAtMultiplesOfItsPeriod) {
  CreditRig rig({.cores = 1}, 1);
  EXPECT_EQ(rig.host.deadlines[1], Instant() + Milliseconds(10));
  rig.Up(0);
  rig.Decide(0);
  rig.Block(0);
  EXPECT_EQ(rig.host.deadlines[1], Instant::Never());
  // The example of section 4.1.
  rig.now = Instant(123'400'000);
  rig.Signal(0);
  rig.Decide(0);
  EXPECT_EQ(rig.host.deadlines[1], Instant(130'000'000));
}

TEST(CreditTick, AWholePeriodFollowsAStartAtAMultiple) {
  CreditRig rig({.cores = 1}, 1);
  rig.now = Instant(20'000'000);
  rig.Up(0);
  rig.Decide(0);
  EXPECT_EQ(rig.host.deadlines[1], Instant(30'000'000));
}

TEST(CreditTick, ItsPeriodIsATruncatedThirdOfTheSlice) {
  const std::vector<std::pair<int64_t, int64_t>> ticks_us = {
      {1, 1000},  {2, 2000},   {3, 1000},     {5, 1666},
      {10, 3333}, {30, 10000}, {1000, 333333}};
  for (const auto& [slice_ms, tick_us] : ticks_us) {
    CreditParameters parameters;
    parameters.tslice_ms = slice_ms;
    const CreditRig rig({.cores = 1}, 0, parameters);
    EXPECT_EQ(rig.host.deadlines[0], Instant() + Milliseconds(slice_ms));
    EXPECT_EQ(rig.host.deadlines[1], Instant() + Microseconds(tick_us));
  }
}

// Section 4.3: a OVER, b UNDER, c OVER, d BOOST, e OVER, f UNDER in the queue.
// All wake boosted, and all but d have their priorities changed by accounting.
TEST(CreditTick, SortsAfterAnAccountingWithoutPuttingBoostFirst) {
  enum : uint32_t { kA, kB, kC, kD, kE, kF, kRunner };
  CreditRig rig({.cores = 1}, 7);
  for (uint32_t v : {kA, kC, kE}) rig.RunAndBlock(v, Milliseconds(25));
  for (uint32_t v : {kB, kF}) rig.RunAndBlock(v, Duration());
  rig.Up(kD);
  rig.Decide(0);
  rig.Block(kD);
  rig.Up(kRunner);
  rig.Decide(0);
  for (uint32_t v = kA; v <= kF; ++v) {
    rig.Signal(v);
    ASSERT_EQ(rig.Priority(v), 0);
  }
  rig.Account();
  for (uint32_t v : {kA, kC, kE}) ASSERT_EQ(rig.Priority(v), -2);
  for (uint32_t v : {kB, kF}) ASSERT_EQ(rig.Priority(v), -1);
  ASSERT_EQ(rig.Priority(kD), 0);
  rig.Tick(0);
  std::vector<uint32_t> order;
  rig.Block(kRunner);
  while (rig.Current(0).valid()) {
    order.push_back(rig.Current(0).value());
    rig.Block(rig.Current(0).value());
  }
  EXPECT_EQ(order, (std::vector<uint32_t>{kB, kD, kF, kA, kC, kE}));
}

TEST(CreditTick, DoesNotSortWithoutAnAccounting) {
  CreditRig rig({.cores = 1}, 3);
  rig.RunAndBlock(0, Milliseconds(100));
  rig.RunAndBlock(1, Duration());
  rig.Up(2);
  rig.Decide(0);
  rig.Signal(0);
  rig.Signal(1);
  rig.Account();
  ASSERT_EQ(rig.Priority(0), -2);
  rig.Block(2);  // before the next tick: the old order still holds
  EXPECT_EQ(rig.Current(0), VcpuId(0));
}

}  // namespace
}  // namespace xenotime
