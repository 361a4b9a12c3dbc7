#include "xenotime/scheduler/sim/executor.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/guest/phases.h"
#include "xenotime/tests/testing/run_text.h"
#include "xenotime/tests/testing/scripted_policy.h"

namespace xenotime {
namespace {

using Log = std::vector<std::string>;

// A simulated machine whose policy does what the test says.
class SimRig {
 public:
  explicit SimRig(uint32_t pcpus, const CostModel& costs = {},
                  uint32_t vcpus = 0)
      : sim(Topology({.cores = pcpus}), Config(costs)) {
    const PoolId pool = sim.engine().AddPool([&](PolicyHost& port) {
      auto made = std::make_unique<ScriptedPolicy>(port);
      policy = made.get();
      return made;
    });
    for (uint32_t p = 0; p < pcpus; ++p) {
      sim.engine().AddPcpu(sim.BootContext(), pool, PcpuId(p));
    }
    sim.Drain();
    if (vcpus > 0) {
      const DomainId domain = sim.engine().CreateDomain(pool, 1);
      for (uint32_t v = 0; v < vcpus; ++v) {
        sim.engine().CreateVcpu(sim.BootContext(), domain);
      }
    }
    policy->on_timer = [this](const HookContext& context, TimerId timer) {
      fired.emplace_back(timer.value(), context.now.ns());
    };
    policy->on_pick_next = [this](const HookContext& context) {
      decided.emplace_back(context.executing.value(), context.now.ns());
    };
  }

  TimerId Timer(uint32_t p, int64_t ns) {
    const TimerId timer = policy->port().AddTimer(PcpuId(p), TimerScope::kPcpu);
    policy->port().SetTimer(timer, Instant(ns));
    return timer;
  }

  using Times = std::vector<std::pair<uint32_t, int64_t>>;
  SimExecutor sim;
  ScriptedPolicy* policy = nullptr;
  Times fired;    // (timer, time)
  Times decided;  // (pCPU, time)

 private:
  static SimConfig Config(const CostModel& costs) {
    SimConfig config;
    config.models.costs = costs;
    config.vcpu_capacity = 8;
    return config;
  }
};

using Times = SimRig::Times;

TEST(SimExecutorTest, TimersOfOneInstantGoByPcpuThenInOrderOfCreation) {
  SimRig rig(3);
  rig.Timer(2, 50);
  rig.Timer(1, 50);
  rig.Timer(0, 70);
  rig.Timer(1, 50);
  rig.sim.RunUntil(Instant(100));
  EXPECT_EQ(rig.fired, (Times{{1, 50}, {3, 50}, {0, 50}, {2, 70}}));
  EXPECT_EQ(rig.sim.now(), Instant(100));
}

TEST(SimExecutorTest, TheSliceTimerOfAPcpuComesLast) {
  SimRig rig(1);
  rig.policy->decisions.push_back({.next = {}, .slice = Duration(50)});
  rig.sim.RaiseSchedule(PcpuId(0), PcpuId(0));
  rig.sim.Drain();
  rig.decided.clear();
  rig.policy->TakeLog();
  rig.Timer(0, 50);
  rig.sim.RunUntil(Instant(100));
  EXPECT_EQ(rig.policy->TakeLog(), (Log{"timer 0", "decide idle"}));
}

TEST(SimExecutorTest, ATimerInThePastExpiresNow) {
  SimRig rig(1);
  const TimerId timer = rig.Timer(0, 50);
  rig.policy->on_timer = [&](const HookContext& context, TimerId) {
    rig.fired.emplace_back(0, context.now.ns());
    if (rig.fired.size() < 3) rig.policy->port().SetTimer(timer, Instant(7));
  };
  rig.sim.RunUntil(Instant(100));
  EXPECT_EQ(rig.fired, (Times{{0, 50}, {0, 50}, {0, 50}}));
}

TEST(SimExecutorTest, ATimerCanBeSetToNever) {
  SimRig rig(1);
  const TimerId timer = rig.Timer(0, 50);
  rig.policy->port().SetTimer(timer, Instant::Never());
  rig.sim.RunUntil(Instant(100));
  EXPECT_TRUE(rig.fired.empty());
}

TEST(SimExecutorTest, PendingDecisionsAreTakenLowestPcpuFirstAndOnce) {
  SimRig rig(3);
  for (uint32_t p : {2u, 0u, 2u, 1u}) {
    rig.sim.RaiseSchedule(PcpuId(p), PcpuId(0));
  }
  rig.decided.clear();
  rig.sim.Drain();
  EXPECT_EQ(rig.decided, (Times{{0, 0}, {1, 0}, {2, 0}}));
}

TEST(SimExecutorTest, ActionsRunInTheirOrderOnPcpuZero) {
  SimRig rig(2);
  std::vector<int> order;
  rig.sim.AddAction(Instant(10), [&](HookContext context) {
    EXPECT_EQ(context.executing, PcpuId(0));
    EXPECT_EQ(context.now, Instant(10));
    order.push_back(1);
  });
  rig.sim.AddAction(Instant(10), [&](HookContext) { order.push_back(2); });
  rig.sim.AddAction(Instant(20), [&](HookContext) { order.push_back(3); });
  rig.sim.RunUntil(Instant(20));
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST(SimExecutorTest, SnapshotsComeAfterEverythingElse) {
  SimRig rig(1);
  std::vector<std::string> order;
  rig.sim.SetSnapshot(Duration(50), [&](Instant) { order.push_back("snap"); });
  rig.policy->on_timer = [&](const HookContext&, TimerId) {
    order.push_back("timer");
  };
  rig.Timer(0, 50);
  rig.sim.RunUntil(Instant(120));
  EXPECT_EQ(order, (std::vector<std::string>{"timer", "snap", "snap"}));
}

TEST(SimExecutorTest, ADecisionTakesItsTime) {
  CostModel costs;
  costs.softirq = Nanoseconds(10);
  costs.decision = Nanoseconds(30);
  SimRig rig(1, costs);
  rig.sim.RunUntil(Instant(1'000));
  EXPECT_EQ(rig.decided, (Times{{0, 40}}));  // the boot's
}

TEST(SimExecutorTest, AnInterruptWaitsUntilABusyPcpuIsThrough) {
  CostModel costs;
  costs.decision = Nanoseconds(100);
  costs.irq_entry = Nanoseconds(5);
  SimRig rig(1, costs);  // busy with the boot's decision until 100
  rig.Timer(0, 50);
  rig.sim.RunUntil(Instant(1'000));
  EXPECT_EQ(rig.fired, (Times{{0, 105}}));
}

TEST(SimExecutorTest, IpisThatAreUnderWayMerge) {
  CostModel costs;
  costs.ipi_delivery = Nanoseconds(60);
  SimRig rig(2, costs);
  rig.sim.RunUntil(Instant(10));
  rig.decided.clear();
  for (int i = 0; i < 3; ++i) rig.sim.RaiseSchedule(PcpuId(1), PcpuId(0));
  rig.sim.RunUntil(Instant(1'000));
  ASSERT_EQ(rig.decided.size(), 1u);
  EXPECT_EQ(rig.decided[0].first, 1u);
}

TEST(SimExecutorTest, ATickleOfABusyPcpuLeadsToOneMoreDecision) {
  CostModel costs;
  costs.decision = Nanoseconds(100);
  SimRig rig(1, costs);
  for (int i = 0; i < 3; ++i) rig.sim.RaiseSchedule(PcpuId(0), PcpuId(0));
  rig.sim.RunUntil(Instant(1'000));
  EXPECT_EQ(rig.decided, (Times{{0, 100}, {0, 200}}));
}

TEST(SimExecutorTest, APcpuThatIsIdlePaysForLeavingIt) {
  CostModel costs;
  costs.idle_exit = Nanoseconds(40);
  costs.irq_entry = Nanoseconds(2);
  SimRig rig(1, costs);
  rig.Timer(0, 500);
  rig.sim.RunUntil(Instant(1'000));
  EXPECT_EQ(rig.fired, (Times{{0, 542}}));
}

TEST(SimExecutorTest, AStopFlagLeadsToAPartialReport) {
  const Scenario scenario = ScenarioOf(R"(
scheduler credit
pcpus 1
duration 1000000000000
domain 1
vcpu 1.0 : run 1000; sleep 1000
)");
  std::atomic<bool> stop{true};
  RunOptions options;
  options.stop = &stop;
  const Report report = RunScenario(scenario, options).report;
  EXPECT_TRUE(report.partial);
  EXPECT_LT(report.duration, Milliseconds(10));
  EXPECT_GT(report.duration, Duration());
  EXPECT_GT(report.metrics.vcpus[0].run_ns, 0);
}

// A guest whose steps take no time.
class Restless final : public GuestProgram {
 public:
  GuestOp Next(const GuestView&) override {
    GuestOp op;
    op.kind = GuestOp::Kind::kSample;
    return op;
  }
};

TEST(SimExecutorTest, AGuestThatDoesNotLetTimePassIsStopped) {
  SimRig rig(1, {}, 1);
  rig.policy->decisions.push_back({.next = VcpuId(0)});
  rig.sim.SetProgram(VcpuId(0), std::make_unique<Restless>(), Instant(70), 0);
  rig.sim.RunUntil(Instant(1'000));
  EXPECT_TRUE(rig.sim.stopped());
  EXPECT_EQ(rig.sim.now(), Instant(70));
  EXPECT_EQ(rig.sim.failure(),
            "pCPU 0, vCPU 1.0 at 70 ns: the guests let no time pass; run "
            "ended");
}

TEST(SimExecutorTest, ARetryWithoutProgressIsBrokenOff) {
  SimRig rig(2);
  rig.policy->on_pick_next = [&](const HookContext& context) {
    rig.decided.emplace_back(context.executing.value(), context.now.ns());
    if (context.executing == PcpuId(0)) rig.policy->port().Retry(context);
  };
  rig.sim.RaiseSchedule(PcpuId(0), PcpuId(0));
  rig.sim.RaiseSchedule(PcpuId(1), PcpuId(0));
  rig.sim.Drain();
  // The repetition comes behind every other pending decision, once.
  EXPECT_EQ(rig.decided, (Times{{0, 0}, {1, 0}, {0, 0}}));
  ASSERT_EQ(rig.sim.remarks().size(), 1u);
  EXPECT_NE(rig.sim.remarks()[0].find("pCPU 0 at 0 ns"), std::string::npos);
}

TEST(SimExecutorTest, APolicyThatAsksForDecisionsForEverIsStopped) {
  SimRig rig(1);
  rig.policy->on_pick_next = [&](const HookContext& context) {
    rig.policy->port().Tickle(context, PcpuId(0));
  };
  rig.sim.RaiseSchedule(PcpuId(0), PcpuId(0));
  rig.sim.Drain();
  EXPECT_TRUE(rig.sim.stopped());
  EXPECT_EQ(rig.sim.failure(),
            "pCPU 0 at 0 ns: the policy asks for decisions for ever; run "
            "ended");
}

TEST(SimExecutorTest, OneSeedOneHashOtherSeedsOtherHashes) {
  Scenario scenario = ScenarioOf(R"(
scheduler credit
pcpus 2
duration 50000000
domain 1 vcpus=4
vcpu 1.* : run 70000; sleep 50000
)");
  scenario.sim.costs.wake = Nanoseconds(300);
  scenario.sim.costs.ipi_delivery = Nanoseconds(900);
  scenario.sim.latency.ipi = Nanoseconds(700);
  scenario.sim.latency.timer = Microseconds(5);
  scenario.sim.latency.cost_percent = 20;
  const auto hash = [&](uint64_t seed) {
    RunOptions options;
    options.seed = seed;
    return RunScenario(scenario, options).report.trace_hash;
  };
  EXPECT_EQ(hash(1), hash(1));
  EXPECT_NE(hash(1), hash(2));
}

TEST(SimExecutorTest, WithoutNoiseTheSeedDoesNotMatter) {
  Scenario scenario = ScenarioOf(R"(
scheduler credit
pcpus 2
duration 50000000
domain 1 vcpus=4
vcpu 1.* : run 70000; sleep 50000
)");
  const auto hash = [&](uint64_t seed) {
    RunOptions options;
    options.seed = seed;
    return RunScenario(scenario, options).report.trace_hash;
  };
  EXPECT_EQ(hash(1), hash(2));
}

}  // namespace
}  // namespace xenotime
