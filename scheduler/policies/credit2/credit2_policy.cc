#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace xenotime {

Credit2Policy::Credit2Policy(PolicyHost& host,
                             const Credit2Parameters& parameters)
    : PolicyBase(host),
      parameters_(parameters),
      ratelimit_(Microseconds(parameters.ratelimit_us)),
      resist_(parameters.migrate_resist_us * 1000),
      scale_(static_cast<int>(parameters.load_window_shift),
             static_cast<int>(parameters.load_precision_shift)),
      units_(machine().vcpu_capacity()),
      runqueue_of_(machine().topology().pcpus()),
      running_(machine().topology().pcpus()),
      siblings_(machine().topology().pcpus()),
      to_unpark_(machine().topology().pcpus()) {}

void Credit2Policy::AddDomain(const Domain& domain) {
  while (domains_.size() <= domain.id.value()) domains_.emplace_back();
  DomainState& state = D(domain.id);
  state.weight = credit2::kDefaultWeight;
  state.cap = 0;
  state.units = 0;
  state.timer_pcpu = machine().pool().First();
  if (state.timer.valid()) {
    host().MoveTimer(state.timer, state.timer_pcpu);
    return;
  }
  state.timer = host().AddTimer(state.timer_pcpu, TimerScope::kPolicy);
  domain_of_timer_.resize(state.timer.value() + 1);
  domain_of_timer_[state.timer.value()] = domain.id;
}

void Credit2Policy::RemoveDomain(const Domain& domain) {
  host().StopTimer(D(domain.id).timer);
}

PcpuId Credit2Policy::Place(const HookContext& context, const Vcpu& v) {
  units_.Grow(v.id);
  Unit& unit = U(v.id);
  unit = Unit();
  unit.domain = v.domain;
  unit.weight = credit2::Divisor(D(v.domain).weight);
  unit.load_last = credit2::LoadScale::UnitsAt(context.now);
  unit.avgload = scale_.Initial();
  const CpuSet& hard = v.hard_affinity;
  const CpuSet& soft = v.soft_affinity;
  AffinityChanges(context, v, &hard, &soft);
  return PickPcpu(context, v);
}

void Credit2Policy::Insert(const HookContext&, const Vcpu& v) {
  JoinRunqueue(RqOf(v.cpu()), v.id);
  ++D(v.domain).units;
}

void Credit2Policy::Remove(const HookContext& context, const Vcpu& v) {
  if (v.Has(kPauseParked)) DropParked(context, v.id);
  LeaveRunqueue(v.id);
  --D(v.domain).units;
}

void Credit2Policy::JoinRunqueue(Runqueue& rq, VcpuId v) {
  Unit& unit = U(v);
  unit.runqueue = &rq;
  rq.members.push_back(v);
  rq.b_avgload += unit.avgload;
  UpdateMaxWeight(rq, unit.weight.value(), 0);
}

void Credit2Policy::LeaveRunqueue(VcpuId v) {
  Unit& unit = U(v);
  Runqueue& rq = *unit.runqueue;
  rq.members.erase(std::find(rq.members.begin(), rq.members.end(), v));
  rq.b_avgload = std::max<int64_t>(0, rq.b_avgload - unit.avgload);
  unit.runqueue = nullptr;
  UpdateMaxWeight(rq, 0, unit.weight.value());
}

// A member's weight was added, removed, or changed from one to the other.
void Credit2Policy::UpdateMaxWeight(Runqueue& rq, uint32_t added,
                                    uint32_t removed) {
  uint32_t most = rq.max_weight.value();
  if (added > most) {
    most = added;
  } else if (removed == most) {
    most = 1;
    for (VcpuId v : rq.members) most = std::max(most, U(v).weight.value());
  }
  rq.max_weight = credit2::Divisor(most);
}

void Credit2Policy::AdjustDomain(const HookContext& context,
                                 const Domain& domain, uint32_t weight,
                                 uint32_t cap) {
  DomainState& state = D(domain.id);
  state.weight = weight;
  for (uint32_t i = 0; i < domain.vcpus; ++i) {
    Unit& unit = U(VcpuId(domain.first_vcpu.value() + i));
    const uint32_t old = unit.weight.value();
    unit.weight = credit2::Divisor(weight);
    UpdateMaxWeight(*unit.runqueue, weight, old);
  }
  SetCap(context, domain, cap);
}

void Credit2Policy::AffinityChanges(const HookContext&, const Vcpu& v,
                                    const CpuSet* hard, const CpuSet* soft) {
  Unit& unit = U(v.id);
  if (soft != nullptr) unit.soft_is_all = soft->IsAll();
  if (hard == nullptr) return;
  unit.hard_is_all = hard->IsAll();
  unit.Clear(credit2::kPinned);
  if (hard->size() == 1) unit.Set(credit2::kPinned);
}

void Credit2Policy::Wake(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  if (unit.queued) return;
  if (unit.Has(credit2::kScheduled)) {
    if (!IsCurrent(v)) unit.Set(credit2::kDelayedAdd);
    return;
  }
  Runqueue& rq = RqOf(v.cpu());
  CountWake(rq, unit, context.now);
  Enqueue(rq, v.id, unit);
  Tickle(context, v);
}

void Credit2Policy::Sleep(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  Runqueue& rq = RqOf(v.cpu());
  if (IsCurrent(v)) {
    TicklePcpu(context, rq, v.cpu());
  } else if (unit.queued) {
    CountSleep(rq, unit, context.now);
    Dequeue(rq, v.id, unit);
  } else {
    unit.Clear(credit2::kDelayedAdd);
  }
}

void Credit2Policy::Yield(const HookContext&, const Vcpu& v) {
  U(v.id).Set(credit2::kYield);
}

void Credit2Policy::ContextSaved(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  Runqueue& rq = RqOf(v.cpu());
  unit.Clear(credit2::kScheduled);
  ReturnBudget(context, unit);
  if (unit.TestAndClear(credit2::kDelayedAdd) && v.runnable()) {
    Enqueue(rq, v.id, unit);
    Tickle(context, v);
  } else {
    CountSleep(rq, unit, context.now);
  }
}

void Credit2Policy::Enqueue(Runqueue& rq, VcpuId v, Unit& unit) {
  rq.queue.Push(v, unit.credit);
  unit.queued = true;
}

void Credit2Policy::Dequeue(Runqueue& rq, VcpuId v, Unit& unit) {
  rq.queue.Remove(v, unit.credit);
  unit.queued = false;
}

std::string Credit2Policy::Describe(VcpuId v) const {
  if (v.valid()) {
    const Unit& unit = U(v);
    return absl::StrCat(
        "credit=", unit.credit, " budget=", unit.capped() ? unit.budget : -1,
        " avgload=", unit.avgload, " rq=", unit.runqueue->id,
        " flags=", int{unit.flags}, " cpu=", vcpu(v).cpu().value());
  }
  std::string text;
  for (const auto& rq : runqueues_) {
    absl::StrAppend(&text, "rq", rq->id, " load=", rq->load,
                    " avgload=", rq->avgload, " b_avgload=", rq->b_avgload,
                    "\n");
  }
  return text;
}

}  // namespace xenotime
