#include "xenotime/scheduler/scenario/boot.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "xenotime/scheduler/gang/gang_policy.h"
#include "xenotime/scheduler/guest/irq_latency.h"
#include "xenotime/scheduler/guest/phases.h"
#include "xenotime/scheduler/scenario/granularity.h"

namespace xenotime {
namespace {

GuestOp ToOp(const ScenarioIds& ids, const PhaseSpec& phase) {
  using Kind = PhaseSpec::Kind;
  GuestOp op;
  op.duration = phase.duration;
  switch (phase.kind) {
    case Kind::kRun:
      op.kind = GuestOp::Kind::kRun;
      break;
    case Kind::kSleep:
      op.kind = GuestOp::Kind::kSleep;
      break;
    case Kind::kWait:
      op.kind = GuestOp::Kind::kWait;
      break;
    case Kind::kWake:
      op.kind = GuestOp::Kind::kSignal;
      op.target = ids.Vcpu(phase.target_domain, phase.target_vcpu);
      break;
    case Kind::kYield:
      op.kind = GuestOp::Kind::kYield;
      break;
    case Kind::kDown:
      op.kind = GuestOp::Kind::kDown;
      break;
    case Kind::kExit:
      op.kind = GuestOp::Kind::kExit;
      break;
    case Kind::kPoll:
      op.kind = GuestOp::Kind::kPoll;
      break;
  }
  return op;
}

// Makes the program of each kind of workload.
struct ProgramMaker {
  const ScenarioIds& ids;

  std::unique_ptr<GuestProgram> operator()(const PhasesWorkload& w) const {
    if (w.phases.empty()) return nullptr;
    std::vector<GuestOp> ops;
    for (const PhaseSpec& phase : w.phases) ops.push_back(ToOp(ids, phase));
    return std::make_unique<PhasesProgram>(std::move(ops));
  }
  std::unique_ptr<GuestProgram> operator()(
      const TimerLatencyWorkload& w) const {
    return std::make_unique<TimerLatencyProgram>(w.delay, w.wait);
  }
  std::unique_ptr<GuestProgram> operator()(
      const SignalLatencyWorkload& w) const {
    return std::make_unique<SignalLatencyProgram>(w.wait);
  }
  std::unique_ptr<GuestProgram> operator()(
      const SignalSenderWorkload& w) const {
    return std::make_unique<SignalSenderProgram>(
        ids.Vcpu(w.target_domain, w.target_vcpu), w.gap);
  }
};

// The pool of each pCPU at the start, by PcpuId.
std::vector<PoolId> PoolOfEachPcpu(const Scenario& scenario) {
  std::vector<PoolId> pools(scenario.topology.pcpus(), PoolId(0));
  for (uint32_t i = 0; i < scenario.pools.size(); ++i) {
    for (uint32_t p : scenario.pools[i].pcpus) pools[p] = PoolId(i + 1);
  }
  return pools;
}

// The policy of a pool; of whole cores or sockets if the scenario says so.
std::unique_ptr<Policy> MakePolicy(const Scenario& scenario,
                                   const PoolSetup& pool, PolicyHost& host) {
  const auto make = [&pool](PolicyHost& of) {
    return pool.policy->make(of, pool.parameters);
  };
  const uint32_t size = ResourceSize(scenario);
  if (size == 1) return make(host);
  return std::make_unique<GangPolicy>(host, size, make);
}

}  // namespace

void SetHard(Engine& engine, HookContext context, VcpuId v,
             const std::optional<PcpuList>& list) {
  if (!list.has_value()) return;
  const CpuSet set = ToCpuSet(*list, engine.topology().pcpus());
  engine.SetAffinity(context, v, &set, nullptr);
}

void SetSoft(Engine& engine, HookContext context, VcpuId v,
             const std::optional<PcpuList>& list) {
  if (!list.has_value()) return;
  const CpuSet set = ToCpuSet(*list, engine.topology().pcpus());
  engine.SetAffinity(context, v, nullptr, &set);
}

void BootMachine(const Scenario& scenario, const std::vector<PoolSetup>& pools,
                 Engine& engine, HookContext context,
                 const std::function<void()>& drain) {
  for (const PoolSetup& pool : pools) {
    engine.AddPool(
        [&](PolicyHost& host) { return MakePolicy(scenario, pool, host); });
  }
  const std::vector<PoolId> pool_of = PoolOfEachPcpu(scenario);
  for (uint32_t p = 0; p < pool_of.size(); ++p) {
    engine.AddPcpu(context, pool_of[p], PcpuId(p));
  }
  drain();
  const ScenarioIds ids(scenario);
  for (const DomainSpec& spec : scenario.domains) {
    const DomainId domain = engine.ReserveDomain(
        spec.number, static_cast<uint32_t>(spec.vcpus.size()));
    if (spec.create.has_value()) continue;
    BuildDomain(spec, domain, ids.Pool(spec.pool), engine, context);
    drain();
  }
  if (scenario.frames) engine.SetFrames(context, PoolId(0), *scenario.frames);
  for (const PoolSpec& pool : scenario.pools) {
    if (!pool.frames) continue;
    engine.SetFrames(context, ids.Pool(pool.number), *pool.frames);
  }
}

void BuildDomain(const DomainSpec& spec, DomainId domain, PoolId pool,
                 Engine& engine, HookContext context) {
  engine.StartDomain(context, domain, pool);
  engine.AdjustDomain(context, domain, spec.weight, spec.cap);
  const uint32_t first = engine.domain(domain).first_vcpu.value();
  for (uint32_t i = 0; i < spec.vcpus.size(); ++i) {
    const auto& own = spec.vcpus[i].real_time;
    const auto& real_time = own.has_value() ? own : spec.real_time;
    if (!real_time.has_value()) continue;
    engine.AdjustRealTime(context, VcpuId(first + i), *real_time);
  }
  for (uint32_t i = 0; i < spec.vcpus.size(); ++i) {
    SetHard(engine, context, VcpuId(first + i), spec.vcpus[i].hard);
    SetSoft(engine, context, VcpuId(first + i), spec.vcpus[i].soft);
  }
}

std::unique_ptr<GuestProgram> MakeProgram(const ScenarioIds& ids,
                                          const VcpuSpec& vcpu) {
  return std::visit(ProgramMaker{ids}, vcpu.workload);
}

std::vector<VcpuStart> StartsOf(const Scenario& scenario) {
  std::vector<VcpuStart> starts;
  std::vector<std::pair<uint32_t, uint32_t>> names;
  for (const DomainSpec& domain : scenario.domains) {
    for (const VcpuSpec& vcpu : domain.vcpus) {
      const int64_t turn = static_cast<int64_t>(starts.size()) + 1;
      const Instant staggered = Instant() + scenario.stagger * turn;
      const Instant usual = domain.create.value_or(staggered);
      starts.push_back({&vcpu, vcpu.start.value_or(usual), 0});
      names.emplace_back(domain.number, names.size());
    }
  }
  // VcpuIds of one domain ascend with the vCPU index.
  std::sort(names.begin(), names.end());
  for (uint32_t i = 0; i < names.size(); ++i) starts[names[i].second].order = i;
  return starts;
}

}  // namespace xenotime
