// What a policy may do to the machine (PolicyHost), and under which locks.

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/tests/testing/engine_rig.h"

namespace xenotime {
namespace {

// Whether the hook in which this is called holds each pCPU's lock domain.
std::vector<bool> Held(ScriptedRig& rig, const HookContext& context) {
  std::vector<bool> held;
  PolicyHost& port = rig.policy->port();
  for (uint32_t p = 0; p < rig.engine.topology().pcpus(); ++p) {
    const bool taken = port.TryLock(context, PcpuId(p));
    if (taken) port.Unlock(context, PcpuId(p));
    held.push_back(!taken);
  }
  return held;
}

using Bools = std::vector<bool>;

TEST(EnginePort, ADecisionHoldsItsOwnLockDomain) {
  ScriptedRig rig(2, 1);
  Bools held;
  rig.policy->on_pick_next = [&](const HookContext& context) {
    held = Held(rig, context);
  };
  rig.Run(1, -1);
  EXPECT_EQ(held, (Bools{false, true}));
}

TEST(EnginePort, AWakeHoldsTheVcpusLockDomainNotTheExecuting) {
  ScriptedRig rig(2, 2);
  Bools held;
  rig.policy->on_wake = [&](const HookContext& context, const Vcpu&) {
    held = Held(rig, context);
  };
  rig.engine.Up(rig.On(0), VcpuId(1));
  EXPECT_EQ(held, (Bools{false, true}));
}

TEST(EnginePort, ATimerOfAPcpuHoldsItsLockDomain) {
  ScriptedRig rig(2, 0);
  Bools held;
  rig.policy->on_timer = [&](const HookContext& context, TimerId) {
    held = Held(rig, context);
  };
  const TimerId timer =
      rig.policy->port().AddTimer(PcpuId(1), TimerScope::kPcpu);
  rig.engine.OnTimer(rig.On(1), timer);
  EXPECT_EQ(held, (Bools{false, true}));
}

TEST(EnginePort, ATimerOfThePolicyHoldsThemAll) {
  ScriptedRig rig(3, 0);
  Bools held;
  rig.policy->on_timer = [&](const HookContext& context, TimerId) {
    held = Held(rig, context);
  };
  const TimerId timer =
      rig.policy->port().AddTimer(PcpuId(0), TimerScope::kPolicy);
  rig.engine.OnTimer(rig.On(0), timer);
  EXPECT_EQ(held, (Bools{true, true, true}));
}

TEST(EnginePort, PcpusOfOneLockDomainShareIt) {
  EngineRig<ScriptedPolicy> rig({.cores = 2}, 1, [](PolicyHost& port) {
    auto policy = std::make_unique<ScriptedPolicy>(port);
    policy->one_lock_domain = true;
    return policy;
  });
  bool taken = true;
  rig.policy->on_pick_next = [&](const HookContext& context) {
    taken = rig.policy->port().TryLock(context, PcpuId(0));
  };
  rig.Decide(1);
  EXPECT_FALSE(taken);
}

TEST(EnginePort, APolicyTimerCanParkAndUnpark) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  PolicyHost& port = rig.policy->port();
  bool park = true;
  rig.policy->on_timer = [&](const HookContext& context, TimerId) {
    park ? port.Pause(context, VcpuId(0)) : port.Unpause(context, VcpuId(0));
  };
  const TimerId timer = port.AddTimer(PcpuId(0), TimerScope::kPolicy);
  rig.engine.OnTimer(rig.On(0), timer);
  EXPECT_FALSE(rig.V(0).runnable());
  rig.Drain();
  EXPECT_EQ(rig.State(0), RunState::kOffline);
  park = false;
  rig.policy->TakeLog();
  rig.engine.OnTimer(rig.On(0), timer);
  EXPECT_TRUE(rig.V(0).runnable());
  EXPECT_EQ(rig.policy->TakeLog(),
            (std::vector<std::string>{"timer 0", "wake 0"}));
}

TEST(EnginePort, AnAssignmentToTheSamePcpuIsNotTraced) {
  ScriptedRig rig(2, 1);
  PolicyHost& port = rig.policy->port();
  port.Assign(rig.On(0), VcpuId(0), PcpuId(0));
  EXPECT_TRUE(rig.host.Records(TraceKind::kMigrate).empty());
  port.Assign(rig.On(0), VcpuId(0), PcpuId(1));
  const auto records = rig.host.Records(TraceKind::kMigrate);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].pcpu, 1);
  EXPECT_EQ(records[0].arg, 0u);
}

TEST(EnginePort, OnlyAPcpuThatDecidesForItselfPulls) {
  ScriptedRig rig(3, 2);
  rig.policy->on_pick_next = [&rig](const HookContext& context) {
    rig.policy->port().Assign(context, VcpuId(0), PcpuId(1));
    rig.policy->port().Assign(context, VcpuId(1), PcpuId(2));
  };
  rig.Run(1, -1);
  const auto records = rig.host.Records(TraceKind::kMigrate);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(static_cast<MoveCause>(records[0].detail), MoveCause::kPulled);
  EXPECT_EQ(static_cast<MoveCause>(records[1].detail), MoveCause::kPlaced);
}

TEST(EnginePort, ThePausesOfThePolicyAreToldFromThoseOfTheToolstack) {
  ScriptedRig rig(1, 1);
  rig.Up(0);
  rig.engine.Pause(rig.On(0), VcpuId(0));
  EXPECT_EQ(rig.V(0).policy_pauses, 0);
  const TimerId timer =
      rig.policy->port().AddTimer(PcpuId(0), TimerScope::kPolicy);
  rig.policy->on_timer = [&rig](const HookContext& context, TimerId) {
    rig.policy->port().Pause(context, VcpuId(0));
  };
  rig.engine.OnTimer(rig.On(0), timer);
  EXPECT_EQ(rig.V(0).policy_pauses, 1);
  EXPECT_EQ(rig.V(0).pauses(), 2u);
  rig.policy->on_timer = [&rig](const HookContext& context, TimerId) {
    rig.policy->port().Unpause(context, VcpuId(0));
  };
  rig.engine.OnTimer(rig.On(0), timer);
  EXPECT_EQ(rig.V(0).policy_pauses, 0);
  EXPECT_TRUE(rig.V(0).paused());
}

TEST(EnginePort, ANoteGoesIntoTheTrace) {
  ScriptedRig rig(1, 1);
  rig.now = Instant(9);
  rig.policy->port().Note(rig.On(0), 7, VcpuId(0), -3);
  ASSERT_EQ(rig.host.trace.size(), 1u);
  const TraceEvent& note = rig.host.trace[0];
  EXPECT_EQ(note.kind, TraceKind::kNote);
  EXPECT_EQ(note.detail, 7);
  EXPECT_EQ(static_cast<int64_t>(note.arg), -3);
  EXPECT_EQ(note.time, Instant(9));
}

TEST(EnginePort, ATickleNamesTheVcpuForWhichItIsWhenStamped) {
  ScriptedRig rig(2, 2);
  rig.Up(1);
  const auto tickles = rig.host.Records(TraceKind::kTickle);
  ASSERT_EQ(tickles.size(), 1u);
  EXPECT_EQ(tickles[0].pcpu, 0);
  EXPECT_EQ(tickles[0].arg, 1u);
}

}  // namespace
}  // namespace xenotime
