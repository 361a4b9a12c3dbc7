// Speed of the simulation beside its floor, the event queue alone: CPU time per
// event of the mix of hogs and blockers (docs/benchmarks.md), per decision of
// each policy, and per event of the engine.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "benchmark/benchmark.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/engine_host.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/time/timer_queue.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

const PolicyRegistry& Registry() {
  static const PolicyRegistry* const registry = [] {
    auto* r = new PolicyRegistry;
    AddBuiltinPolicies(*r);
    return r;
  }();
  return *registry;
}

// The floor: pop the earliest of `pending` events and push it again later.
void BM_EventQueueFloor(benchmark::State& state) {
  const auto pending = static_cast<uint32_t>(state.range(0));
  Rng rng(1, "floor");
  std::vector<Duration> steps(4096);
  for (Duration& step : steps) step = Duration(rng.Between(1, 1'000'000));
  TimerQueue queue;
  for (uint32_t i = 0; i < pending; ++i) {
    queue.Set(queue.Add(), Instant() + steps[i % steps.size()], i);
  }
  uint32_t i = 0;
  for (auto _ : state) {
    const auto event = queue.PopBefore(Instant::Never());
    queue.Set(event->slot, event->deadline + steps[i++ % steps.size()],
              event->slot);
  }
}
BENCHMARK(BM_EventQueueFloor)->Arg(16)->Arg(100)->Arg(1000)->Arg(10000);

PhaseSpec Phase(PhaseSpec::Kind kind, int64_t ns) {
  PhaseSpec phase{.kind = kind};
  phase.duration = Nanoseconds(ns);
  return phase;
}

// Four vCPUs per pCPU: a hog, and blockers with short, long and rare runs.
DomainSpec MixDomain(uint32_t number) {
  using Kind = PhaseSpec::Kind;
  constexpr uint32_t kWeights[] = {256, 512, 128};
  const int64_t d = number;
  DomainSpec domain;
  domain.number = number;
  domain.weight = kWeights[(number - 1) % 3];
  const std::vector<std::vector<PhaseSpec>> programs = {
      {Phase(Kind::kRun, 7'000'003)},
      {Phase(Kind::kRun, 300'007 + 1009 * d),
       Phase(Kind::kSleep, 700'001 + 2003 * d)},
      {Phase(Kind::kRun, 2'000'003 + 4001 * d),
       Phase(Kind::kSleep, 1'000'003 + 3001 * d)},
      {Phase(Kind::kRun, 100'003 + 211 * d),
       Phase(Kind::kSleep, 1'500'007 + 5003 * d)}};
  for (const auto& phases : programs) {
    domain.vcpus.emplace_back().workload = PhasesWorkload{phases};
  }
  return domain;
}

Scenario Mix(const std::string& scheduler, uint32_t pcpus) {
  Scenario scenario;
  scenario.scheduler = scheduler;
  scenario.topology.threads = pcpus > 4 ? 2 : 1;
  scenario.topology.sockets = std::max(1u, pcpus / 128);
  scenario.topology.cores =
      pcpus / scenario.topology.sockets / scenario.topology.threads;
  scenario.stagger = Nanoseconds(1009);
  // Long enough that a cold start does not show.
  scenario.duration =
      std::max(Nanoseconds(20'000'000'000 / pcpus), Milliseconds(500));
  for (uint32_t d = 1; d <= pcpus; ++d) {
    scenario.domains.push_back(MixDomain(d));
  }
  return scenario;
}

// Reports "ns_per_event": CPU time of the event loop, start-up excluded.
void BM_Mix(benchmark::State& state, const std::string& scheduler) {
  const Scenario scenario =
      Mix(scheduler, static_cast<uint32_t>(state.range(0)));
  RunOptions options;
  options.metrics = false;
  int64_t events = 0;
  int64_t cpu_ns = 0;
  for (auto _ : state) {
    const absl::StatusOr<Report> report = Run(scenario, Registry(), options);
    if (!report.ok()) {
      state.SkipWithError(report.status().ToString().c_str());
      return;
    }
    events += report->sim.events;
    cpu_ns += report->sim.cpu_ns;
  }
  state.counters["events"] =
      static_cast<double>(events) / static_cast<double>(state.iterations());
  state.counters["ns_per_event"] =
      static_cast<double>(cpu_ns) / static_cast<double>(events);
}
BENCHMARK_CAPTURE(BM_Mix, credit, "credit")
    ->Arg(4)
    ->Arg(64)
    ->Arg(512)
    ->Arg(4096);
BENCHMARK_CAPTURE(BM_Mix, credit2, "credit2")
    ->Arg(4)
    ->Arg(64)
    ->Arg(512)
    ->Arg(4096);
BENCHMARK_CAPTURE(BM_Mix, null, "null")->Arg(4)->Arg(64)->Arg(512)->Arg(4096);

// An executor whose effects go nowhere: what is left is engine and policy.
class SilentHost final : public EngineHost {
 public:
  void RaiseSchedule(PcpuId, PcpuId) override {}
  void AddTimer(TimerId, PcpuId) override {}
  void SetTimer(TimerId, Instant) override {}
  void StopTimer(TimerId) override {}
  void MoveTimer(TimerId, PcpuId) override {}
};

// One pCPU and a number of vCPUs that are all on line.
class OnePcpu {
 public:
  OnePcpu(const std::string& scheduler, uint32_t vcpus)
      : engine_(Topology(TopologyShape()), host_, {.vcpu_capacity = vcpus}) {
    const PolicyInfo& info = **Registry().Find(scheduler);
    const PolicyParameters parameters(info.parameters);
    const PoolId pool = engine_.AddPool(
        [&](PolicyHost& host) { return info.make(host, parameters); });
    engine_.AddPcpu(At(0), pool, PcpuId(0));
    const DomainId domain = engine_.CreateDomain(pool, 1);
    for (uint32_t i = 0; i < vcpus; ++i) engine_.CreateVcpu(At(0), domain);
    engine_.AdjustDomain(At(0), domain, 256, 0);
    for (uint32_t i = 0; i < vcpus; ++i) engine_.Up(At(0), VcpuId(i));
    Decide(0);
  }

  HookContext At(int64_t ns) const { return {Instant(ns), PcpuId(0)}; }
  Engine& engine() { return engine_; }
  void Decide(int64_t ns) {
    const Switched switched = engine_.Decide(At(ns));
    if (switched.changed()) engine_.ContextSaved(At(ns), switched.previous);
  }

 private:
  SilentHost host_;
  Engine engine_;
};

// A slice ends: the policy chooses among `vcpus`, the engine switches.
void BM_Decision(benchmark::State& state, const std::string& scheduler) {
  OnePcpu machine(scheduler, static_cast<uint32_t>(state.range(0)));
  int64_t now = 0;
  for (auto _ : state) machine.Decide(now += 30'000'000);
}
BENCHMARK_CAPTURE(BM_Decision, credit, "credit")->Arg(1)->Arg(4)->Arg(16);
BENCHMARK_CAPTURE(BM_Decision, null, "null")->Arg(1);

// A vCPU blocks, its pCPU goes idle, an event wakes it, it runs again: two
// events and two decisions of the engine.
void BM_BlockAndWake(benchmark::State& state, const std::string& scheduler) {
  OnePcpu machine(scheduler, 1);
  int64_t now = 0;
  for (auto _ : state) {
    now += 100'000;
    machine.engine().Block(machine.At(now), VcpuId(0), kEventTimer);
    machine.Decide(now);
    now += 100'000;
    machine.engine().Signal(machine.At(now), VcpuId(0), kEventTimer);
    machine.Decide(now);
  }
}
BENCHMARK_CAPTURE(BM_BlockAndWake, credit, "credit");
BENCHMARK_CAPTURE(BM_BlockAndWake, null, "null");

}  // namespace
}  // namespace xenotime
