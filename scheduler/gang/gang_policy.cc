#include "xenotime/scheduler/gang/gang_policy.h"

#include "xenotime/scheduler/core/check.h"

namespace xenotime {

GangPolicy::GangPolicy(PolicyHost& outer, uint32_t size,
                       const MakePolicy& make_inner)
    : outer_(outer),
      machine_(outer.machine(), size),
      inner_(make_inner(*this)),
      to_fetch_(outer.machine().topology().pcpus()) {}

GangPolicy::~GangPolicy() = default;

HookContext GangPolicy::Enter(const HookContext& context) {
  executing_ = context.executing;
  const HookContext inner = Inner(context);
  pool_shrank_ |= machine_.FollowPool();
  if (!pool_shrank_ || machine_.view().pool().empty()) return inner;
  pool_shrank_ = false;
  // A unit that has lost its last resource may run anywhere, for good, as the
  // engine decides for vCPUs (core.md, 8.7).
  const CpuSet all = machine_.view().topology().all();
  for (uint32_t i = 0; i < machine_.units(); ++i) {
    GangUnit& unit = machine_.Unit(VcpuId(i));
    if (unit.vcpus == 0) continue;
    if (unit.view.hard_affinity.Intersects(machine_.view().pool())) continue;
    ChangeMasks(inner, unit, &all, nullptr);
  }
  return inner;
}

// The inner policy learns of a resource with its first member, so that there is
// an answer about its lock; until all are there the resource is in no pool.
void GangPolicy::AddPcpu(const HookContext& context, PcpuId p) {
  const HookContext inner = Enter(context);
  GangResource& resource = machine_.ResourceOf(p);
  if (resource.added) return;
  resource.added = true;
  machine_.FollowOnline();
  inner_->AddPcpu(inner, resource.master);
}

// All units live on the master, so that it can leave only when they have left.
void GangPolicy::RemovePcpu(const HookContext& context, PcpuId p) {
  const HookContext inner = Enter(context);
  GangResource& resource = machine_.ResourceOf(p);
  if (p != resource.master) return;
  XENOTIME_CHECK(!resource.unit.valid() && resource.occupied == 0,
                 "a master leaves its pool before its unit has");
  resource.added = false;
  resource.wants_decision = false;
  inner_->RemovePcpu(inner, p);
}

PcpuId GangPolicy::LockDomainOf(PcpuId p) const {
  const GangResource& resource = machine_.ResourceOf(p);
  return resource.added ? inner_->LockDomainOf(resource.master)
                        : resource.master;
}

void GangPolicy::AddDomain(const Domain& domain) {
  pool_shrank_ |= machine_.FollowPool();
  const uint32_t i = domain.id.value();
  if (domains_.size() <= i) domains_.resize(i + 1);
  const VcpuId first = domains_[i].first_vcpu;
  domains_[i] = domain;
  domains_[i].first_vcpu = first;  // as before, if it comes back
  domains_[i].vcpus = 0;
  inner_->AddDomain(domains_[i]);
}

void GangPolicy::RemoveDomain(const Domain& domain) {
  Domain& own = domains_[domain.id.value()];
  inner_->RemoveDomain(own);
  own.vcpus = 0;
}

PcpuId GangPolicy::Place(const HookContext& context, const Vcpu& v) {
  const HookContext inner = Enter(context);
  GangUnit& unit = machine_.Join(v);
  const uint32_t position = machine_.PositionOf(v);
  if (position == 0) {
    Domain& domain = domains_[v.domain.value()];
    if (!domain.first_vcpu.valid()) domain.first_vcpu = unit.view.id;
    unit.view.processor.store(inner_->Place(inner, unit.view));
  }
  return GangMachine::Member(unit.view.cpu(), position);
}

void GangPolicy::Insert(const HookContext& context, const Vcpu& v) {
  const HookContext inner = Enter(context);
  GangUnit& unit = UnitOf(v);
  XENOTIME_CHECK(unit.vcpus == machine_.PositionOf(v),
                 "the vCPUs of a unit join in order");
  ++unit.vcpus;
  machine_.Refresh(unit);
  if (unit.vcpus > 1) return;
  ++domains_[v.domain.value()].vcpus;
  inner_->Insert(inner, unit.view);
}

// A unit goes with the first of its vCPUs that goes: all are paused then, and
// the engine takes the others next.
void GangPolicy::Remove(const HookContext& context, const Vcpu& v) {
  const HookContext inner = Enter(context);
  GangUnit& unit = UnitOf(v);
  if (unit.vcpus == 0) return;
  machine_.Refresh(unit);
  LeaveResource(context, unit);
  unit.own_bits &= ~uint32_t{kPauseMigrating};
  inner_->Remove(inner, unit.view);
  unit.vcpus = 0;
}

void GangPolicy::AdjustDomain(const HookContext& context, const Domain& domain,
                              uint32_t weight, uint32_t cap) {
  const HookContext inner = Enter(context);
  inner_->AdjustDomain(inner, domains_[domain.id.value()], weight, cap);
}

void GangPolicy::AdjustRealTime(const HookContext& context, const Vcpu& v,
                                const RealTimeParameters& parameters) {
  const HookContext inner = Enter(context);
  inner_->AdjustRealTime(inner, UnitOf(v).view, parameters);
}

void GangPolicy::SetFrames(const HookContext& context,
                           const FrameTable& table) {
  const HookContext inner = Enter(context);
  inner_->SetFrames(inner, table);
}

void GangPolicy::AffinityChanges(const HookContext& context, const Vcpu& v,
                                 const CpuSet* hard, const CpuSet* soft) {
  const HookContext inner = Enter(context);
  CpuSet mapped_hard;
  CpuSet mapped_soft;
  if (hard != nullptr) mapped_hard = machine_.Mapped(*hard);
  if (soft != nullptr) mapped_soft = machine_.Mapped(*soft);
  ChangeMasks(inner, UnitOf(v), hard != nullptr ? &mapped_hard : nullptr,
              soft != nullptr ? &mapped_soft : nullptr);
}

void GangPolicy::ChangeMasks(const HookContext& context, GangUnit& unit,
                             const CpuSet* hard, const CpuSet* soft) {
  inner_->AffinityChanges(context, unit.view, hard, soft);
  machine_.SetMasks(unit, hard, soft);
}

void GangPolicy::Wake(const HookContext& context, const Vcpu& v) {
  const HookContext inner = Enter(context);
  GangUnit& unit = UnitOf(v);
  if (unit.host_acts) return;
  machine_.Refresh(unit);
  if (unit.view.runnable()) inner_->Wake(inner, unit.view);
  const GangResource& home = HomeOf(unit);
  if (home.unit != unit.view.id) return;
  // Beside its running siblings; no decision is due for that.
  if (Target(home, v.cpu()) != machine_.outer().current(v.cpu())) {
    TickleToFetch(context, v.cpu());
  }
}

void GangPolicy::Sleep(const HookContext& context, const Vcpu& v) {
  const HookContext inner = Enter(context);
  GangUnit& unit = UnitOf(v);
  if (unit.host_acts) return;
  // Who moves one of its vCPUs moves the unit.
  if (v.Has(kPauseMigrating)) unit.own_bits |= kPauseMigrating;
  machine_.Refresh(unit);
  if (!unit.view.runnable()) {
    inner_->Sleep(inner, unit.view);
  } else if (machine_.outer().current(v.cpu()) == v.id) {
    TickleToFetch(context, v.cpu());
  }
}

void GangPolicy::Yield(const HookContext& context, const Vcpu& v) {
  const HookContext inner = Enter(context);
  GangUnit& unit = UnitOf(v);
  HomeOf(unit).wants_decision = true;
  inner_->Yield(inner, unit.view);
}

// The unit is asked where to go only once it has left; until then the vCPU,
// whose migration the engine finishes, stays where it is.
PcpuId GangPolicy::PickPcpu(const HookContext& context, const Vcpu& v) {
  const HookContext inner = Enter(context);
  GangUnit& unit = UnitOf(v);
  if ((unit.own_bits & kPauseMigrating) == 0 || unit.view.running()) {
    return v.cpu();
  }
  const PcpuId master = inner_->PickPcpu(inner, unit.view);
  return GangMachine::Member(master, machine_.PositionOf(v));
}

void GangPolicy::Migrate(const HookContext& context, const Vcpu& v,
                         PcpuId target) {
  const HookContext inner = Enter(context);
  GangUnit& unit = UnitOf(v);
  if ((unit.own_bits & kPauseMigrating) == 0 || unit.view.running()) return;
  unit.own_bits &= ~uint32_t{kPauseMigrating};
  machine_.Refresh(unit);
  inner_->Migrate(inner, unit.view, machine_.MasterOf(target));
  // If v may run, the engine wakes it, and that wakes the unit.
  if (unit.view.runnable() && !v.runnable()) inner_->Wake(inner, unit.view);
}

void GangPolicy::OnTimer(const HookContext& context, TimerId timer) {
  const HookContext inner = Enter(context);
  inner_->OnTimer(inner, timer);
}

std::string GangPolicy::Describe(VcpuId v) const {
  return inner_->Describe(v.valid() ? machine_.UnitOf(v) : v);
}

std::vector<Candidate> GangPolicy::Candidates(Instant now, PcpuId p,
                                              VcpuId) const {
  const GangResource& resource = machine_.ResourceOf(p);
  std::vector<Candidate> seen =
      inner_->Candidates(now, resource.master, resource.unit);
  for (Candidate& candidate : seen) {
    const VcpuId own =
        machine_.VcpuAt(candidate.vcpu, p.value() - resource.master.value());
    candidate.vcpu = own.valid() ? own : machine_.Unit(candidate.vcpu).first;
  }
  return seen;
}

}  // namespace xenotime
