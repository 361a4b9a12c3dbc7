// BrokenInvariant must see what it is there for. The engine keeps its own
// state whole, so the tests damage it behind its back.

#include <string>

#include "gtest/gtest.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/tests/testing/engine_rig.h"

namespace xenotime {
namespace {

Vcpu& Damage(ScriptedRig& rig, uint32_t v) {
  return const_cast<Vcpu&>(rig.V(v));
}

std::string Broken(const ScriptedRig& rig) {
  return rig.engine.BrokenInvariant().value_or("");
}

TEST(EngineInvariants, HoldInEveryState) {
  ScriptedRig rig(2, 3);
  EXPECT_EQ(Broken(rig), "");
  rig.Start(0);
  rig.Up(1);
  EXPECT_EQ(Broken(rig), "");
  rig.engine.Block(rig.On(0), VcpuId(0), kEventSignal);
  rig.Run(0, -1);
  rig.engine.Pause(rig.On(0), VcpuId(1));
  EXPECT_EQ(Broken(rig), "");
}

TEST(EngineInvariants, SeeARunningVcpuThatIsCurrentNowhere) {
  ScriptedRig rig(1, 1);
  Damage(rig, 0).is_running = true;
  EXPECT_EQ(Broken(rig), "vCPU 1.0: is_running, but current nowhere");
}

TEST(EngineInvariants, SeeARunstateWithoutAPcpu) {
  ScriptedRig rig(1, 1);
  Damage(rig, 0).runstate.Enter(RunState::kRunning, Instant());
  EXPECT_EQ(Broken(rig), "vCPU 1.0: running, but current nowhere");
}

TEST(EngineInvariants, SeeACurrentVcpuThatIsNotRunning) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  Damage(rig, 0).is_running = false;
  EXPECT_EQ(Broken(rig), "vCPU 1.0: current, but not is_running");
}

TEST(EngineInvariants, SeeACurrentVcpuOfAnotherPcpu) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  Damage(rig, 0).processor = PcpuId(1);
  EXPECT_EQ(Broken(rig),
            "vCPU 1.0: current on a pCPU that it is not assigned to");
}

TEST(EngineInvariants, SeeAWrongRunstateOnAPcpu) {
  ScriptedRig rig(1, 1);
  rig.Start(0);
  Damage(rig, 0).runstate.Enter(RunState::kRunnable, Instant());
  EXPECT_EQ(Broken(rig), "vCPU 1.0: current, but its runstate is not running");
}

TEST(EngineInvariants, SeeAPauseWordThatContradictsTheRunstate) {
  ScriptedRig rig(1, 1);
  rig.Up(0);
  Damage(rig, 0).pause_word = kPauseBlocked;
  EXPECT_EQ(Broken(rig), "vCPU 1.0: pause word 1, but runstate runnable");
}

TEST(EngineInvariants, SeeABlockedRunstateWithoutTheFlag) {
  ScriptedRig rig(1, 1);
  Damage(rig, 0).runstate.Enter(RunState::kBlocked, Instant());
  EXPECT_EQ(Broken(rig), "vCPU 1.0: runstate blocked without the blocked flag");
}

TEST(EngineInvariants, SeeAVcpuOnTwoPcpus) {
  ScriptedRig rig(2, 1);
  rig.Start(0);
  const_cast<Pcpu&>(rig.engine.pcpu(PcpuId(1))).current = VcpuId(0);
  EXPECT_EQ(Broken(rig), "vCPU 0 is current on pCPUs 0 and 1");
}

}  // namespace
}  // namespace xenotime
