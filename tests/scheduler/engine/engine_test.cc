#include "xenotime/scheduler/engine/engine.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/testing/engine_rig.h"

namespace xenotime {
namespace {

using Log = std::vector<std::string>;
using Pcpus = std::vector<uint32_t>;

TEST(EngineTest, PcpusJoinInOrderAndAreAskedToDecide) {
  RecordingHost host;
  Engine engine(Topology({.cores = 2}), host, {});
  ScriptedPolicy* policy = nullptr;
  const PoolId pool = engine.AddPool([&](PolicyHost& port) {
    auto made = std::make_unique<ScriptedPolicy>(port);
    policy = made.get();
    return made;
  });
  for (uint32_t p : {0u, 1u}) engine.AddPcpu({}, pool, PcpuId(p));
  EXPECT_EQ(policy->TakeLog(), (Log{"add p0", "add p1"}));
  EXPECT_EQ(host.TakePending(), (Pcpus{0, 1}));
}

TEST(EngineDeathTest, APcpuIsInOnePoolOnly) {
  ScriptedRig rig(1, 0);
  EXPECT_DEATH(rig.engine.AddPcpu(rig.On(0), rig.pool, PcpuId(0)),
               "one pool at most");
}

TEST(EngineTest, VcpusAreCreatedDownOnPcpusInTurn) {
  ScriptedRig rig(3, 5);
  for (uint32_t v = 0; v < 5; ++v) {
    EXPECT_EQ(rig.V(v).cpu(), PcpuId(v % 3));
    EXPECT_EQ(rig.V(v).index, v);
    EXPECT_FALSE(rig.V(v).online());
    EXPECT_EQ(rig.State(v), RunState::kOffline);
    EXPECT_TRUE(rig.V(v).hard_affinity.IsAll());
  }
}

TEST(EngineTest, EachDomainBeginsAtTheFirstPcpuAgain) {
  ScriptedRig rig(3, 2);
  const DomainId other = rig.AddDomain(7, 2);
  EXPECT_EQ(rig.V(2).cpu(), PcpuId(0));
  EXPECT_EQ(rig.V(3).cpu(), PcpuId(1));
  EXPECT_EQ(rig.engine.domain(other).number, 7u);
  EXPECT_EQ(rig.engine.domain(other).first_vcpu, VcpuId(2));
  EXPECT_EQ(rig.engine.vcpus(), 4u);
  EXPECT_EQ(rig.engine.domains(), 2u);
}

TEST(EngineDeathTest, ADomainsVcpusAreCreatedInOneGo) {
  ScriptedRig rig(1, 1);
  rig.AddDomain(2, 1);
  EXPECT_DEATH(rig.engine.CreateVcpu(rig.On(0), rig.domain), "in one go");
}

TEST(EngineDeathTest, TheVcpuCapacityIsALimit) {
  RecordingHost host;
  Engine engine(Topology({.cores = 1}), host, {.vcpu_capacity = 1});
  const PoolId pool = engine.AddPool(
      [](PolicyHost& port) { return std::make_unique<ScriptedPolicy>(port); });
  engine.AddPcpu({}, pool, PcpuId(0));
  const DomainId domain = engine.CreateDomain(pool, 1);
  engine.CreateVcpu({}, domain);
  EXPECT_DEATH(engine.CreateVcpu({}, domain), "vcpu_capacity");
}

TEST(EngineTest, PoolsKeepApart) {
  RecordingHost host;
  Engine engine(Topology({.cores = 4}), host, {.vcpu_capacity = 4});
  std::vector<ScriptedPolicy*> policies;
  const auto make = [&](PolicyHost& port) {
    auto made = std::make_unique<ScriptedPolicy>(port);
    policies.push_back(made.get());
    return made;
  };
  const PoolId a = engine.AddPool(make), b = engine.AddPool(make);
  for (uint32_t p : {0u, 1u}) engine.AddPcpu({}, a, PcpuId(p));
  for (uint32_t p : {2u, 3u}) engine.AddPcpu({}, b, PcpuId(p));
  const DomainId domain = engine.CreateDomain(b, 1);
  const VcpuId v = engine.CreateVcpu({}, domain);
  EXPECT_EQ(engine.vcpu(v).cpu(), PcpuId(2));
  EXPECT_EQ(policies[1]->port().machine().pool().ToString(), "2-3");
  policies[0]->TakeLog();
  policies[1]->TakeLog();
  engine.Up({Instant(), PcpuId(2)}, v);
  EXPECT_EQ(policies[0]->TakeLog(), Log{});
  EXPECT_EQ(policies[1]->TakeLog(), Log{"wake 0"});
}

TEST(EngineDeathTest, ADomainNeedsAPoolWithPcpus) {
  RecordingHost host;
  Engine engine(Topology({.cores = 1}), host, {});
  const PoolId pool = engine.AddPool(
      [](PolicyHost& port) { return std::make_unique<ScriptedPolicy>(port); });
  EXPECT_DEATH(engine.CreateDomain(pool, 1), "pool with pCPUs");
}

TEST(EngineTest, WeightAndCapArePassedOn) {
  ScriptedRig rig(1, 1);
  rig.engine.AdjustDomain(rig.On(0), rig.domain, 512, 50);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"adjust 1 512 50"});
}

TEST(EngineTest, DescribesThePolicyThenEveryVcpu) {
  ScriptedRig rig(1, 2);
  EXPECT_EQ(rig.engine.Describe(),
            (Log{"whole", "policy", "1.0 state of 0", "1.1 state of 1"}));
}

TEST(EngineTest, ATimerRunsTheHookOfItsPolicy) {
  ScriptedRig rig(2, 1);
  const TimerId timer =
      rig.policy->port().AddTimer(PcpuId(1), TimerScope::kPcpu);
  EXPECT_EQ(rig.engine.TimerPcpu(timer), PcpuId(1));
  rig.policy->port().SetTimer(timer, Instant(500));
  EXPECT_EQ(rig.host.deadlines[timer.value()], Instant(500));
  rig.policy->port().StopTimer(timer);
  EXPECT_EQ(rig.host.deadlines[timer.value()], Instant::Never());
  rig.engine.OnTimer(rig.On(1), timer);
  EXPECT_EQ(rig.policy->TakeLog(), Log{"timer 0"});
}

}  // namespace
}  // namespace xenotime
