// Whom a waking vCPU pokes (credit2.md, sections 3.3, 6, 8 and 13).

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit2/credit2_rig.h"

namespace xenotime {
namespace {

using Pcpus = std::vector<uint32_t>;

// The worked scenario of section 13: A, B and C, all at home on pCPU 0.
TEST(Credit2Tickle, WorkedScenario) {
  Credit2Rig rig({.cores = 2}, 1);
  rig.AddDomain(2, 1);
  rig.AddDomain(3, 1);
  rig.host.Forget();

  rig.Up(0);
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{0}));
  EXPECT_EQ(rig.SliceAt(0), 10'000'000);

  rig.Advance(Milliseconds(1));
  rig.Up(1);
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{1}));
  EXPECT_EQ(rig.SliceAt(1), 10'000'000);
  EXPECT_EQ(rig.Credit(1), 10'050'000);
  EXPECT_EQ(rig.Home(1), 1u);

  rig.Advance(Microseconds(500));
  rig.Up(2);
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{0}));
  EXPECT_EQ(rig.Credit(0), 8'500'000);
  EXPECT_EQ(rig.SliceAt(0), 1'500'000);
  EXPECT_EQ(rig.Current(0), VcpuId(2));
  // A is queued and tickles nobody: C and B have hardly run.
  EXPECT_EQ(rig.host.TakePending(), Pcpus());
  EXPECT_EQ(rig.Flags(0), 0);
  EXPECT_EQ(rig.Load(0, "load"), 3);
}

TEST(Credit2Tickle, WhollyIdleCoresComeFirst) {
  Credit2Rig rig({.cores = 2, .threads = 2}, 2);
  rig.Start(0);
  ASSERT_EQ(rig.Current(0), VcpuId(0));
  ASSERT_EQ(rig.Home(1), 1u);
  rig.Up(1);
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{2}));
}

TEST(Credit2Tickle, PowerSavingsFillABusyCore) {
  Credit2Rig rig({.cores = 2, .threads = 2}, 2, {.smt_power_savings = true});
  rig.Start(0);
  rig.Up(1);
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{1}));
}

TEST(Credit2Tickle, ATickledPcpuIsNotIdleForTheNextOne) {
  Credit2Rig rig({.cores = 2}, 1);
  rig.AddDomain(2, 1);
  rig.host.Forget();
  rig.Up(0);
  rig.Up(1);
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{0, 1}));
}

TEST(Credit2Tickle, WhoIsPinnedWaitsForItsOwnPcpu) {
  Credit2Rig rig({.cores = 2}, 2);
  rig.Hard(1, {0});
  rig.Start(1);
  EXPECT_EQ(rig.Current(0), VcpuId(1));
  EXPECT_EQ(rig.Flags(1), 2 + 32);
}

// The example of section 6: the waker has 9.0, the victim on its own pCPU 8.9
// and the other one 5.0.
class Credit2VictimTest : public testing::Test {
 protected:
  explicit Credit2VictimTest(Duration victim_starts = Microseconds(3900))
      : rig_({.cores = 2}, 3) {
    rig_.Start(1);
    rig_.Start(2);
    rig_.Advance(Milliseconds(1));
    rig_.Block(2);
    rig_.now = Instant() + victim_starts;
    rig_.Start(0);
    rig_.now = Instant() + Milliseconds(5);
    rig_.host.Forget();
  }
  Credit2Rig rig_;
};

TEST_F(Credit2VictimTest, TheOwnPcpuIsTakenAtOnceIfItScores) {
  rig_.Signal(2);
  EXPECT_EQ(rig_.host.TakePending(), (Pcpus{0}));
  EXPECT_EQ(rig_.Credit(0), 8'900'000);
  EXPECT_EQ(rig_.Credit(1), 10'000'000);  // not compared, so not charged
}

class Credit2ProtectedVictimTest : public Credit2VictimTest {
 protected:
  Credit2ProtectedVictimTest() : Credit2VictimTest(Microseconds(4050)) {}
};

// 950 us are not more than the rate limit less its tolerance.
TEST_F(Credit2ProtectedVictimTest, WhoHasHardlyRunIsPassedOver) {
  rig_.Signal(2);
  EXPECT_EQ(rig_.host.TakePending(), (Pcpus{1}));
  EXPECT_EQ(rig_.Credit(0), 10'000'000);
  EXPECT_EQ(rig_.Credit(1), 5'000'000);
}

TEST(Credit2Tickle, WithinTheToleranceATickleIsUsedUp) {
  Credit2Rig rig({.cores = 1}, 2);
  rig.Start(0);
  rig.Advance(Duration(950'001));
  rig.Up(1);
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{0}));
  EXPECT_EQ(rig.SliceAt(0), 500'000);
  EXPECT_EQ(rig.Current(0), VcpuId(0));
}

TEST(Credit2Tickle, ComparedVictimsAreChargedEvenIfNobodyIsPoked) {
  Credit2Rig rig({.cores = 2}, 3);
  rig.Start(2);
  rig.Advance(Milliseconds(2));
  rig.Block(2);
  rig.Start(0);
  rig.Start(1);
  rig.Advance(Milliseconds(2));
  rig.host.Forget();
  rig.Signal(2);  // all have 8.0
  EXPECT_EQ(rig.host.TakePending(), Pcpus());
  EXPECT_EQ(rig.Credit(0), 8'000'000);
  EXPECT_EQ(rig.Credit(1), 8'000'000);
}

TEST(Credit2Tickle, ABusyPcpuOfAnotherMustOutweighTheResistance) {
  Credit2Rig rig({.cores = 2}, 3, {.migrate_resist_us = 1100});
  rig.Start(1);
  rig.Advance(Microseconds(400));
  rig.Start(0);  // protected until vCPU 2 has woken
  rig.Advance(Microseconds(700));
  rig.host.Forget();
  rig.Up(2);  // 10.0 - 8.9 - 1.1 is not above 0
  EXPECT_EQ(rig.host.TakePending(), Pcpus());
  rig.engine.Pause(rig.On(0), VcpuId(2));
  rig.Advance(Duration(1));
  rig.engine.Unpause(rig.On(0), VcpuId(2));
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{1}));
}

TEST(Credit2Wake, ACurrentOrQueuedVcpuIsLeftAlone) {
  Credit2Rig rig({.cores = 1}, 2);
  rig.Start(0);
  rig.Up(1);
  rig.host.Forget();
  const std::string before = rig.Text(0) + rig.Text(1);
  rig.engine.SpuriousWake(rig.On(0), VcpuId(0));
  rig.engine.SpuriousWake(rig.On(0), VcpuId(1));
  EXPECT_EQ(rig.Text(0) + rig.Text(1), before);
  EXPECT_TRUE(rig.host.pending.empty());
  EXPECT_EQ(rig.Load(0, "load"), 2);
}

TEST(Credit2Wake, WhoWakesBeforeItsContextIsSavedIsQueuedThen) {
  Credit2Rig rig({.cores = 1}, 1);
  rig.Start(0);
  rig.engine.Block(rig.On(0), VcpuId(0), kEventSignal);
  rig.engine.Decide(rig.On(0));
  rig.Signal(0);
  EXPECT_EQ(rig.Flags(0), 2 + 4 + 32);
  EXPECT_EQ(rig.Load(0, "load"), 1);
  rig.host.Forget();
  rig.engine.ContextSaved(rig.On(0), VcpuId(0));
  EXPECT_EQ(rig.Flags(0), 32);
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{0}));
  EXPECT_EQ(rig.Load(0, "load"), 1);
}

TEST(Credit2Sleep, AQueuedVcpuLeavesTheQueueAndTheLoad) {
  Credit2Rig rig({.cores = 1}, 2);
  rig.Start(0);
  rig.Up(1);
  rig.engine.Pause(rig.On(0), VcpuId(1));
  EXPECT_EQ(rig.Load(0, "load"), 1);
  rig.Block(0);
  EXPECT_FALSE(rig.Current(0).valid());
  rig.engine.Unpause(rig.On(0), VcpuId(1));
  rig.Drain();
  EXPECT_EQ(rig.Current(0), VcpuId(1));
}

TEST(Credit2Sleep, WhoSleepsBeforeItsContextIsSavedIsNotQueued) {
  Credit2Rig rig({.cores = 1}, 2, {.ratelimit_us = 0});
  rig.Start(0);
  rig.Advance(Milliseconds(1));
  rig.Up(1);
  rig.engine.Decide(rig.On(0));
  ASSERT_EQ(rig.Flags(0), 2 + 4 + 32);
  rig.engine.Pause(rig.On(0), VcpuId(0));
  EXPECT_EQ(rig.Flags(0), 2 + 32);
  rig.engine.ContextSaved(rig.On(0), VcpuId(0));
  EXPECT_EQ(rig.Load(0, "load"), 1);
}

}  // namespace
}  // namespace xenotime
