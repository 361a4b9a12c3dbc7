// Where a vCPU is put, and who is asked to look at it (credit.md, sections 8
// and 9.3).

#include <bit>

#include "xenotime/scheduler/policies/credit/credit_policy.h"

namespace xenotime {

using credit::Unit;

PcpuId CreditPolicy::PickPcpu(const HookContext&, const Vcpu& v) {
  U(v.id).Set(credit::kMigrating);
  return ChoosePcpu(v, /*commit=*/true);
}

// The present pCPU if it is idle and no idle one sits in a less busy core or
// socket; else the best of those. `commit` remembers the choice, so that the
// next one goes on from there.
PcpuId CreditPolicy::ChoosePcpu(const Vcpu& v, bool commit) {
  const PcpuId present = v.cpu();
  const CpuSet& pool = machine().pool();
  const WordRange all = {0, pool.words()};
  const bool nobody_queued = P(present).queue.empty();
  PcpuId better_core;
  PcpuId choice;
  for (Step step : {Step::kSoft, Step::kHard}) {
    const bool soft = step == Step::kSoft;
    if (soft && !machine().HasSoftAffinity(v)) continue;
    LocalCpuSet allowed(all, [&](uint32_t i) {
      const uint64_t word = v.hard_affinity.Word(i) & pool.Word(i);
      return soft ? word & v.soft_affinity.Word(i) : word;
    });
    if (soft && allowed.empty()) continue;
    choice = allowed.TestOrCyclic(present);
    LocalCpuSet idlers(all, [&](uint32_t i) { return idlers_.Word(i); });
    if (choice == present && nobody_queued) idlers.Add(present);
    choice = Spread(idlers, allowed, choice, &better_core);
    if (idlers.Contains(choice)) break;
  }
  if (commit && better_core.valid()) {
    P(better_core).idle_bias.store(choice, std::memory_order_relaxed);
  }
  return choice;
}

// From `choice`, goes through the idle candidates, which are taken out of
// `left`, and moves to each that is better; `better_core` becomes the last that
// was.
PcpuId CreditPolicy::Spread(const LocalCpuSet& idlers, LocalCpuSet& left,
                            PcpuId choice, PcpuId* better_core) const {
  const Topology& topology = machine().topology();
  for (uint32_t i = left.range().first; i < left.range().end; ++i) {
    left.SetWord(i, left.Word(i) & idlers.Word(i));
  }
  if (!left.Contains(choice)) {
    if (const PcpuId idle = left.Cyclic(choice); idle.valid()) choice = idle;
  }
  left.Remove(choice);
  for (PcpuId other = left.Cyclic(choice); other.valid();
       other = left.Cyclic(choice)) {
    const Around theirs = AroundOf(choice, other);
    if (!IsBetterIdler(idlers, choice, other)) {
      for (uint32_t i = theirs.words.first; i < theirs.words.end; ++i) {
        left.SetWord(i, left.Word(i) & ~theirs.set->Word(i));
      }
      continue;
    }
    *better_core = other;
    const PcpuId bias =
        pcpus_[other.value()].idle_bias.load(std::memory_order_relaxed);
    choice = CyclicScan(theirs.words, bias, [&](uint32_t i) {
      return left.Word(i) & theirs.set->Word(i);
    });
    const CpuSet& threads = topology.Threads(choice);
    const WordRange words = topology.ThreadWords(choice);
    for (uint32_t i = words.first; i < words.end; ++i) {
      left.SetWord(i, left.Word(i) & ~threads.Word(i));
    }
  }
  return choice;
}

// What of p's surroundings is compared with those of `other`: the core, or the
// socket if they are in different ones.
CreditPolicy::Around CreditPolicy::AroundOf(PcpuId other, PcpuId p) const {
  const Topology& topology = machine().topology();
  if (topology.SamePackage(p, other)) {
    return {&topology.Threads(p), topology.ThreadWords(p)};
  }
  return {&topology.Package(p), topology.PackageWords(p)};
}

// Compares how many threads idle in the two cores or, for pCPUs of different
// sockets, in the two sockets, where the other must have more than twice as
// many.
bool CreditPolicy::IsBetterIdler(const LocalCpuSet& idlers, PcpuId present,
                                 PcpuId other) const {
  const auto count = [&idlers](const Around& around) {
    uint32_t idle = 0;
    for (uint32_t i = around.words.first; i < around.words.end; ++i) {
      idle += static_cast<uint32_t>(
          std::popcount(idlers.Word(i) & around.set->Word(i)));
    }
    return idle;
  };
  const uint32_t here = count(AroundOf(other, present));
  const uint32_t there = count(AroundOf(present, other));
  if (smt_power_savings_) return here > there;
  const bool same_package = machine().topology().SamePackage(present, other);
  return here * (same_package ? 1 : 2) < there;
}

void CreditPolicy::Tickle(const HookContext& context, const Vcpu& v) {
  const PcpuId p = v.cpu();
  const bool idle = !machine().current(p).valid();
  if (idle || (U(v.id).Has(credit::kPinned) && idlers_.Contains(p))) {
    TicklePcpu(context, p);
    return;
  }
  bool any_idler = false;
  const PcpuId idler = IdlerToTickle(context, v, &any_idler);
  if (idler.valid()) {
    TicklePcpu(context, idler);
  } else if (!any_idler && U(v.id).priority > CurrentPriority(p)) {
    TicklePcpu(context, p);
  }
}

// The idle pCPU that shall look at v and, most likely, steal it; None if no
// idle one is allowed, which `any_idler` tells from "tickled them all".
PcpuId CreditPolicy::IdlerToTickle(const HookContext& context, const Vcpu& v,
                                   bool* any_idler) {
  const CpuSet& pool = machine().pool();
  PcpuId& last = E(context).last_tickled;
  for (Step step : {Step::kSoft, Step::kHard}) {
    const bool soft = step == Step::kSoft;
    if (soft && !machine().HasSoftAffinity(v)) continue;
    const PcpuId found = CyclicScan(pool.words(), last, [&](uint32_t i) {
      uint64_t word = idlers_.Word(i) & pool.Word(i) & v.hard_affinity.Word(i);
      if (soft) word &= v.soft_affinity.Word(i);
      return word;
    });
    if (!found.valid()) continue;
    *any_idler = true;
    if (tickle_one_idle_) {
      last = found;
      return found;
    }
    TickleAllIdlers(context, v, step);
    return PcpuId::None();
  }
  return PcpuId::None();
}

void CreditPolicy::TickleAllIdlers(const HookContext& context, const Vcpu& v,
                                   Step step) {
  const CpuSet& pool = machine().pool();
  for (uint32_t i = 0; i < pool.words(); ++i) {
    uint64_t left = idlers_.Word(i) & pool.Word(i) & v.hard_affinity.Word(i);
    if (step == Step::kSoft) left &= v.soft_affinity.Word(i);
    for (; left != 0; left &= left - 1) {
      const auto bit = static_cast<uint32_t>(std::countr_zero(left));
      TicklePcpu(context, PcpuId(i * 64 + bit));
    }
  }
}

void CreditPolicy::TicklePcpu(const HookContext& context, PcpuId p) {
  idlers_.Remove(p);
  host().Tickle(context, p);
}

}  // namespace xenotime
