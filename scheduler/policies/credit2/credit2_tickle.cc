// Whom to poke for a unit that waits (credit2.md, sections 3.3, 6 and 8).

#include <bit>

#include "xenotime/scheduler/policies/credit2/credit2_policy.h"
#include "xenotime/scheduler/policies/credit2/pcpu_scan.h"

namespace xenotime {

void Credit2Policy::Tickle(const HookContext& context, const Vcpu& v) {
  Runqueue& rq = *U(v.id).runqueue;
  PcpuId target = FindIdle(v, rq);
  if (!target.valid()) target = FindBusy(context, v, rq);
  if (!target.valid()) return;
  TicklePcpu(context, target);
  U(v.id).tickled = target;
}

// An idle pCPU that nobody has poked: the unit's only one, or by soft, then by
// hard affinity.
PcpuId Credit2Policy::FindIdle(const Vcpu& v, const Runqueue& rq) const {
  const PcpuId home = v.cpu();
  if (U(v.id).Has(credit2::kPinned) && rq.idle.Contains(home) &&
      !rq.tickled.Contains(home)) {
    return home;
  }
  const CpuSet& pool = machine().pool();
  const CpuSet& hard = v.hard_affinity;
  if (machine().HasSoftAffinity(v)) {
    const CpuSet& soft = v.soft_affinity;
    const PcpuId found = FindIdleIn(v, rq, [&](uint32_t i) {
      return pool.Word(i) & hard.Word(i) & soft.Word(i);
    });
    if (found.valid()) return found;
  }
  return FindIdleIn(v, rq,
                    [&](uint32_t i) { return pool.Word(i) & hard.Word(i); });
}

// On a core that is wholly idle, else any; from the unit's own pCPU on.
template <typename Mask>
PcpuId Credit2Policy::FindIdleIn(const Vcpu& v, const Runqueue& rq,
                                 Mask allowed) const {
  const bool fill_cores = parameters_.smt_power_savings;
  const PcpuId on_core = credit2::ScanTestOrCyclic(
      rq.first_word, rq.last_word, v.cpu(), [&](uint32_t i) {
        const uint64_t cores = fill_cores
                                   ? rq.idle.Word(i) & ~rq.smt_idle.Word(i)
                                   : rq.smt_idle.Word(i);
        return cores & allowed(i);
      });
  if (on_core.valid()) return on_core;
  return credit2::ScanTestOrCyclic(
      rq.first_word, rq.last_word, v.cpu(), [&](uint32_t i) {
        return rq.idle.Word(i) & ~rq.tickled.Word(i) & allowed(i);
      });
}

// The busy pCPU from which the unit gains most; its own one is taken at once if
// it gains anything there and prefers it.
PcpuId Credit2Policy::FindBusy(const HookContext& context, const Vcpu& v,
                               Runqueue& rq) {
  const PcpuId home = v.cpu();
  const auto busy = [&](uint32_t i) {
    return rq.active.Word(i) & ~rq.idle.Word(i) & ~rq.tickled.Word(i) &
           v.hard_affinity.Word(i) & machine().pool().Word(i);
  };
  PcpuId target;
  int64_t best = 0;
  const auto consider = [&](PcpuId p) {
    const int64_t score = Score(context, v, p);
    if (score <= best) return;
    best = score;
    target = p;
  };
  const uint32_t home_word = home.value() / 64;
  const uint64_t home_bit = uint64_t{1} << (home.value() % 64);
  if ((busy(home_word) & home_bit) != 0) {
    consider(home);
    if (target.valid() && v.soft_affinity.Contains(home)) return home;
  }
  for (uint32_t i = rq.first_word; i <= rq.last_word; ++i) {
    uint64_t bits = busy(i);
    if (i == home_word) bits &= ~home_bit;
    for (; bits != 0; bits &= bits - 1) {
      consider(PcpuId(i * 64 + static_cast<uint32_t>(std::countr_zero(bits))));
    }
  }
  return target;
}

// What the unit gains over p's current one, whose credit is charged first;
// soft affinities outweigh any credit (Xen term tickle score).
int64_t Credit2Policy::Score(const HookContext& context, const Vcpu& v,
                             PcpuId p) {
  const VcpuId current = machine().current(p);
  if (!current.valid() || !Preemptable(vcpu(current), context.now)) return -1;
  Unit& unit = U(current);
  Burn(unit, context.now);
  int64_t score = int64_t{U(v.id).credit} - unit.credit;
  if (p != v.cpu()) score -= resist_;
  if (score <= 0) return score;
  if (v.soft_affinity.Contains(p)) score += credit2::kInitialCredit;
  if (!vcpu(current).soft_affinity.Contains(p)) {
    score += credit2::kInitialCredit;
  }
  return score;
}

bool Credit2Policy::Preemptable(const Vcpu& v, Instant now) const {
  const Duration protected_time = ratelimit_ - credit2::kRatelimitTolerance;
  return protected_time <= Duration() || now - v.last_switch > protected_time;
}

void Credit2Policy::TicklePcpu(const HookContext& context, PcpuId p) {
  Runqueue& rq = RqOf(p);
  rq.tickled.Add(p);
  ClearSmtIdle(rq, p);
  host().Tickle(context, p);
}

// A core is in smt_idle while all its threads are idle and nobody poked one.
void Credit2Policy::SetSmtIdle(Runqueue& rq, PcpuId p) const {
  const CpuSet& siblings = siblings_[p.value()];
  const uint32_t last = LastWordOfCore(p);
  for (uint32_t i = FirstWordOfCore(p); i <= last; ++i) {
    const uint64_t free = rq.idle.Word(i) & ~rq.tickled.Word(i);
    if ((siblings.Word(i) & ~free) != 0) return;
  }
  for (uint32_t i = FirstWordOfCore(p); i <= last; ++i) {
    rq.smt_idle.SetWord(i, rq.smt_idle.Word(i) | siblings.Word(i));
  }
}

void Credit2Policy::ClearSmtIdle(Runqueue& rq, PcpuId p) const {
  const CpuSet& siblings = siblings_[p.value()];
  const uint32_t last = LastWordOfCore(p);
  for (uint32_t i = FirstWordOfCore(p); i <= last; ++i) {
    if ((siblings.Word(i) & ~rq.smt_idle.Word(i)) != 0) return;
  }
  for (uint32_t i = FirstWordOfCore(p); i <= last; ++i) {
    rq.smt_idle.SetWord(i, rq.smt_idle.Word(i) & ~siblings.Word(i));
  }
}

void Credit2Policy::EnterIdle(Runqueue& rq, PcpuId p) const {
  if (rq.idle.Contains(p)) return;
  rq.idle.Add(p);
  SetSmtIdle(rq, p);
}

void Credit2Policy::LeaveIdle(Runqueue& rq, PcpuId p) const {
  if (!rq.idle.Contains(p)) return;
  rq.idle.Remove(p);
  ClearSmtIdle(rq, p);
}

}  // namespace xenotime
