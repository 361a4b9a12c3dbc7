// Who runs next, and until when (credit2.md, sections 4.4 and 7).

#include <algorithm>

#include "xenotime/scheduler/policies/credit2/charging.h"
#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

using credit2::PcpuWord;
using credit2::PcpuWords;

Decision Credit2Policy::PickNext(const HookContext& context, VcpuId current) {
  const PcpuId here = context.executing;
  Runqueue& rq = RqOf(here);
  if (uint64_t& tickled = rq.pcpus.Of(here).tickled;
      (tickled & PcpuWords::Bit(here)) != 0) {
    tickled &= ~PcpuWords::Bit(here);
    siblings_[here.value()].MarkIdle(rq.pcpus);
  }
  if (current.valid()) {
    credit2::Burn(U(current), rq.max_weight, context.now);
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
    running_[here.value()] = Running();
    return {.next = VcpuId::None(), .rule = choice.rule};
  }
  Take(context, rq, choice.next, stays);
  if (!stays) running_[here.value()] = {context.now, choice.next};
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
  Choice best{VcpuId::None(), "nobody may run here: idle"};
  const char* rule = "the first in the queue that may run here";
  int32_t best_credit = credit2::kIdleCredit;
  bool yields = false;
  if (current.valid()) {
    const Vcpu& v = vcpu(current);
    yields = U(current).TestAndClear(credit2::kYield);
    if (!yields && RateLimited(v, context.now)) {
      return {current, "the current one has not run for the rate limit"};
    }
    if (v.runnable() && !PrefersElsewhere(v, rq, here)) {
      best = {current, "nobody who waits may take the current one's place"};
      best_credit = U(current).credit;
      rule = yields ? "the current one yields to the first in the queue that "
                      "may run here"
                    : "the first in the queue that may run here, with more "
                      "credit than the current one";
    }
  }
  size_t i = 0;
  while (i < rq.queue.size()) {
    const auto [credit, v] = rq.queue[i];
    if (!yields && credit <= best_credit) break;
    Unit& unit = U(v);
    if (Obstacle(unit, vcpu(v), rq, here, best_credit) != nullptr) {
      ++i;
      continue;
    }
    // Who is parked has left the queue.
    if (unit.capped() && !Grab(context, v)) continue;
    return {v, rule};
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
  return rq.pcpus.Any([&](const PcpuWord& word, uint32_t i) {
    return word.idle & ~word.tickled & HardWord(U(v.id), v, i) &
           v.soft_affinity.Word(i);
  });
}

// Why the queued v may not run here, or null. The order of the tests, with the
// grabbing of budget last, is the specification's.
const char* Credit2Policy::Obstacle(const Unit& unit, const Vcpu& waiting,
                                    const Runqueue& rq, PcpuId here,
                                    int32_t best_credit) const {
  if (!waiting.runnable()) return "not runnable";
  if (!unit.hard_is_all && !waiting.hard_affinity.Contains(here)) {
    return "outside its hard affinity";
  }
  if (TickledElsewhere(unit, rq, here)) {
    return "another pCPU has been poked for it";
  }
  if (waiting.cpu() != here && best_credit + resist_ > unit.credit) {
    return "its credit does not outweigh the migration resistance";
  }
  return nullptr;
}

// A pCPU that was poked for the unit may have left the run queue since.
bool Credit2Policy::TickledElsewhere(const Unit& unit, const Runqueue& rq,
                                     PcpuId here) const {
  const PcpuId p = unit.tickled;
  if (!p.valid() || p == here || runqueue_of_[p.value()] != &rq) return false;
  return (rq.pcpus.Of(p).tickled & PcpuWords::Bit(p)) != 0;
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
    Dequeue(rq, next, unit);
    unit.Set(credit2::kScheduled);
  }
  LeaveIdle(rq, context.executing);
  int32_t most = unit.credit;
  if (!rq.queue.empty()) most = std::max(most, rq.queue.front().credit);
  if (most > 0) return;
  Reset(context, rq, unit);
  BalanceLoad(context, rq);
}

void Credit2Policy::Reset(const HookContext& context, Runqueue& rq,
                          const Unit& next) {
  int32_t amount = credit2::kInitialCredit;
  if (next.credit == credit2::kMinCredit) amount += credit2::kInitialCredit;
  for (VcpuId v : rq.members) {
    Unit& unit = U(v);
    if (unit.Has(credit2::kScheduled) && IsCurrent(vcpu(v))) {
      credit2::Burn(unit, rq.max_weight, context.now);
      if (unit.budget <= 0) TicklePcpu(context, rq, vcpu(v).cpu());
    }
    unit.credit = std::min(unit.credit + amount,
                           credit2::kInitialCredit + credit2::kCarryOver);
    unit.start_time = context.now.ns();
  }
  rq.queue.Refresh([this](VcpuId v) { return U(v).credit; });
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
  if (!rq.queue.empty()) rival = std::max(0, rq.queue.front().credit);
  rival = std::max(rival, inflight);
  const int32_t credit = rival > 0 ? unit.credit - rival : unit.credit;
  int64_t time = credit > 0 ? credit2::TimeFor(unit, rq.max_weight, credit) : 0;
  if (unit.capped()) time = std::min(time, unit.budget);
  if (time < least) return Duration(least);
  return Duration(std::min(time, credit2::kMaxTimer));
}

}  // namespace xenotime
