// Caps: a domain's budget for each period, and the units that wait for the next
// (credit2.md, section 10).

#include <algorithm>
#include <utility>

#include "xenotime/scheduler/policies/credit2/charging.h"
#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

using credit2::kUncapped;

// The unit takes budget from its domain, or is parked if there is none left.
bool Credit2Policy::Grab(const HookContext& context, VcpuId v) {
  Unit& unit = U(v);
  if (unit.budget > 0) return true;
  DomainState& domain = D(unit.domain);
  do {
    if (TakeShare(domain, unit)) return true;
    PushParked(domain, v);
    // On threads: budget that came back meanwhile may have found nobody parked.
    // ReturnBudget adds first and looks second, this does it the other way
    // round, so one of the two sees the other.
  } while (domain.budget.load(std::memory_order_seq_cst) > 0 &&
           PopParked(domain, v));
  Park(context, v);
  return false;
}

// Whether Grab would find some; it does not take any.
bool Credit2Policy::MayGrab(const Unit& unit) const {
  if (unit.budget > 0) return true;
  const int64_t left = D(unit.domain).budget.load(std::memory_order_relaxed);
  return left + unit.budget > 0;
}

// What the unit overran is its domain's debt; whether there was any budget.
bool Credit2Policy::TakeShare(DomainState& domain, Unit& unit) {
  int64_t before = domain.budget.load(std::memory_order_relaxed);
  int64_t share;
  do {
    share = std::clamp<int64_t>(before + unit.budget, 0, unit.quota);
  } while (!domain.budget.compare_exchange_weak(
      before, before + unit.budget - share, std::memory_order_acq_rel));
  unit.budget = share;
  return share > 0;
}

void Credit2Policy::PushParked(DomainState& domain, VcpuId v) {
  VcpuId& next = U(v).next_parked;
  next = domain.parked.load(std::memory_order_relaxed);
  while (!domain.parked.compare_exchange_weak(next, v,
                                              std::memory_order_seq_cst)) {
  }
}

// Takes v, pushed just now, out again if nobody was pushed after it: then that
// one looks at the budget. While v's lock is held nobody else moves v, so what
// stands behind it is still what it points to.
bool Credit2Policy::PopParked(DomainState& domain, VcpuId v) {
  VcpuId first = v;
  return domain.parked.compare_exchange_strong(first, U(v).next_parked,
                                               std::memory_order_seq_cst);
}

void Credit2Policy::Park(const HookContext& context, VcpuId v) {
  Unit& unit = U(v);
  host().Park(context, v);
  if (!unit.queued) return;
  Dequeue(*unit.runqueue, v, unit);
  CountSleep(*unit.runqueue, unit, context.now);
}

// What a unit does not need goes back, and may free parked ones: those of
// other run queues too, whose locks must be taken first.
void Credit2Policy::ReturnBudget(const HookContext& context, Unit& unit) {
  if (!unit.capped() || unit.budget <= 0) return;
  DomainState& domain = D(unit.domain);
  const int64_t before =
      domain.budget.fetch_add(unit.budget, std::memory_order_seq_cst);
  const bool available = before + unit.budget > 0;
  unit.budget = 0;
  if (!available || !domain.parked.load(std::memory_order_seq_cst).valid()) {
    return;
  }
  to_unpark_[context.executing.value()] = unit.domain;
  host().Defer(context);
}

void Credit2Policy::Deferred(const HookContext& context) {
  UnparkAll(context, D(to_unpark_[context.executing.value()]));
}

// In the order of the list: the one parked last comes first.
void Credit2Policy::UnparkAll(const HookContext& context, DomainState& domain) {
  VcpuId v = domain.parked.exchange(VcpuId::None(), std::memory_order_acq_rel);
  while (v.valid()) {
    const VcpuId next = std::exchange(U(v).next_parked, VcpuId::None());
    Unpark(context, v);
    v = next;
  }
}

void Credit2Policy::Unpark(const HookContext& context, VcpuId v) {
  Unit& unit = U(v);
  host().Unpark(context, v);
  if (unit.Has(credit2::kScheduled)) {
    unit.Set(credit2::kDelayedAdd);
  } else if (vcpu(v).runnable()) {
    CountWake(*unit.runqueue, unit, context.now);
    Enqueue(*unit.runqueue, v, unit);
    Tickle(context, vcpu(v));
  }
}

// A unit that leaves must not stay in its domain's list.
void Credit2Policy::DropParked(const HookContext& context, VcpuId v) {
  DomainState& domain = D(U(v).domain);
  VcpuId* link = nullptr;
  VcpuId at = domain.parked.load(std::memory_order_relaxed);
  if (at == v) {
    domain.parked.store(U(v).next_parked, std::memory_order_relaxed);
  } else {
    for (; at.valid() && at != v; at = U(at).next_parked) {
      link = &U(at).next_parked;
    }
    if (link != nullptr && at == v) *link = U(v).next_parked;
  }
  host().Unpark(context, v);
}

void Credit2Policy::OnTimer(const HookContext& context, TimerId timer) {
  Replenish(context, D(domain_of_timer_[timer.value()]));
}

void Credit2Policy::Replenish(const HookContext& context, DomainState& domain) {
  const Duration period = Milliseconds(parameters_.cap_period_ms);
  int64_t budget = domain.budget.load(std::memory_order_relaxed);
  do {
    domain.next_replenishment += period;
    budget += domain.total_budget;
  } while (domain.next_replenishment <= context.now);
  budget = std::min(budget, domain.total_budget);
  domain.budget.store(budget, std::memory_order_relaxed);
  if (budget > 0) UnparkAll(context, domain);
  host().SetTimer(domain.timer, domain.next_replenishment);
}

void Credit2Policy::SetCap(const HookContext& context, const Domain& domain,
                           uint32_t cap) {
  DomainState& state = D(domain.id);
  if (cap > 100 * state.units) return;  // Xen answers EINVAL
  if (cap == 0) {
    if (state.cap != 0) LiftCap(context, domain);
    state.cap = 0;
    return;
  }
  const int64_t period = parameters_.cap_period_ms * 1'000'000;
  state.total_budget = period * cap / 100;
  const int64_t quota =
      std::max(state.total_budget / state.units, credit2::kMinQuota);
  for (uint32_t i = 0; i < domain.vcpus; ++i) {
    U(VcpuId(domain.first_vcpu.value() + i)).quota = quota;
  }
  if (state.cap == 0) StartCap(context, domain);
  state.cap = cap;
}

// The first period begins; whoever runs has to ask for budget at once.
void Credit2Policy::StartCap(const HookContext& context, const Domain& domain) {
  DomainState& state = D(domain.id);
  state.budget.store(state.total_budget, std::memory_order_relaxed);
  state.next_replenishment =
      context.now + Milliseconds(parameters_.cap_period_ms);
  host().SetTimer(state.timer, state.next_replenishment);
  for (uint32_t i = 0; i < domain.vcpus; ++i) {
    const VcpuId v(domain.first_vcpu.value() + i);
    const PcpuId p = vcpu(v).cpu();
    if (vcpu(v).running()) {
      credit2::Burn(U(v), RqOf(p).max_weight, context.now);
      RqOf(p).pcpus.Of(p).tickled |= credit2::PcpuWords::Bit(p);
      host().Tickle(context, p);
    }
    U(v).budget = 0;
  }
}

void Credit2Policy::LiftCap(const HookContext& context, const Domain& domain) {
  DomainState& state = D(domain.id);
  host().StopTimer(state.timer);
  for (uint32_t i = 0; i < domain.vcpus; ++i) {
    Unit& unit = U(VcpuId(domain.first_vcpu.value() + i));
    unit.budget = kUncapped;
    unit.quota = 0;
  }
  UnparkAll(context, state);
}

}  // namespace xenotime
