// Pausing, as a toolstack does it. Scenarios have no words for it, so the
// machine is built by hand; simulation only.

#include <memory>
#include <utility>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/guest/phases.h"
#include "xenotime/scheduler/sim/executor.h"
#include "xenotime/tests/conformance/fixture.h"
#include "xenotime/tests/conformance/words.h"

namespace xenotime::conformance {
namespace {

constexpr VcpuId kVcpu = VcpuId(0);

class PausingTest : public SimConformanceTest {
 protected:
  // A machine of two pCPUs and one vCPU with this program.
  std::unique_ptr<SimExecutor> MakeMachine(std::vector<GuestOp> ops) {
    SimConfig config;
    config.trace = &recorder_;
    config.check_invariants = true;
    config.vcpu_capacity = 1;
    auto sim = std::make_unique<SimExecutor>(Topology({.cores = 2}), config);
    const PolicyInfo& info = **registry().Find(GetParam().policy.name);
    Engine& engine = sim->engine();
    const PolicyParameters defaults(info.parameters);
    const PoolId pool = engine.AddPool(
        [&](PolicyHost& host) { return info.make(host, defaults); });
    for (uint32_t p = 0; p < 2; ++p) {
      engine.AddPcpu(sim->BootContext(), pool, PcpuId(p));
    }
    sim->Drain();
    const DomainId domain = engine.CreateDomain(pool, 1);
    engine.CreateVcpu(sim->BootContext(), domain);
    engine.AdjustDomain(sim->BootContext(), domain, 256, 0);
    sim->Drain();
    Scenario scenario = Machine(2);
    AddHogs(scenario, 1);
    scenario = Prepared(std::move(scenario));
    if (scenario.frames) {
      engine.SetFrames(sim->BootContext(), pool, *scenario.frames);
    }
    sim->SetProgram(kVcpu, std::make_unique<PhasesProgram>(std::move(ops)),
                    Instant(), 0);
    return sim;
  }

  static void PauseAt(SimExecutor& sim, Duration at) {
    sim.AddAction(Instant() + at, [&sim](HookContext context) {
      sim.engine().Pause(context, kVcpu);
    });
  }
  static void UnpauseAt(SimExecutor& sim, Duration at) {
    sim.AddAction(Instant() + at, [&sim](HookContext context) {
      sim.engine().Unpause(context, kVcpu);
    });
  }

  int64_t RunMsWithin(int from_ms, int to_ms) {
    Report report;
    report.duration = Milliseconds(100);
    const Observed run(report, recorder_.events(), 2);
    return run.RunNsWithin(0, Instant() + Milliseconds(from_ms),
                           Instant() + Milliseconds(to_ms)) /
           1'000'000;
  }

 private:
  Recorder recorder_;
};

GuestOp Op(GuestOp::Kind kind, Duration duration) {
  GuestOp op;
  op.kind = kind;
  op.duration = duration;
  return op;
}
std::vector<GuestOp> Computing() {
  return {Op(GuestOp::Kind::kRun, Milliseconds(7))};
}

TEST_P(PausingTest, APausedVcpuRunsAgainWhenItIsUnpaused) {
  auto sim = MakeMachine(Computing());
  PauseAt(*sim, Milliseconds(10));
  UnpauseAt(*sim, Milliseconds(30));
  sim->RunUntil(Instant() + Milliseconds(100));
  EXPECT_EQ(RunMsWithin(0, 10), 10);
  EXPECT_EQ(RunMsWithin(10, 30), 0);
  EXPECT_EQ(RunMsWithin(30, 100), 70);
}

TEST_P(PausingTest, PausesCount) {
  auto sim = MakeMachine(Computing());
  PauseAt(*sim, Milliseconds(10));
  PauseAt(*sim, Milliseconds(20));
  UnpauseAt(*sim, Milliseconds(30));
  UnpauseAt(*sim, Milliseconds(50));
  sim->RunUntil(Instant() + Milliseconds(100));
  EXPECT_EQ(RunMsWithin(10, 50), 0);
  EXPECT_EQ(RunMsWithin(50, 100), 50);
}

TEST_P(PausingTest, AWakeDuringAPauseTakesEffectAfterIt) {
  // Asleep from 10 to 20 ms, paused from 15 to 40.
  auto sim = MakeMachine({Op(GuestOp::Kind::kRun, Milliseconds(10)),
                          Op(GuestOp::Kind::kSleep, Milliseconds(10)),
                          Op(GuestOp::Kind::kRun, Milliseconds(500))});
  PauseAt(*sim, Milliseconds(15));
  UnpauseAt(*sim, Milliseconds(40));
  sim->RunUntil(Instant() + Milliseconds(100));
  EXPECT_EQ(RunMsWithin(10, 40), 0);
  EXPECT_EQ(RunMsWithin(40, 100), 60);
}

TEST_P(PausingTest, PausingAndUnpausingAtOneInstantDoesNoHarm) {
  auto sim = MakeMachine(Computing());
  for (int i = 1; i < 50; ++i) {
    PauseAt(*sim, Milliseconds(i));
    UnpauseAt(*sim, Milliseconds(i));
  }
  sim->RunUntil(Instant() + Milliseconds(100));
  EXPECT_EQ(RunMsWithin(0, 100), 100);
}

INSTANTIATE_TEST_SUITE_P(Sim, PausingTest, testing::ValuesIn(SimCases()),
                         NameOfCase);

}  // namespace
}  // namespace xenotime::conformance
