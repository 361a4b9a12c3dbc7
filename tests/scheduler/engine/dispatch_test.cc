// The scheduling decision and the switch (core.md, section 5).

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

SwitchReason LastReason(const ScriptedRig& rig) {
  return static_cast<SwitchReason>(
      rig.host.Records(TraceKind::kSwitch).back().detail);
}

TEST(EngineDispatch, ThePolicysChoiceBecomesCurrent) {
  ScriptedRig rig(1, 1);
  rig.Up(0);
  rig.now = Instant(70);
  const Switched result = rig.Run(0, 0);
  EXPECT_TRUE(result.changed());
  EXPECT_FALSE(result.previous.valid());
  EXPECT_EQ(result.next, VcpuId(0));
  EXPECT_EQ(rig.Current(0), VcpuId(0));
  EXPECT_TRUE(rig.V(0).running());
  EXPECT_EQ(rig.V(0).last_switch, Instant(70));
  EXPECT_EQ(rig.State(0), RunState::kRunning);
  EXPECT_EQ(LastReason(rig), SwitchReason::kIdle);
}

TEST(EngineDispatch, ItIsRunningUntilItsContextIsSaved) {
  ScriptedRig rig(1, 2);
  rig.Start(0);
  rig.Up(1);
  rig.policy->decisions.push_back({.next = VcpuId(1)});
  rig.now = Instant(10);
  const Switched result = rig.engine.Decide(rig.On(0));
  EXPECT_TRUE(rig.V(0).running());
  EXPECT_EQ(rig.State(0), RunState::kRunnable);
  rig.now = Instant(15);
  rig.policy->TakeLog();
  rig.engine.ContextSaved(rig.On(0), result.previous);
  EXPECT_FALSE(rig.V(0).running());
  EXPECT_EQ(rig.V(0).last_switch, Instant(15));
  EXPECT_EQ(rig.policy->TakeLog(), Log{"saved 0"});
}

TEST(EngineDispatch, TheContextOfIdleNeedsNoSaving) {
  ScriptedRig rig(1, 1);
  rig.engine.ContextSaved(rig.On(0), VcpuId::None());
  EXPECT_EQ(rig.policy->TakeLog(), Log{});
}

TEST(EngineDispatch, ADecisionForTheSameVcpuTouchesNothing) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.now = Instant(50);
  const Switched result = rig.Run(0, 0, Duration(30));
  EXPECT_FALSE(result.changed());
  EXPECT_EQ(result.slice_end, Instant(80));
  EXPECT_EQ(rig.V(0).last_switch, Instant(0));
  EXPECT_TRUE(rig.host.Records(TraceKind::kSwitch).empty());
  EXPECT_EQ(rig.engine.TotalDecisions(), 2);
  EXPECT_EQ(rig.engine.TotalSwitches(), 1);
}

TEST(EngineDispatch, ANegativeSliceHasNoEnd) {
  ScriptedRig rig(1, 1);
  rig.Up(0);
  EXPECT_EQ(rig.Run(0, 0).slice_end, Instant::Never());
  EXPECT_EQ(rig.Run(0, 0, Duration(0)).slice_end, rig.now);
}

TEST(EngineDispatch, ASliceEndAsksForADecision) {
  ScriptedRig rig(2, 2);
  rig.Start(1);
  rig.engine.SliceExpired(rig.On(1));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{1});
  rig.Run(1, -1);
  EXPECT_EQ(LastReason(rig), SwitchReason::kSlice);
}

TEST(EngineDispatch, ASliceEndIsForgottenByTheNextDecision) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.SliceExpired(rig.On(0));
  rig.Run(0, 0);
  rig.Run(0, -1);
  EXPECT_EQ(LastReason(rig), SwitchReason::kPreempted);
}

TEST(EngineDispatch, AYieldIsForgottenByTheNextDecision) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  rig.engine.Yield(rig.On(0), VcpuId(0));
  rig.Run(0, 0);
  rig.Run(0, -1);
  EXPECT_EQ(LastReason(rig), SwitchReason::kPreempted);
}

// Each round gives one reason less; the strongest that is left must win.
TEST(EngineDispatch, ReasonsApplyInTheirOrder) {
  const std::vector<SwitchReason> order = {
      SwitchReason::kBlocked,   SwitchReason::kOffline, SwitchReason::kParked,
      SwitchReason::kMigrating, SwitchReason::kYielded, SwitchReason::kSlice,
      SwitchReason::kPreempted};
  for (size_t first = 0; first < order.size(); ++first) {
    ScriptedRig rig(1, 1);
    rig.Start(0);
    const VcpuId v(0);
    if (first <= 5) rig.engine.SliceExpired(rig.On(0));
    if (first <= 4) rig.engine.Yield(rig.On(0), v);
    if (first <= 3) rig.policy->port().RequestMigration(rig.On(0), v);
    if (first <= 2) rig.engine.Pause(rig.On(0), v);
    if (first <= 1) rig.engine.Down(rig.On(0), v);
    if (first <= 0) rig.engine.Block(rig.On(0), v, kEventSignal);
    rig.Run(0, -1);
    EXPECT_EQ(LastReason(rig), order[first]) << first;
  }
}

TEST(EngineDispatch, AskingAgainWithoutProgressIsARetry) {
  ScriptedRig rig(1, 1);
  rig.policy->on_pick_next = [&](const HookContext& context) {
    rig.policy->port().Retry(context);
  };
  EXPECT_TRUE(rig.Run(0, -1).retry);
  EXPECT_TRUE(rig.host.raised.empty());
}

TEST(EngineDispatch, AskingAgainWithASwitchIsNone) {
  ScriptedRig rig(1, 1);
  rig.Up(0);
  rig.policy->on_pick_next = [&](const HookContext& context) {
    rig.policy->port().Retry(context);
  };
  EXPECT_FALSE(rig.Run(0, 0).retry);
}

TEST(EngineDispatch, TicklingTheDecidingPcpuIsOneMoreDecision) {
  ScriptedRig rig(1, 1);
  rig.policy->on_pick_next = [&](const HookContext& context) {
    rig.policy->port().Tickle(context, PcpuId(0));
  };
  EXPECT_FALSE(rig.Run(0, -1).retry);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
}

TEST(EngineDispatch, AskingAnotherPcpuWithinADecisionIsAnOrdinaryTickle) {
  ScriptedRig rig(2, 1);
  rig.policy->on_pick_next = [&](const HookContext& context) {
    rig.policy->port().Tickle(context, PcpuId(1));
  };
  EXPECT_FALSE(rig.Run(0, -1).retry);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{1});
}

TEST(EngineDispatch, APcpuOutsideEveryPoolStaysIdle) {
  RecordingHost host;
  Engine engine(Topology({.cores = 1}), host, {});
  const Switched result = engine.Decide({Instant(), PcpuId(0)});
  EXPECT_FALSE(result.changed());
  EXPECT_FALSE(result.next.valid());
}

TEST(EngineDispatchDeathTest, AnUnknownVcpuIsRefused) {
  ScriptedRig rig(1, 1);
  EXPECT_DEATH(rig.Run(0, 9), "unknown vCPU");
}

TEST(EngineDispatchDeathTest, AVcpuThatCannotRunIsRefused) {
  ScriptedRig rig(1, 1);
  EXPECT_DEATH(rig.Run(0, 0), "cannot run");
}

TEST(EngineDispatchDeathTest, AVcpuThatRunsElsewhereIsRefused) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  EXPECT_DEATH(rig.Run(1, 0), "runs elsewhere");
}

TEST(EngineDispatchDeathTest, AVcpuOfAnotherPcpuIsRefused) {
  ScriptedRig rig(2, 1);
  rig.Up(0);
  EXPECT_DEATH(rig.Run(1, 0), "assigned to another pCPU");
}

TEST(EngineDispatchDeathTest, AVcpuOutsideItsAffinityIsRefused) {
  ScriptedRig rig(2, 1);
  rig.Up(0);
  const CpuSet one = rig.Set({1});
  rig.policy->picks.push_back(PcpuId(0));  // a wrong place
  rig.engine.SetAffinity(rig.On(0), VcpuId(0), &one, nullptr);
  EXPECT_DEATH(rig.Run(0, 0), "hard affinity");
}

}  // namespace
}  // namespace xenotime
