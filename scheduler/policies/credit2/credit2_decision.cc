// Who runs next, and until when (credit2.md, sections 4.4 and 7).

#include <algorithm>

#include "xenotime/scheduler/policies/credit2/credit2_policy.h"
#include "xenotime/scheduler/policies/credit2/pcpu_scan.h"

namespace xenotime {

Decision Credit2Policy::PickNext(const HookContext& context, VcpuId current) {
  const PcpuId here = context.executing;
  Runqueue& rq = RqOf(here);
  if (rq.tickled.Contains(here)) {
    rq.tickled.Remove(here);
    SetSmtIdle(rq, here);
  }
  if (current.valid()) {
    Burn(U(current), context.now);
    if (U(current).budget <= 0) Grab(context, current);
  }
  const Choice choice = Choose(context, rq, current);
  const bool stays = choice.next == current;
  if (!stays && current.valid() && vcpu(current).runnable()) {
    U(current).Set(credit2::kDelayedAdd);
  }
  if (!choice.next.valid()) {
    EnterIdle(rq, here);
    UpdateLoad(rq, 0, context.now);
    return {.next = VcpuId::None(), .rule = choice.rule};
  }
  Take(context, rq, choice.next, stays);
  const bool waits = current.valid() && U(current).Has(credit2::kDelayedAdd);
  const int32_t inflight = waits ? U(current).credit : 0;
  const bool migrated = Dispatch(context, choice.next);
  return {.next = choice.next,
          .slice = SliceOf(rq, choice.next, stays, inflight, context.now),
          .migrated = migrated,
          .rule = choice.rule};
}

Credit2Policy::Choice Credit2Policy::Choose(const HookContext& context,
                                            Runqueue& rq, VcpuId current) {
  const PcpuId here = context.executing;
  // The queue is shared: without this its others would be drawn here for as
  // long as the pCPU is on its way out.
  if (!machine().pool().Contains(here)) {
    return {VcpuId::None(), "the pCPU leaves its pool: idle"};
  }
  Choice best{VcpuId::None(), "nothing may run here: idle"};
  int32_t best_credit = credit2::kIdleCredit;
  bool yields = false;
  if (current.valid()) {
    const Vcpu& v = vcpu(current);
    yields = U(current).TestAndClear(credit2::kYield);
    if (!yields && RateLimited(v, context.now)) {
      return {current, "the current one has not run for the ratelimit"};
    }
    if (v.runnable() && !PrefersElsewhere(v, rq, here)) {
      best = {current, "nobody who waits may take the current one's place"};
      best_credit = U(current).credit;
    }
  }
  VcpuId next;
  for (VcpuId v = rq.queue.front(); v.valid(); v = next) {
    next = U(v).queue.next;  // v may be parked
    if (!yields && U(v).credit <= best_credit) break;
    if (Obstacle(rq, v, here, best_credit) != nullptr) continue;
    if (U(v).capped() && !Grab(context, v)) continue;
    return {v, yields ? "the first in the queue that may run; the current one "
                        "yielded"
                      : "the first in the queue that may run, with more credit "
                        "than the current one"};
  }
  return best;
}

bool Credit2Policy::RateLimited(const Vcpu& v, Instant now) const {
  return ratelimit_ > Duration() && v.runnable() &&
         now - v.last_switch < ratelimit_;
}

// Whether v runs outside its soft affinity while a pCPU in it is free.
bool Credit2Policy::PrefersElsewhere(const Vcpu& v, const Runqueue& rq,
                                     PcpuId here) const {
  if (!machine().HasSoftAffinity(v)) return false;
  if (v.soft_affinity.Contains(here) && v.hard_affinity.Contains(here)) {
    return false;
  }
  return credit2::ScanAny(rq.first_word, rq.last_word, [&](uint32_t i) {
    return v.soft_affinity.Word(i) & v.hard_affinity.Word(i) & rq.idle.Word(i) &
           ~rq.tickled.Word(i) & machine().pool().Word(i);
  });
}

// Why the queued v may not run here, or null. The order of the tests, with the
// grabbing of budget last, is the specification's.
const char* Credit2Policy::Obstacle(const Runqueue& rq, VcpuId v, PcpuId here,
                                    int32_t best_credit) const {
  const Unit& unit = U(v);
  const Vcpu& waiting = vcpu(v);
  if (!waiting.runnable()) return "not runnable";
  if (!waiting.hard_affinity.Contains(here)) return "outside hard affinity";
  if (unit.tickled.valid() && unit.tickled != here &&
      rq.tickled.Contains(unit.tickled)) {
    return "another pCPU has been poked for it";
  }
  if (waiting.cpu() != here && best_credit + resist_ > unit.credit) {
    return "its credit does not outweigh the migration resistance";
  }
  return nullptr;
}

// `next` is taken off the queue; if that leaves no credit to run on, everybody
// gets new credit and load is balanced.
void Credit2Policy::Take(const HookContext& context, Runqueue& rq, VcpuId next,
                         bool stays) {
  Unit& unit = U(next);
  if (stays) {
    UpdateLoad(rq, 0, context.now);
    UpdateLoad(unit, true, context.now);
  } else {
    Dequeue(rq, next);
    unit.Set(credit2::kScheduled);
  }
  LeaveIdle(rq, context.executing);
  int32_t most = unit.credit;
  if (!rq.queue.empty()) most = std::max(most, U(rq.queue.front()).credit);
  if (most > 0) return;
  Reset(context, rq, unit);
  BalanceLoad(context, rq);
}

void Credit2Policy::Reset(const HookContext& context, Runqueue& rq,
                          const Unit& next) {
  int32_t amount = credit2::kInitialCredit;
  if (next.credit == credit2::kMinCredit) amount += credit2::kInitialCredit;
  for (VcpuId v = rq.members.front(); v.valid(); v = U(v).member.next) {
    Unit& unit = U(v);
    const PcpuId p = vcpu(v).cpu();
    if (machine().current(p) == v) {
      Burn(unit, context.now);
      if (unit.budget <= 0) TicklePcpu(context, p);
    }
    unit.credit = std::min(unit.credit + amount,
                           credit2::kInitialCredit + credit2::kCarryOver);
    unit.start_time = context.now.ns();
  }
}

// `next` runs here from now on; whether it comes from another pCPU.
bool Credit2Policy::Dispatch(const HookContext& context, VcpuId next) {
  Unit& unit = U(next);
  unit.start_time = context.now.ns();
  unit.tickled = PcpuId::None();
  if (vcpu(next).cpu() == context.executing) return false;
  unit.credit += credit2::kMigrationCompensation;
  host().Assign(context, next, context.executing);
  return true;
}

// Until somebody who waits would have more credit, within bounds (credit2.md,
// 7.2). `inflight`: the credit of the one that makes room, if it will wait.
Duration Credit2Policy::SliceOf(const Runqueue& rq, VcpuId next,
                                bool keeps_running, int32_t inflight,
                                Instant now) const {
  const Unit& unit = U(next);
  int64_t least = credit2::kMinTimer;
  if (ratelimit_ > Duration()) {
    Duration rest = ratelimit_;
    if (keeps_running) rest = vcpu(next).last_switch + ratelimit_ - now;
    least = std::max(least, rest.ns());
  }
  int32_t rival = 0;
  if (!rq.queue.empty()) rival = std::max(0, U(rq.queue.front()).credit);
  rival = std::max(rival, inflight);
  const int32_t credit = rival > 0 ? unit.credit - rival : unit.credit;
  int64_t time = credit > 0 ? TimeFor(unit, credit) : 0;
  if (unit.capped()) time = std::min(time, unit.budget);
  if (time < least) return Duration(least);
  return Duration(std::min(time, credit2::kMaxTimer));
}

}  // namespace xenotime
