#include "xenotime/scheduler/policies/rtds/rtds_policy.h"

namespace xenotime {

RtdsPolicy::RtdsPolicy(PolicyHost& host)
    : PolicyBase(host),
      units_(machine().vcpu_capacity()),
      tickled_(machine().topology().pcpus()),
      candidates_(machine().topology().pcpus()) {}

void RtdsPolicy::AddPcpu(const HookContext&, PcpuId p) {
  if (home_.valid()) return;
  home_ = p;
  if (timer_.valid()) {
    host().MoveTimer(timer_, p);
  } else {
    timer_ = host().AddTimer(p, TimerScope::kPcpu);
  }
}

void RtdsPolicy::RemovePcpu(const HookContext&, PcpuId p) {
  tickled_.Remove(p);
  if (home_ != p) return;
  home_ = machine().pool().Cyclic(p);
  if (home_.valid()) {
    host().MoveTimer(timer_, home_);
  } else {
    host().StopTimer(timer_);
  }
}

PcpuId RtdsPolicy::Place(const HookContext& context, const Vcpu& v) {
  units_.Grow(v.id);
  U(v.id) = Unit();
  return PickPcpu(context, v);
}

void RtdsPolicy::Insert(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  if (context.now >= unit.server.deadline) unit.server.Renew(context.now);
  if (!v.runnable()) return;
  unit.has_woken = true;
  ExpectReplenishment(v.id);
  Enqueue(v.id);
}

void RtdsPolicy::Remove(const HookContext&, const Vcpu& v) {
  if (U(v.id).queue != Queue::kNone) Dequeue(v.id);
  ForgetReplenishment(v.id);
}

// Period and budget count from the next renewal on. A vCPU that has never
// wanted to run has no period yet that could be kept: it gets what it would
// have, had it been created like this (README.md, "Deviations").
void RtdsPolicy::AdjustRealTime(const HookContext& context, const Vcpu& v,
                                const RealTimeParameters& parameters) {
  Unit& unit = U(v.id);
  unit.server.period = parameters.period;
  unit.server.budget = parameters.budget;
  SetExtratime(v.id, parameters.extratime);
  if (unit.has_woken) return;
  unit.server.deadline = Instant();
  unit.server.Renew(context.now);
}

void RtdsPolicy::SetExtratime(VcpuId v, bool extratime) {
  Unit& unit = U(v);
  const bool was_on = unit.server.extratime;
  unit.server.extratime = extratime;
  if (!extratime || was_on || unit.server.left > Duration()) return;
  unit.server.Overrun();
  unit.server.depleted = false;
  if (unit.queue == Queue::kNone) return;
  Dequeue(v);
  Enqueue(v);
}

void RtdsPolicy::Wake(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  if (IsCurrent(v) || unit.queue != Queue::kNone) return;
  unit.has_woken = true;
  const bool missed = context.now >= unit.server.deadline;
  if (missed) unit.server.Renew(context.now);
  if (unit.scheduled) {
    unit.delayed_add = true;
    if (missed) MoveReplenishment(v.id);
    return;
  }
  ExpectReplenishment(v.id);
  Enqueue(v.id);
  Tickle(context, v);
}

void RtdsPolicy::Sleep(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  if (IsCurrent(v)) {
    host().Tickle(context, v.cpu());
  } else if (unit.queue != Queue::kNone) {
    Dequeue(v.id);
    ForgetReplenishment(v.id);
  } else {
    unit.delayed_add = false;
  }
}

// Tickles also for a vCPU that has no budget left, as Xen does; a decision for
// nothing is all that comes of it.
void RtdsPolicy::ContextSaved(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  unit.scheduled = false;
  const bool wants_pcpu = unit.delayed_add && v.runnable();
  unit.delayed_add = false;
  if (!wants_pcpu) return ForgetReplenishment(v.id);
  Enqueue(v.id);
  Tickle(context, v);
}

PcpuId RtdsPolicy::PickPcpu(const HookContext&, const Vcpu& v) {
  const CpuSet& pool = machine().pool();
  if (MayRunOn(v, v.cpu())) return v.cpu();
  return CyclicScan(pool.words(), v.cpu(), [&](uint32_t i) {
    return pool.Word(i) & v.hard_affinity.Word(i);
  });
}

// The first of the run queue that is allowed on p; those who cannot run are
// dropped on the way.
VcpuId RtdsPolicy::FirstFor(PcpuId p) {
  VcpuId following;
  for (VcpuId v = run_queue_.front(); v.valid(); v = following) {
    following = U(v).link.next;
    if (!MayRunOn(vcpu(v), p)) continue;
    if (vcpu(v).runnable()) return v;
    Dequeue(v);
    ForgetReplenishment(v);
  }
  return VcpuId::None();
}

Decision RtdsPolicy::PickNext(const HookContext& context, VcpuId current) {
  const PcpuId p = context.executing;
  tickled_.Remove(p);
  const bool runnable = current.valid() && vcpu(current).runnable();
  if (current.valid()) U(current).server.Burn(context.now);
  const VcpuId first = FirstFor(p);
  if (runnable && U(current).server.left > Duration() &&
      (!first.valid() || Precedence(current, first) > 0)) {
    U(current).server.last_start = context.now;
    return {.next = current,
            .slice = U(current).server.left,
            .rule = first.valid() ? "the current vCPU is of higher priority"
                                  : "nobody else is queued for this pCPU"};
  }
  if (runnable) U(current).delayed_add = true;
  if (first.valid()) return Take(context, first);
  return {.next = VcpuId::None(),
          .rule = runnable ? "the current vCPU is depleted, nobody is queued"
                           : "nobody is queued for this pCPU"};
}

Decision RtdsPolicy::Take(const HookContext& context, VcpuId v) {
  Unit& unit = U(v);
  Dequeue(v);
  unit.scheduled = true;
  unit.server.last_start = context.now;
  const bool migrated = vcpu(v).cpu() != context.executing;
  if (migrated) host().Assign(context, v, context.executing);
  return {.next = v,
          .slice = unit.server.left,
          .migrated = migrated,
          .rule = "first of the run queue by level and deadline"};
}

// Idle first, else the lowest priority, each in cyclic order from v's own pCPU
// on. Budgets of the running ones are not burnt for the comparison.
void RtdsPolicy::Tickle(const HookContext& context, const Vcpu& v) {
  candidates_ = machine().pool();
  candidates_ &= v.hard_affinity;
  candidates_ -= tickled_;
  VcpuId lowest;
  for (PcpuId p = candidates_.TestOrCyclic(v.cpu()); p.valid();
       p = candidates_.Cyclic(p)) {
    const VcpuId current = machine().current(p);
    if (!current.valid()) return TicklePcpu(context, p);
    if (!lowest.valid() || Precedence(current, lowest) < 0) lowest = current;
    candidates_.Remove(p);
  }
  if (lowest.valid() && Precedence(lowest, v.id) < 0) {
    TicklePcpu(context, vcpu(lowest).cpu());
  }
}

void RtdsPolicy::TicklePcpu(const HookContext& context, PcpuId p) {
  tickled_.Add(p);
  host().Tickle(context, p);
}

}  // namespace xenotime
