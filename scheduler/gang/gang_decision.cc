// How a resource goes from one unit to the next ("A
// decision" in docs/design/004-core-scheduling.md).

#include <algorithm>
#include <utility>

#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/gang/gang_policy.h"

namespace xenotime {

Decision GangPolicy::PickNext(const HookContext& context, VcpuId current) {
  Enter(context);
  const PcpuId p = context.executing;
  GangResource& resource = machine_.ResourceOf(p);
  const bool only_fetches = to_fetch_[p.value()] != 0;
  to_fetch_[p.value()] = 0;
  if (!resource.leaving.valid() &&
      MustDecide(resource, context, only_fetches)) {
    Decide(context, resource);
    if (retry_) outer_.Retry(context);
    TickleMembers(context, resource, p);
  }
  return Fetch(context, resource, current);
}

// A member that was only asked to fetch decides nothing, unless something else
// that asks for a decision has come to pass meanwhile.
bool GangPolicy::MustDecide(const GangResource& resource,
                            const HookContext& context, bool only_fetches) {
  const bool in_pool = machine_.view().pool().Contains(resource.master);
  if (!resource.added || (!in_pool && !resource.unit.valid())) return false;
  if (resource.wants_decision || !only_fetches) return true;
  if (context.executing == resource.master &&
      resource.slice_end <= context.now) {
    return true;
  }
  // Nobody is left who could run. That the unit as such shall go elsewhere is
  // no reason: whoever wanted that has asked for a decision.
  return resource.unit.valid() &&
         machine_.DerivedBits(machine_.Unit(resource.unit)) != 0;
}

void GangPolicy::Decide(const HookContext& context, GangResource& resource) {
  const HookContext on_master = {context.now, resource.master};
  if (resource.unit.valid()) machine_.Refresh(machine_.Unit(resource.unit));
  resource.wants_decision = false;
  retry_ = false;
  const Decision decision = inner_->PickNext(on_master, resource.unit);
  resource.rule = decision.rule;
  resource.slice_end = decision.slice >= Duration()
                           ? context.now + decision.slice
                           : Instant::Never();
  if (decision.next == resource.unit) return;
  retry_ = false;
  SwitchTo(context, resource, decision);
}

void GangPolicy::SwitchTo(const HookContext& context, GangResource& resource,
                          const Decision& decision) {
  resource.leaving = resource.unit;
  resource.unit = decision.next;
  resource.migrated = decision.migrated;
  resource.decided = context.now;
  machine_.SetCurrent(resource.master, decision.next);
  if (decision.next.valid()) {
    Vcpu& next = machine_.Unit(decision.next).view;
    XENOTIME_CHECK(!next.running(),
                   "a policy chose a unit that runs elsewhere");
    XENOTIME_CHECK(next.cpu() == resource.master,
                   "a policy chose a unit that is assigned elsewhere");
    XENOTIME_CHECK(next.hard_affinity.Contains(resource.master) ||
                       !inner_->HonoursAffinity(),
                   "a policy chose a unit outside its hard affinity");
    next.is_running.store(true);
    next.last_switch = context.now;
  }
  if (resource.occupied == 0) FinishSwitch(context, resource);
}

// The last vCPU of the old unit has left. What the engine does for a vCPU
// whose context is saved happens here for the unit.
void GangPolicy::FinishSwitch(const HookContext& context,
                              GangResource& resource) {
  if (!resource.leaving.valid()) return;
  const HookContext on_master = {context.now, resource.master};
  GangUnit& old = machine_.Unit(resource.leaving);
  resource.leaving = VcpuId::None();
  machine_.Refresh(old);
  old.view.is_running.store(false);
  old.view.last_switch = context.now;
  inner_->ContextSaved(on_master, old.view);
  if (deferred_) {
    deferred_ = false;
    inner_->Deferred(on_master);
  }
  if ((old.own_bits & kPauseMigrating) != 0) FinishMigration(on_master, old);
}

void GangPolicy::FinishMigration(const HookContext& context, GangUnit& unit) {
  const PcpuId target = inner_->PickPcpu(context, unit.view);
  unit.own_bits &= ~uint32_t{kPauseMigrating};
  machine_.Refresh(unit);
  inner_->Migrate(context, unit.view, target);
  if (unit.view.runnable()) inner_->Wake(context, unit.view);
}

void GangPolicy::ContextSaved(const HookContext& context, const Vcpu&) {
  Enter(context);
  GangResource& resource = machine_.ResourceOf(context.executing);
  XENOTIME_CHECK(resource.occupied > 0, "a vCPU left a resource twice");
  if (--resource.occupied > 0 || !resource.leaving.valid()) return;
  FinishSwitch(context, resource);
  TickleMembers(context, resource, PcpuId::None());
  // Members that were asked during the switch could not decide.
  if (resource.wants_decision) {
    outer_.Tickle(Outer(context), resource.master);
  }
}

Decision GangPolicy::Fetch(const HookContext& context, GangResource& resource,
                           VcpuId current) {
  const PcpuId p = context.executing;
  Decision decision{.next = Target(resource, p), .rule = resource.rule};
  const VcpuId next = decision.next;
  if (resource.leaving.valid()) {
    decision.rule = "idle: vCPUs of the previous unit have not left yet";
  } else if (resource.unit.valid() && !next.valid()) {
    decision.rule = "idle: the unit has nobody who can run here";
  }
  if (p == resource.master) {
    resource.armed =
        resource.leaving.valid() ? Instant::Never() : resource.slice_end;
    if (resource.armed != Instant::Never()) {
      decision.slice = std::max(Duration(), resource.armed - context.now);
    }
  }
  if (!next.valid() || next == current) return decision;
  XENOTIME_CHECK(!current.valid(), "a member goes from vCPU to vCPU");
  ++resource.occupied;
  decision.migrated =
      resource.migrated &&
      machine_.outer().vcpu(next).last_switch <= resource.decided;
  return decision;
}

VcpuId GangPolicy::Target(const GangResource& resource, PcpuId p) const {
  if (resource.leaving.valid()) return VcpuId::None();
  const VcpuId v =
      machine_.VcpuAt(resource.unit, p.value() - resource.master.value());
  if (!v.valid() || !machine_.outer().vcpu(v).runnable()) {
    return VcpuId::None();
  }
  return v;
}

void GangPolicy::TickleToFetch(const HookContext& context, PcpuId p) {
  to_fetch_[p.value()] = 1;
  outer_.Tickle(Outer(context), p);
}

void GangPolicy::TickleMembers(const HookContext& context,
                               const GangResource& resource, PcpuId except) {
  for (uint32_t i = 0; i < machine_.size(); ++i) {
    const PcpuId p = GangMachine::Member(resource.master, i);
    if (p == except) continue;
    const bool wrong = Target(resource, p) != machine_.outer().current(p);
    const bool unarmed = i == 0 && !resource.leaving.valid() &&
                         resource.armed != resource.slice_end;
    if (wrong || unarmed) TickleToFetch(context, p);
  }
}

// The unit is about to leave the pool, and none of its vCPUs runs any more;
// but its resource may not have looked since, or may not even be free of the
// unit before it. That one may be the answer, and then it simply stays.
void GangPolicy::LeaveResource(const HookContext& context, GangUnit& unit) {
  GangResource& home = HomeOf(unit);
  if (home.unit != unit.view.id) return;
  const VcpuId before = std::exchange(home.leaving, VcpuId::None());
  if (before.valid()) machine_.Unit(before).view.is_running.store(false);
  Decide(context, home);
  XENOTIME_CHECK(home.unit != unit.view.id, "a policy keeps a removed unit");
  FinishSwitch(context, home);
  if (before.valid() && home.unit != before) {
    machine_.Unit(before).view.is_running.store(true);
    home.leaving = before;
  }
  TickleMembers(context, home, PcpuId::None());
}

}  // namespace xenotime
