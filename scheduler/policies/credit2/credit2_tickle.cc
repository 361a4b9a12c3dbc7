// Whom to poke for a unit that waits (credit2.md, sections 3.3, 6 and 8).

#include "xenotime/scheduler/policies/credit2/charging.h"
#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

using credit2::PcpuWord;
using credit2::PcpuWords;

void Credit2Policy::Tickle(const HookContext& context, const Vcpu& v) {
  Runqueue& rq = RqOf(v.cpu());
  PcpuId target = FindIdle(v, rq);
  if (!target.valid()) target = FindBusy(context, v, rq);
  if (!target.valid()) return;
  TicklePcpu(context, rq, target);
  U(v.id).tickled = target;
}

// An idle pCPU that nobody has poked: the unit's only one, or by soft, then by
// hard affinity.
PcpuId Credit2Policy::FindIdle(const Vcpu& v, const Runqueue& rq) const {
  const bool any = rq.pcpus.Any(
      [](const PcpuWord& word, uint32_t) { return word.idle | word.smt_idle; });
  if (!any) return PcpuId::None();
  const PcpuId home = v.cpu();
  const Unit& unit = U(v.id);
  const PcpuWord& word = rq.pcpus.Of(home);
  if (unit.Has(credit2::kPinned) &&
      (word.idle & ~word.tickled & PcpuWords::Bit(home)) != 0) {
    return home;
  }
  if (machine().HasSoftAffinity(v)) {
    const PcpuId found = FindIdleIn(v, rq, [&](uint32_t i) {
      return HardWord(unit, v, i) & v.soft_affinity.Word(i);
    });
    if (found.valid()) return found;
  }
  return FindIdleIn(v, rq, [&](uint32_t i) { return HardWord(unit, v, i); });
}

// On a core that is wholly idle, else any; from the unit's own pCPU on.
template <typename Mask>
PcpuId Credit2Policy::FindIdleIn(const Vcpu& v, const Runqueue& rq,
                                 Mask allowed) const {
  const bool fill_cores = parameters_.smt_power_savings;
  const PcpuId on_core =
      rq.pcpus.TestOrCyclic(v.cpu(), [&](const PcpuWord& word, uint32_t i) {
        const uint64_t cores =
            fill_cores ? word.idle & ~word.smt_idle : word.smt_idle;
        return cores == 0 ? 0 : cores & allowed(i);
      });
  if (on_core.valid()) return on_core;
  return rq.pcpus.TestOrCyclic(v.cpu(), [&](const PcpuWord& word, uint32_t i) {
    const uint64_t free = word.idle & ~word.tickled;
    return free == 0 ? 0 : free & allowed(i);
  });
}

// The busy pCPU from which the unit gains most; its own one is taken at once if
// it gains anything there and prefers it.
PcpuId Credit2Policy::FindBusy(const HookContext& context, const Vcpu& v,
                               Runqueue& rq) {
  const PcpuId home = v.cpu();
  const Unit& unit = U(v.id);
  const auto busy = [&](const PcpuWord& word, uint32_t i) {
    return word.active & ~word.idle & ~word.tickled & HardWord(unit, v, i);
  };
  PcpuId target;
  int64_t best = 0;
  const Instant preemptable_before = PreemptableBefore(context.now);
  const auto consider = [&](PcpuId p) {
    if (running_[p.value()].since >= preemptable_before) return;
    const int64_t score = Score(context, v, unit, rq, p);
    if (score <= best) return;
    best = score;
    target = p;
  };
  const uint32_t home_word = home.value() / 64;
  uint64_t considered = 0;
  if ((busy(rq.pcpus.Of(home), home_word) & PcpuWords::Bit(home)) != 0) {
    consider(home);
    if (target.valid() && v.soft_affinity.Contains(home)) return home;
    considered = PcpuWords::Bit(home);
  }
  rq.pcpus.ForEach(
      [&](const PcpuWord& word, uint32_t i) {
        const uint64_t bits = busy(word, i);
        return i == home_word ? bits & ~considered : bits;
      },
      consider);
  return target;
}

// Who became current before that may be displaced; nobody idle is (credit2.md,
// section 8).
Instant Credit2Policy::PreemptableBefore(Instant now) const {
  const Duration protected_time = ratelimit_ - credit2::kRatelimitTolerance;
  return protected_time > Duration() ? now - protected_time : Instant::Never();
}

// What the unit gains over p's current one, whose credit is charged first;
// soft affinities outweigh any credit (Xen term tickle score).
int64_t Credit2Policy::Score(const HookContext& context, const Vcpu& v,
                             const Unit& unit, const Runqueue& rq, PcpuId p) {
  const VcpuId current = running_[p.value()].vcpu;
  Unit& victim = U(current);
  credit2::Burn(victim, rq.max_weight, context.now);
  int64_t score = int64_t{unit.credit} - victim.credit;
  if (p != v.cpu()) score -= resist_;
  if (score <= 0) return score;
  if (unit.soft_is_all || v.soft_affinity.Contains(p)) {
    score += credit2::kInitialCredit;
  }
  if (!victim.soft_is_all && !vcpu(current).soft_affinity.Contains(p)) {
    score += credit2::kInitialCredit;
  }
  return score;
}

void Credit2Policy::TicklePcpu(const HookContext& context, Runqueue& rq,
                               PcpuId p) {
  rq.pcpus.Of(p).tickled |= PcpuWords::Bit(p);
  siblings_[p.value()].MarkBusy(rq.pcpus);
  host().Tickle(context, p);
}

void Credit2Policy::EnterIdle(Runqueue& rq, PcpuId p) const {
  uint64_t& idle = rq.pcpus.Of(p).idle;
  if ((idle & PcpuWords::Bit(p)) != 0) return;
  idle |= PcpuWords::Bit(p);
  siblings_[p.value()].MarkIdle(rq.pcpus);
}

void Credit2Policy::LeaveIdle(Runqueue& rq, PcpuId p) const {
  uint64_t& idle = rq.pcpus.Of(p).idle;
  if ((idle & PcpuWords::Bit(p)) == 0) return;
  idle &= ~PcpuWords::Bit(p);
  siblings_[p.value()].MarkBusy(rq.pcpus);
}

}  // namespace xenotime
