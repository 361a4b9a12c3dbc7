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
      siblings_(machine().topology().pcpus(),
                CpuSet(machine().topology().pcpus())),
      to_unpark_(machine().topology().pcpus()) {}

void Credit2Policy::AddDomain(const Domain& domain) {
  while (domains_.size() <= domain.id.value()) domains_.emplace_back();
  DomainState& state = D(domain.id);
  state.weight = 256;
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
  unit.weight = D(v.domain).weight;
  unit.load_last = credit2::LoadScale::UnitsAt(context.now);
  unit.avgload = scale_.Initial();
  if (v.hard_affinity.size() == 1) unit.Set(credit2::kPinned);
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
  rq.members.PushBack(v, MemberLinks());
  rq.b_avgload += unit.avgload;
  UpdateMaxWeight(rq, unit.weight, 0);
}

void Credit2Policy::LeaveRunqueue(VcpuId v) {
  Unit& unit = U(v);
  Runqueue& rq = *unit.runqueue;
  rq.members.Remove(v, MemberLinks());
  rq.b_avgload = std::max<int64_t>(0, rq.b_avgload - unit.avgload);
  unit.runqueue = nullptr;
  UpdateMaxWeight(rq, 0, unit.weight);
}

// A member's weight was added, removed, or changed from one to the other.
void Credit2Policy::UpdateMaxWeight(Runqueue& rq, uint32_t added,
                                    uint32_t removed) {
  if (added > rq.max_weight) {
    rq.max_weight = added;
  } else if (removed == rq.max_weight) {
    uint32_t most = 1;
    for (VcpuId v = rq.members.front(); v.valid(); v = U(v).member.next) {
      most = std::max(most, U(v).weight);
    }
    rq.max_weight = most;
  }
}

void Credit2Policy::AdjustDomain(const HookContext& context,
                                 const Domain& domain, uint32_t weight,
                                 uint32_t cap) {
  DomainState& state = D(domain.id);
  state.weight = weight;
  for (uint32_t i = 0; i < domain.vcpus; ++i) {
    Unit& unit = U(VcpuId(domain.first_vcpu.value() + i));
    const uint32_t old = unit.weight;
    unit.weight = weight;
    UpdateMaxWeight(*unit.runqueue, weight, old);
  }
  SetCap(context, domain, cap);
}

void Credit2Policy::AffinityChanges(const HookContext&, const Vcpu& v,
                                    const CpuSet* hard, const CpuSet*) {
  if (hard == nullptr) return;
  U(v.id).Clear(credit2::kPinned);
  if (hard->size() == 1) U(v.id).Set(credit2::kPinned);
}

void Credit2Policy::Wake(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  if (machine().current(v.cpu()) == v.id || unit.queue.linked) return;
  if (unit.Has(credit2::kScheduled)) {
    unit.Set(credit2::kDelayedAdd);
    return;
  }
  CountWake(*unit.runqueue, unit, context.now);
  Enqueue(*unit.runqueue, v.id, unit);
  Tickle(context, v);
}

void Credit2Policy::Sleep(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  if (machine().current(v.cpu()) == v.id) {
    TicklePcpu(context, v.cpu());
  } else if (unit.queue.linked) {
    CountSleep(*unit.runqueue, unit, context.now);
    Dequeue(*unit.runqueue, v.id);
  } else {
    unit.Clear(credit2::kDelayedAdd);
  }
}

void Credit2Policy::Yield(const HookContext&, const Vcpu& v) {
  U(v.id).Set(credit2::kYield);
}

void Credit2Policy::ContextSaved(const HookContext& context, const Vcpu& v) {
  Unit& unit = U(v.id);
  unit.Clear(credit2::kScheduled);
  ReturnBudget(context, unit);
  if (unit.TestAndClear(credit2::kDelayedAdd) && v.runnable()) {
    Enqueue(*unit.runqueue, v.id, unit);
    Tickle(context, v);
  } else {
    CountSleep(*unit.runqueue, unit, context.now);
  }
}

// Charges the time since start_time, the faster the lower the weight is below
// the highest of the run queue (credit2.md, 4.1).
void Credit2Policy::Burn(Unit& unit, Instant now) {
  const int64_t elapsed = now.ns() - unit.start_time;
  if (elapsed <= 0) return;
  int64_t credits = elapsed;
  if (unit.weight != unit.runqueue->max_weight ||
      unit.residual >= unit.weight) {
    const uint64_t value =
        static_cast<uint64_t>(elapsed) * unit.runqueue->max_weight +
        unit.residual;
    unit.residual = static_cast<uint32_t>(value % unit.weight);
    credits = static_cast<int64_t>(value / unit.weight);
  }
  unit.credit = static_cast<int32_t>(
      std::max<int64_t>(credit2::kMinCredit, unit.credit - credits));
  if (unit.capped()) unit.budget -= elapsed;
  unit.start_time = now.ns();
}

int64_t Credit2Policy::TimeFor(const Unit& unit, int64_t credits) {
  const uint32_t highest = unit.runqueue->max_weight;
  if (unit.weight == highest) return credits;
  return credits * unit.weight / highest;
}

// By credit, behind its equals.
void Credit2Policy::Enqueue(Runqueue& rq, VcpuId v, Unit& unit) {
  VcpuId position = rq.queue.front();
  while (position.valid()) {
    const Unit& other = U(position);
    if (other.credit < unit.credit) break;
    position = other.queue.next;
  }
  rq.queue.InsertBefore(position, v, QueueLinks());
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
