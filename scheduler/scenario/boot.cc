#include "xenotime/scheduler/scenario/boot.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/guest/irq_latency.h"
#include "xenotime/scheduler/guest/phases.h"

namespace xenotime {
namespace {

CpuSet ToSet(const PcpuList& list, uint32_t pcpus) {
  CpuSet set(pcpus);
  for (uint32_t p : list) set.Add(PcpuId(p));
  return set;
}

size_t DomainIndex(const Scenario& scenario, uint32_t number) {
  for (size_t i = 0; i < scenario.domains.size(); ++i) {
    if (scenario.domains[i].number == number) return i;
  }
  XENOTIME_CHECK(false, "a valid scenario names its own domains");
  return 0;
}

VcpuId FindVcpu(const Scenario& scenario, uint32_t number, uint32_t index) {
  const size_t domain = DomainIndex(scenario, number);
  size_t first = 0;
  for (size_t i = 0; i < domain; ++i) first += scenario.domains[i].vcpus.size();
  return VcpuId(static_cast<uint32_t>(first) + index);
}

void SetHard(Engine& engine, HookContext context, VcpuId v,
             const std::optional<PcpuList>& list) {
  if (!list.has_value()) return;
  const CpuSet set = ToSet(*list, engine.topology().pcpus());
  engine.SetAffinity(context, v, &set, nullptr);
}

void SetSoft(Engine& engine, HookContext context, VcpuId v,
             const std::optional<PcpuList>& list) {
  if (!list.has_value()) return;
  const CpuSet set = ToSet(*list, engine.topology().pcpus());
  engine.SetAffinity(context, v, nullptr, &set);
}

void BootDomain(const DomainSpec& spec, Engine& engine, HookContext context,
                PoolId pool) {
  const DomainId domain = engine.CreateDomain(pool, spec.number);
  std::vector<VcpuId> vcpus;
  for (size_t i = 0; i < spec.vcpus.size(); ++i) {
    vcpus.push_back(engine.CreateVcpu(context, domain));
  }
  engine.AdjustDomain(context, domain, spec.weight, spec.cap);
  for (size_t i = 0; i < spec.vcpus.size(); ++i) {
    SetHard(engine, context, vcpus[i], spec.vcpus[i].hard);
    SetSoft(engine, context, vcpus[i], spec.vcpus[i].soft);
  }
}

GuestOp ToOp(const Scenario& scenario, const PhaseSpec& phase) {
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
      op.target = FindVcpu(scenario, phase.target_domain, phase.target_vcpu);
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
  }
  return op;
}

// Makes the program of each kind of workload.
struct ProgramMaker {
  const Scenario& scenario;

  std::unique_ptr<GuestProgram> operator()(const PhasesWorkload& w) const {
    if (w.phases.empty()) return nullptr;
    std::vector<GuestOp> ops;
    for (const PhaseSpec& phase : w.phases)
      ops.push_back(ToOp(scenario, phase));
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
        FindVcpu(scenario, w.target_domain, w.target_vcpu), w.gap);
  }
};

void AdjustAs(const AdminAction& action, Engine& engine, HookContext context,
              DomainId domain, Report::DomainFacts& facts) {
  if (action.weight.has_value()) facts.weight = *action.weight;
  if (action.cap.has_value()) facts.cap = *action.cap;
  engine.AdjustDomain(context, domain, facts.weight, facts.cap);
}

}  // namespace

void BootMachine(const Scenario& scenario, const PolicyInfo& policy,
                 const PolicyParameters& parameters, Engine& engine,
                 HookContext context, const std::function<void()>& drain) {
  const PoolId pool = engine.AddPool(
      [&](PolicyHost& host) { return policy.make(host, parameters); });
  for (uint32_t p = 0; p < scenario.topology.pcpus(); ++p) {
    engine.AddPcpu(context, pool, PcpuId(p));
  }
  drain();
  for (const DomainSpec& spec : scenario.domains) {
    BootDomain(spec, engine, context, pool);
    drain();
  }
}

std::unique_ptr<GuestProgram> MakeProgram(const Scenario& scenario,
                                          const VcpuSpec& vcpu) {
  return std::visit(ProgramMaker{scenario}, vcpu.workload);
}

std::vector<VcpuStart> StartsOf(const Scenario& scenario) {
  std::vector<VcpuStart> starts;
  std::vector<std::pair<uint32_t, uint32_t>> names;
  for (const DomainSpec& domain : scenario.domains) {
    for (const VcpuSpec& vcpu : domain.vcpus) {
      const int64_t turn = static_cast<int64_t>(starts.size()) + 1;
      const Instant staggered = Instant() + scenario.stagger * turn;
      starts.push_back({&vcpu, vcpu.start.value_or(staggered), 0});
      names.emplace_back(domain.number, names.size());
    }
  }
  // VcpuIds of one domain ascend with the vCPU index.
  std::sort(names.begin(), names.end());
  for (uint32_t i = 0; i < names.size(); ++i) starts[names[i].second].order = i;
  return starts;
}

std::vector<BootAction> ActionsOf(const Scenario& scenario, Engine& engine,
                                  std::vector<Report::DomainFacts>& facts) {
  std::vector<BootAction> actions;
  for (const AdminAction& action : scenario.actions) {
    const size_t domain = DomainIndex(scenario, action.domain);
    if (!action.vcpu.has_value()) {
      actions.push_back(
          {action.at, [=, &action, &engine, &facts](HookContext context) {
             AdjustAs(action, engine, context,
                      DomainId(static_cast<uint32_t>(domain)), facts[domain]);
           }});
      continue;
    }
    const VcpuId v = FindVcpu(scenario, action.domain, *action.vcpu);
    actions.push_back({action.at, [=, &action, &engine](HookContext context) {
                         SetHard(engine, context, v, action.hard);
                         SetSoft(engine, context, v, action.soft);
                       }});
  }
  std::stable_sort(
      actions.begin(), actions.end(),
      [](const BootAction& a, const BootAction& b) { return a.at < b.at; });
  return actions;
}

}  // namespace xenotime
