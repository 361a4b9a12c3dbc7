// Blocking, waking, pausing (core.md, section 3).

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/tests/testing/engine_rig.h"

namespace xenotime {
namespace {

using Log = std::vector<std::string>;
using Pcpus = std::vector<uint32_t>;

constexpr VcpuId kA(0);
constexpr uint32_t kAny = kEventSignal | kEventTimer;

TEST(EngineTransitions, ABlockedVcpuAsksItsPcpuToDecide) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  EXPECT_TRUE(rig.engine.Block(rig.On(0), kA, kAny));
  EXPECT_FALSE(rig.V(0).runnable());
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  EXPECT_EQ(rig.host.Records(TraceKind::kBlock).size(), 1u);
  // Blocking calls no hook: the policy finds out in its next decision.
  EXPECT_EQ(rig.policy->TakeLog(), Log{});
  EXPECT_EQ(rig.State(0), RunState::kRunning);
}

TEST(EngineTransitions, BlockingWithAPendingEventGoesOn) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  EXPECT_FALSE(rig.engine.Signal(rig.On(0), kA, kEventSignal));
  EXPECT_FALSE(rig.engine.Block(rig.On(0), kA, kAny));
  EXPECT_TRUE(rig.V(0).runnable());
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
  EXPECT_TRUE(rig.host.Records(TraceKind::kBlock).empty());
  // The event is used up.
  EXPECT_TRUE(rig.engine.Block(rig.On(0), kA, kAny));
}

TEST(EngineTransitions, ASignalBetweenTheLookAndTheBlockIsNotLost) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  EXPECT_FALSE(rig.engine.Consume(kA, kAny));  // the guest's own look
  EXPECT_FALSE(rig.engine.Signal(rig.On(1), kA, kEventSignal));
  EXPECT_FALSE(rig.engine.Block(rig.On(0), kA, kAny));
  EXPECT_TRUE(rig.V(0).runnable());
}

TEST(EngineTransitions, ASignalBetweenTheBlockAndTheDecisionKeepsItCurrent) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  ASSERT_TRUE(rig.engine.Block(rig.On(0), kA, kAny));
  EXPECT_TRUE(rig.engine.Signal(rig.On(1), kA, kEventSignal));
  EXPECT_EQ(rig.policy->TakeLog(), Log{"wake 0"});
  EXPECT_EQ(rig.State(0), RunState::kRunning);
  EXPECT_TRUE(rig.host.Records(TraceKind::kWake).empty());
  // The decision that was asked for still happens.
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  EXPECT_FALSE(rig.Run(0, 0).changed());
}

TEST(EngineTransitions, ASignalEndsAWaitAndIsUsedUp) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  rig.engine.Block(rig.On(0), kA, kAny);
  rig.Run(0, -1);
  EXPECT_EQ(rig.State(0), RunState::kBlocked);
  rig.policy->TakeLog();
  rig.host.Forget();
  EXPECT_TRUE(rig.engine.Signal(rig.On(1), kA, kEventSignal));
  EXPECT_EQ(rig.State(0), RunState::kRunnable);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"wake 0"});
  EXPECT_EQ(rig.host.raised,
            (std::vector<std::pair<uint32_t, uint32_t>>{{0, 1}}));
  ASSERT_EQ(rig.host.Records(TraceKind::kWake).size(), 1u);
  EXPECT_EQ(rig.host.Records(TraceKind::kWake)[0].pcpu, 1);
  EXPECT_FALSE(rig.engine.Consume(kA, kAny));
}

TEST(EngineTransitions, ASleeperIsNotWokenByASignal) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Block(rig.On(0), kA, kEventTimer);
  rig.Run(0, -1);
  EXPECT_FALSE(rig.engine.Signal(rig.On(0), kA, kEventSignal));
  EXPECT_EQ(rig.State(0), RunState::kBlocked);
  EXPECT_TRUE(rig.engine.Signal(rig.On(0), kA, kEventTimer));
  EXPECT_EQ(rig.State(0), RunState::kRunnable);
  // The flag stays set for the next wait.
  EXPECT_TRUE(rig.engine.Consume(kA, kEventSignal));
}

TEST(EngineTransitions, SignalsDoNotCount) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Signal(rig.On(0), kA, kEventSignal);
  rig.engine.Signal(rig.On(0), kA, kEventSignal);
  EXPECT_TRUE(rig.engine.Consume(kA, kEventSignal));
  EXPECT_FALSE(rig.engine.Consume(kA, kEventSignal));
}

TEST(EngineTransitions, AnEventOutsideTheMaskStaysPending) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Signal(rig.On(0), kA, kEventTimer);
  EXPECT_FALSE(rig.engine.Consume(kA, kEventSignal));
  EXPECT_TRUE(rig.engine.Block(rig.On(0), kA, kEventSignal));
  EXPECT_TRUE(rig.engine.Consume(kA, kEventTimer));
}

TEST(EngineTransitions, AWaitForNothingEndsNever) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Block(rig.On(0), kA, 0);
  rig.Run(0, -1);
  EXPECT_FALSE(rig.engine.Signal(rig.On(0), kA, kEventSignal));
  EXPECT_FALSE(rig.engine.Signal(rig.On(0), kA, kEventTimer));
  EXPECT_EQ(rig.State(0), RunState::kBlocked);
}

TEST(EngineTransitions, AYieldRunsTheHookAndAsksForADecision) {
  ScriptedRig rig(2, 2);
  rig.Start(1);  // lives on pCPU 1
  rig.engine.Yield(rig.On(1), VcpuId(1));
  EXPECT_EQ(rig.policy->TakeLog(), Log{"yield 1"});
  EXPECT_EQ(rig.host.TakePending(), Pcpus{1});
  EXPECT_TRUE(rig.V(1).runnable());
  EXPECT_EQ(rig.host.Records(TraceKind::kYield).size(), 1u);
}

TEST(EngineTransitions, PausesCount) {
  ScriptedRig rig(1, 1);
  rig.Up(0);
  rig.policy->TakeLog();
  rig.engine.Pause(rig.On(0), kA);
  EXPECT_EQ(rig.State(0), RunState::kOffline);
  rig.engine.Pause(rig.On(0), kA);
  rig.engine.Unpause(rig.On(0), kA);
  EXPECT_FALSE(rig.V(0).runnable());
  EXPECT_EQ(rig.policy->TakeLog(), (Log{"sleep 0", "sleep 0"}));
  rig.engine.Unpause(rig.On(0), kA);
  EXPECT_TRUE(rig.V(0).runnable());
  EXPECT_EQ(rig.State(0), RunState::kRunnable);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"wake 0"});
}

TEST(EngineTransitionsDeathTest, AnUnpauseNeedsAPause) {
  ScriptedRig rig(1, 1);
  EXPECT_DEATH(rig.engine.Unpause(rig.On(0), kA), "unpause without a pause");
}

TEST(EngineTransitions, ARunningVcpuThatIsPausedStaysRunningUntilTheSwitch) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Pause(rig.On(0), kA);
  EXPECT_EQ(rig.State(0), RunState::kRunning);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  rig.Run(0, -1);
  EXPECT_EQ(rig.State(0), RunState::kOffline);
}

TEST(EngineTransitions, APausedWaiterIsNotWokenByItsEvent) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Block(rig.On(0), kA, kAny);
  rig.Run(0, -1);
  rig.engine.Pause(rig.On(0), kA);
  EXPECT_EQ(rig.State(0), RunState::kBlocked);
  rig.policy->TakeLog();
  EXPECT_TRUE(rig.engine.Signal(rig.On(0), kA, kEventSignal));
  EXPECT_EQ(rig.State(0), RunState::kOffline);
  EXPECT_EQ(rig.policy->TakeLog(), Log{});
  rig.engine.Unpause(rig.On(0), kA);
  EXPECT_EQ(rig.State(0), RunState::kRunnable);
}

TEST(EngineTransitions, UnpausingABlockedVcpuLeavesItBlocked) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Block(rig.On(0), kA, kAny);
  rig.Run(0, -1);
  rig.engine.Pause(rig.On(0), kA);
  rig.policy->TakeLog();
  rig.engine.Unpause(rig.On(0), kA);
  EXPECT_EQ(rig.State(0), RunState::kBlocked);
  EXPECT_EQ(rig.policy->TakeLog(), Log{});
}

TEST(EngineTransitions, DownTakesTheCurrentVcpuOffline) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Down(rig.On(0), kA);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"sleep 0"});
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  rig.Run(0, -1);
  EXPECT_EQ(rig.State(0), RunState::kOffline);
  EXPECT_FALSE(rig.V(0).online());
}

TEST(EngineTransitions, UpWakesOnce) {
  ScriptedRig rig(1, 1);
  rig.Up(0);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"wake 0"});
  rig.Up(0);
  EXPECT_EQ(rig.policy->TakeLog(), Log{});
  ASSERT_EQ(rig.host.Records(TraceKind::kWake).size(), 1u);
  EXPECT_EQ(rig.host.Records(TraceKind::kWake)[0].detail,
            static_cast<uint8_t>(WakeCause::kOnline));
}

TEST(EngineTransitions, APausedVcpuComesUpOffline) {
  ScriptedRig rig(1, 1);
  rig.engine.Pause(rig.On(0), kA);
  rig.Up(0);
  EXPECT_EQ(rig.State(0), RunState::kOffline);
  rig.policy->TakeLog();
  rig.engine.Unpause(rig.On(0), kA);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"wake 0"});
}

TEST(EngineTransitions, ASpuriousWakeRunsTheHookOfARunnableVcpuOnly) {
  ScriptedRig rig(1, 1);
  rig.engine.SpuriousWake(rig.On(0), kA);
  EXPECT_EQ(rig.policy->TakeLog(), Log{});
  rig.Start(0);
  rig.engine.SpuriousWake(rig.On(0), kA);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"wake 0"});
  EXPECT_EQ(rig.State(0), RunState::kRunning);
  EXPECT_TRUE(rig.host.Records(TraceKind::kWake).empty());
}

TEST(EngineTransitions, AQueuedVcpuThatIsPausedGoesOfflineAtOnce) {
  ScriptedRig rig(1, 1);
  rig.now = Instant(100);
  rig.Up(0);
  rig.now = Instant(130);
  rig.engine.Pause(rig.On(0), kA);
  EXPECT_EQ(rig.host.Records(TraceKind::kSleep).size(), 1u);
  rig.now = Instant(200);
  EXPECT_EQ(rig.V(0).runstate.Total(RunState::kRunnable, rig.now),
            Duration(30));
  EXPECT_EQ(rig.V(0).runstate.Total(RunState::kOffline, rig.now),
            Duration(170));
}

// The example of core.md, section 2, through the engine.
TEST(EngineTransitions, BooksTheExampleOfTheSpecification) {
  ScriptedRig rig(1, 1);
  rig.now = Instant(5'000'000);
  rig.Up(0);
  rig.now = Instant(5'200'000);
  rig.Run(0, 0);
  rig.now = Instant(9'200'000);
  rig.engine.Block(rig.On(0), kA, kAny);
  rig.Run(0, -1);
  rig.now = Instant(20'000'000);
  rig.engine.Signal(rig.On(0), kA, kEventTimer);
  rig.Run(0, 0);
  const RunStateClock& clock = rig.V(0).runstate;
  EXPECT_EQ(clock.Total(RunState::kOffline, rig.now), Milliseconds(5));
  EXPECT_EQ(clock.Total(RunState::kRunnable, rig.now), Microseconds(200));
  EXPECT_EQ(clock.Total(RunState::kRunning, rig.now), Milliseconds(4));
  EXPECT_EQ(clock.Total(RunState::kBlocked, rig.now), Microseconds(10'800));
}

TEST(EngineTransitions, AWakeIsStampedInTheOrderOfItsStages) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Block(rig.On(0), kA, kAny);
  rig.Run(0, -1);
  rig.host.Forget();
  rig.engine.Signal(rig.On(0), kA, kEventTimer);
  rig.Run(0, 0);
  using Stamps = std::vector<std::pair<WakeStage, uint32_t>>;
  EXPECT_EQ(rig.host.stamps, (Stamps{{WakeStage::kWake, 0},
                                     {WakeStage::kQueued, 0},
                                     {WakeStage::kTickled, 0},
                                     {WakeStage::kDecided, 0}}));
}

}  // namespace
}  // namespace xenotime
