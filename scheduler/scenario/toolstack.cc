#include "xenotime/scheduler/scenario/toolstack.h"

#include <algorithm>

#include "xenotime/scheduler/scenario/boot.h"
#include "xenotime/scheduler/scenario/granularity.h"

namespace xenotime {
namespace {

using Kind = AdminAction::Kind;

// Changes of parameters and affinity, and pauses, are safe beside running
// pCPUs.
bool NeedsToBeAlone(Kind kind) {
  return kind != Kind::kAdjust && kind != Kind::kPause &&
         kind != Kind::kUnpause && kind != Kind::kSetFrames;
}

}  // namespace

Toolstack::Toolstack(const Scenario& scenario, Engine& engine,
                     std::vector<Report::DomainFacts>& facts)
    : scenario_(scenario), ids_(scenario), engine_(engine), facts_(facts) {
  for (const DomainSpec& domain : scenario.domains) {
    for (const VcpuSpec& vcpu : domain.vcpus) {
      const auto& own = vcpu.real_time;
      real_time_.push_back(
          own.value_or(domain.real_time.value_or(RealTimeParameters())));
    }
    if (!domain.create.has_value()) continue;
    steps_.push_back(
        {.at = *domain.create, .creation = &domain, .alone = true});
  }
  for (const AdminAction& action : scenario.actions) {
    steps_.push_back({.at = action.at,
                      .action = &action,
                      .alone = NeedsToBeAlone(action.kind)});
  }
  std::stable_sort(steps_.begin(), steps_.end(),
                   [](const Step& a, const Step& b) { return a.at < b.at; });
}

bool Toolstack::Run(const Step& step, HookContext context) {
  if (step.action != nullptr) return Run(*step.action, context);
  const DomainSpec& domain = *step.creation;
  BuildDomain(domain, ids_.Domain(domain.number), ids_.Pool(domain.pool),
              engine_, context);
  return true;
}

bool Toolstack::Run(const AdminAction& action, HookContext context) {
  switch (action.kind) {
    case Kind::kAdjust:
      Adjust(action, context);
      return true;
    case Kind::kPause:
    case Kind::kUnpause:
      PauseOrUnpause(action, context);
      return true;
    case Kind::kDestroy:
      return engine_.DestroyDomain(context, ids_.Domain(action.domain));
    case Kind::kMoveDomain:
      return MoveDomain(action, context);
    case Kind::kAddPcpus:
      AddPcpus(action, context);
      return true;
    case Kind::kRemovePcpus:
      return RemovePcpus(action.pcpus, context);
    case Kind::kPlug:
      Plug(action, context);
      return true;
    case Kind::kUnplug:
      return Unplug(action, context);
    case Kind::kSetFrames:
      engine_.SetFrames(context, ids_.Pool(action.pool), action.frames);
      return true;
  }
  return true;
}

void Toolstack::Adjust(const AdminAction& action, HookContext context) {
  if (!action.vcpu.has_value()) return AdjustDomain(action, context);
  const VcpuId v = ids_.Vcpu(action.domain, *action.vcpu);
  SetHard(engine_, context, v, action.hard);
  SetSoft(engine_, context, v, action.soft);
  AdjustRealTime(action, v, context);
}

// The present values are read, those given are changed, and all are put.
void Toolstack::AdjustRealTime(const AdminAction& action, VcpuId v,
                               HookContext context) {
  if (!action.period && !action.budget && !action.extratime) return;
  RealTimeParameters& present = real_time_[v.value()];
  present.period = action.period.value_or(present.period);
  present.budget = action.budget.value_or(present.budget);
  present.extratime = action.extratime.value_or(present.extratime);
  engine_.AdjustRealTime(context, v, present);
}

void Toolstack::AdjustDomain(const AdminAction& action, HookContext context) {
  const DomainId domain = ids_.Domain(action.domain);
  Report::DomainFacts& facts = facts_[domain.value()];
  const Domain& known = engine_.domain(domain);
  for (uint32_t i = 0; i < known.vcpus; ++i) {
    AdjustRealTime(action, VcpuId(known.first_vcpu.value() + i), context);
  }
  if (!action.weight && !action.cap) return;
  if (action.weight.has_value()) facts.weight = *action.weight;
  if (action.cap.has_value()) facts.cap = *action.cap;
  engine_.AdjustDomain(context, domain, facts.weight, facts.cap);
}

void Toolstack::PauseOrUnpause(const AdminAction& action, HookContext context) {
  const bool pause = action.kind == Kind::kPause;
  if (action.vcpu.has_value()) {
    const VcpuId v = ids_.Vcpu(action.domain, *action.vcpu);
    return pause ? engine_.Pause(context, v) : engine_.Unpause(context, v);
  }
  const DomainId domain = ids_.Domain(action.domain);
  return pause ? engine_.PauseDomain(context, domain)
               : engine_.UnpauseDomain(context, domain);
}

bool Toolstack::MoveDomain(const AdminAction& action, HookContext context) {
  const DomainId domain = ids_.Domain(action.domain);
  const PoolId target = ids_.Pool(action.pool);
  if (engine_.domain(domain).pool == target &&
      !engine_.domain(domain).leaving) {
    return true;
  }
  if (!engine_.MoveDomain(context, domain, target)) return false;
  const DomainSpec defaults;
  facts_[domain.value()].weight = defaults.weight;
  facts_[domain.value()].cap = defaults.cap;
  const Domain& moved = engine_.domain(domain);
  for (uint32_t i = 0; i < moved.vcpus; ++i) {
    real_time_[moved.first_vcpu.value() + i] = RealTimeParameters();
  }
  return true;
}

void Toolstack::AddPcpus(const AdminAction& action, HookContext context) {
  for (uint32_t p : action.pcpus) {
    engine_.AddPcpu(context, ids_.Pool(action.pool), PcpuId(p));
  }
}

bool Toolstack::RemovePcpus(const PcpuList& pcpus, HookContext context) {
  for (uint32_t p : pcpus) {
    if (!engine_.pcpu(PcpuId(p)).pool.valid()) continue;  // it has left already
    if (!engine_.RemovePcpu(context, PcpuId(p))) return false;
  }
  return true;
}

void Toolstack::Plug(const AdminAction& action, HookContext context) {
  for (uint32_t p : action.pcpus) {
    engine_.SetOnline(PcpuId(p), true);
    // It is free until its whole resource is (core.md, 8.8).
    const PcpuList members = ResourceMembers(scenario_, p);
    const bool whole =
        std::all_of(members.begin(), members.end(),
                    [&](uint32_t m) { return engine_.online(PcpuId(m)); });
    if (!whole) continue;
    for (uint32_t m : members) {
      engine_.AddPcpu(context, PoolId(0), PcpuId(m));
    }
  }
  if (action.restore_affinity) engine_.RestoreAffinities(context, PoolId(0));
}

bool Toolstack::Unplug(const AdminAction& action, HookContext context) {
  // Their resources leave the pool as a whole.
  for (uint32_t p : action.pcpus) {
    if (!RemovePcpus(ResourceMembers(scenario_, p), context)) return false;
  }
  for (uint32_t p : action.pcpus) engine_.SetOnline(PcpuId(p), false);
  return true;
}

}  // namespace xenotime
