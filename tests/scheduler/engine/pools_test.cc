// pCPUs and domains that join and leave pools (core.md, section 8).

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/tests/testing/engine_rig.h"

namespace xenotime {
namespace {

using Log = std::vector<std::string>;

constexpr VcpuId kA(0);

// A second pool beside the rig's, with pCPUs taken from it.
class TwoPools : public ScriptedRig {
 public:
  TwoPools(uint32_t pcpus, uint32_t vcpus, std::vector<uint32_t> second)
      : ScriptedRig(pcpus, vcpus) {
    other = engine.AddPool([this](PolicyHost& port) {
      auto made = std::make_unique<ScriptedPolicy>(port);
      other_policy = made.get();
      return made;
    });
    for (uint32_t p : second) {
      engine.RemovePcpu(On(0), PcpuId(p));
      engine.AddPcpu(On(0), other, PcpuId(p));
    }
    Drain();
    policy->TakeLog();
    other_policy->TakeLog();
    host.Forget();
  }

  PoolId other;
  ScriptedPolicy* other_policy = nullptr;
};

TEST(EnginePools, APcpuLeavesItsPoolWithNobodyOnIt) {
  ScriptedRig rig(2, 1);
  EXPECT_TRUE(rig.engine.RemovePcpu(rig.On(0), PcpuId(1)));
  EXPECT_FALSE(rig.engine.pcpu(PcpuId(1)).pool.valid());
  EXPECT_EQ(rig.policy->port().machine().pool().ToString(), "0");
  EXPECT_FALSE(rig.engine.Decide(rig.On(1)).changed());
}

TEST(EnginePools, WhoWaitsOnALeavingPcpuMovesAtOnce) {
  ScriptedRig rig(2, 2);
  rig.Up(1);  // lives on pCPU 1, queued
  rig.policy->TakeLog();
  rig.policy->picks.push_back(PcpuId(0));
  EXPECT_TRUE(rig.engine.RemovePcpu(rig.On(0), PcpuId(1)));
  EXPECT_EQ(rig.V(1).cpu(), PcpuId(0));
  EXPECT_EQ(rig.State(1), RunState::kRunnable);
}

TEST(EnginePools, WhoRunsOnALeavingPcpuMovesWithItsNextDecision) {
  ScriptedRig rig(2, 2);
  rig.Start(1);
  rig.policy->picks.push_back(PcpuId(0));
  EXPECT_FALSE(rig.engine.RemovePcpu(rig.On(0), PcpuId(1)));
  EXPECT_EQ(rig.host.TakePending(), std::vector<uint32_t>{1});
  rig.Run(1, -1);
  EXPECT_EQ(rig.V(1).cpu(), PcpuId(0));
  EXPECT_TRUE(rig.engine.RemovePcpu(rig.On(0), PcpuId(1)));
  EXPECT_EQ(rig.engine.BrokenInvariant(), std::nullopt);
}

TEST(EnginePools, HardAffinityToWhatIsGoneBecomesAllAndCanBeRestored) {
  ScriptedRig rig(2, 1);
  const CpuSet one = rig.Set({1});
  rig.policy->picks = {PcpuId(1), PcpuId(0), PcpuId(1)};
  rig.engine.SetAffinity(rig.On(0), kA, &one, nullptr);
  ASSERT_TRUE(rig.engine.RemovePcpu(rig.On(0), PcpuId(1)));
  EXPECT_TRUE(rig.V(0).hard_affinity.IsAll());
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(0));

  rig.engine.RestoreAffinities(rig.On(0), rig.pool);
  EXPECT_TRUE(rig.V(0).hard_affinity.IsAll()) << "its pCPU is still away";
  rig.engine.AddPcpu(rig.On(0), rig.pool, PcpuId(1));
  EXPECT_TRUE(rig.V(0).hard_affinity.IsAll()) << "only by request";
  rig.engine.RestoreAffinities(rig.On(0), rig.pool);
  EXPECT_EQ(CpuSet(rig.V(0).hard_affinity), one);
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(1));
}

TEST(EnginePools, AnAffinitySetMeanwhileIsNotRestored) {
  ScriptedRig rig(2, 1);
  const CpuSet zero = rig.Set({0}), one = rig.Set({1});
  rig.policy->picks = {PcpuId(1), PcpuId(0), PcpuId(0)};
  rig.engine.SetAffinity(rig.On(0), kA, &one, nullptr);
  ASSERT_TRUE(rig.engine.RemovePcpu(rig.On(0), PcpuId(1)));
  rig.engine.SetAffinity(rig.On(0), kA, &zero, nullptr);
  rig.engine.AddPcpu(rig.On(0), rig.pool, PcpuId(1));
  rig.engine.RestoreAffinities(rig.On(0), rig.pool);
  EXPECT_EQ(CpuSet(rig.V(0).hard_affinity), zero);
}

TEST(EnginePools, TheOnlineSetFollowsHotplug) {
  ScriptedRig rig(2, 1);
  ASSERT_TRUE(rig.engine.RemovePcpu(rig.On(0), PcpuId(1)));
  EXPECT_EQ(rig.policy->port().machine().online().size(), 2u);
  rig.engine.SetOnline(PcpuId(1), false);
  EXPECT_EQ(rig.policy->port().machine().online().ToString(), "0");
  rig.engine.SetOnline(PcpuId(1), true);
  EXPECT_EQ(rig.policy->port().machine().online().size(), 2u);
}

TEST(EnginePools, ADomainMovesWithDefaultsAndInOrder) {
  TwoPools rig(3, 2, {1, 2});
  const CpuSet zero = rig.Set({0});
  rig.engine.SetAffinity(rig.On(0), kA, &zero, nullptr);
  rig.policy->TakeLog();
  EXPECT_TRUE(rig.engine.MoveDomain(rig.On(0), rig.domain, rig.other));
  EXPECT_EQ(rig.other_policy->TakeLog(),
            (Log{"insert 0 on 1", "insert 1 on 2"}));
  EXPECT_TRUE(rig.V(0).hard_affinity.IsAll());
  EXPECT_EQ(rig.engine.domain(rig.domain).pool, rig.other);
  EXPECT_FALSE(rig.V(0).paused());
}

TEST(EnginePools, ADomainThatRunsMovesOnceItHasStopped) {
  TwoPools rig(2, 1, {1});
  rig.Start(0);
  EXPECT_FALSE(rig.engine.MoveDomain(rig.On(0), rig.domain, rig.other));
  EXPECT_TRUE(rig.V(0).paused());
  rig.Run(0, -1);
  EXPECT_TRUE(rig.engine.MoveDomain(rig.On(0), rig.domain, rig.other));
  EXPECT_EQ(rig.V(0).cpu(), PcpuId(1));
  EXPECT_EQ(rig.State(0), RunState::kRunnable);
  EXPECT_EQ(rig.other_policy->TakeLog(), (Log{"insert 0 on 1", "wake 0"}));
  EXPECT_EQ(rig.engine.BrokenInvariant(), std::nullopt);
}

TEST(EnginePools, MovingToTheSamePoolIsNothing) {
  ScriptedRig rig(1, 1);
  EXPECT_TRUE(rig.engine.MoveDomain(rig.On(0), rig.domain, rig.pool));
  EXPECT_EQ(rig.policy->TakeLog(), Log{});
}

TEST(EnginePools, ADestroyedDomainNeverRunsAgain) {
  ScriptedRig rig(1, 2);
  rig.Start(0);
  EXPECT_FALSE(rig.engine.DestroyDomain(rig.On(0), rig.domain));
  rig.Run(0, -1);
  EXPECT_TRUE(rig.engine.DestroyDomain(rig.On(0), rig.domain));
  rig.policy->TakeLog();
  rig.Up(1);
  rig.engine.Signal(rig.On(0), kA, kEventSignal);
  rig.engine.Unpause(rig.On(0), kA);
  rig.engine.SetAffinity(rig.On(0), kA, nullptr, nullptr);
  EXPECT_EQ(rig.policy->TakeLog(), Log{});
  EXPECT_FALSE(rig.V(0).runnable());
  EXPECT_EQ(rig.engine.BrokenInvariant(), std::nullopt);
}

TEST(EnginePools, AReservedDomainIsUnknownUntilItStarts) {
  ScriptedRig rig(2, 1);
  rig.policy->TakeLog();
  const DomainId late = rig.engine.ReserveDomain(7, 2);
  rig.Up(1);  // too early; it comes up when it is created
  EXPECT_EQ(rig.policy->TakeLog(), Log{});
  rig.engine.StartDomain(rig.On(0), late, rig.pool);
  EXPECT_EQ(rig.policy->TakeLog(),
            (Log{"insert 1 on 0", "insert 2 on 1", "wake 1"}));
  rig.Up(2);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"wake 2"});
  EXPECT_EQ(rig.V(1).domain_number, 7u);
}

TEST(EnginePools, PausesOfADomainCountBesideThoseOfItsVcpus) {
  ScriptedRig rig(1, 1);
  rig.Up(0);
  rig.engine.PauseDomain(rig.On(0), rig.domain);
  rig.engine.Pause(rig.On(0), kA);
  rig.engine.UnpauseDomain(rig.On(0), rig.domain);
  EXPECT_FALSE(rig.V(0).runnable());
  rig.engine.Unpause(rig.On(0), kA);
  EXPECT_TRUE(rig.V(0).runnable());
  EXPECT_EQ(rig.State(0), RunState::kRunnable);
}

}  // namespace
}  // namespace xenotime
