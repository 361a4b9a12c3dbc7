// Where a vCPU is put, and who is asked to look at it (credit.md, sections 8
// and 9.3).

#include "xenotime/scheduler/policies/credit/credit_policy.h"

namespace xenotime {

using credit::Unit;

PcpuId CreditPolicy::PickPcpu(const HookContext& context, const Vcpu& v) {
  U(v.id).Set(credit::kMigrating);
  return ChoosePcpu(context, v, /*commit=*/true);
}

// The present pCPU if it is idle and no idle one sits in a less busy core or
// socket; else the best of those. `commit` remembers the choice, so that the
// next one goes on from there.
PcpuId CreditPolicy::ChoosePcpu(const HookContext& context, const Vcpu& v,
                                bool commit) {
  const PcpuId present = v.cpu();
  const bool nobody_queued = P(present).queue.empty();
  credit::ExecutingState& scratch = E(context);
  PcpuId better_core;
  PcpuId choice;
  for (Step step : {Step::kSoft, Step::kHard}) {
    CpuSet& allowed = scratch.candidates;
    allowed = v.hard_affinity;
    allowed &= machine().pool();
    if (step == Step::kSoft) {
      if (!machine().HasSoftAffinity(v)) continue;
      allowed &= v.soft_affinity;
      if (allowed.empty()) continue;
    }
    choice = allowed.TestOrCyclic(present);
    for (uint32_t i = 0; i < scratch.idlers.words(); ++i) {
      scratch.idlers.SetWord(i, idlers_.Word(i));
    }
    if (choice == present && nobody_queued) scratch.idlers.Add(present);
    choice = Spread(scratch, choice, &better_core);
    if (scratch.idlers.Contains(choice)) break;
  }
  if (commit && better_core.valid()) {
    P(better_core).idle_bias.store(choice, std::memory_order_relaxed);
  }
  return choice;
}

// From `choice`, goes through the idle candidates and moves to each that is
// better; `better_core` becomes the last that was.
PcpuId CreditPolicy::Spread(credit::ExecutingState& scratch, PcpuId choice,
                            PcpuId* better_core) {
  const Topology& topology = machine().topology();
  CpuSet& left = scratch.candidates;
  left &= scratch.idlers;
  if (!left.Contains(choice) && !left.empty()) choice = left.Cyclic(choice);
  left.Remove(choice);
  while (!left.empty()) {
    const PcpuId other = left.Cyclic(choice);
    CpuSet other_idlers = scratch.idlers;
    if (IsBetterIdler(scratch.idlers, choice, other, other_idlers)) {
      other_idlers &= left;
      *better_core = other;
      choice = other_idlers.Cyclic(
          P(other).idle_bias.load(std::memory_order_relaxed));
      left -= topology.Threads(choice);
    } else {
      left -= other_idlers;
    }
  }
  return choice;
}

// Compares how many threads idle in the two cores or, for pCPUs of different
// sockets, in the two sockets, where the other must have more than twice as
// many. Leaves the other's idle threads in `other_idlers`.
bool CreditPolicy::IsBetterIdler(const CpuSet& idlers, PcpuId present,
                                 PcpuId other, CpuSet& other_idlers) const {
  const Topology& topology = machine().topology();
  const bool same_package = topology.SamePackage(present, other);
  other_idlers &=
      same_package ? topology.Threads(other) : topology.Package(other);
  const CpuSet& around =
      same_package ? topology.Threads(present) : topology.Package(present);
  const uint32_t factor = same_package ? 1 : 2;
  const uint32_t here = (idlers & around).size();
  const uint32_t there = other_idlers.size();
  return smt_power_savings_ ? here > there : here * factor < there;
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
  CpuSet& targets = E(context).candidates;
  for (uint32_t i = 0; i < targets.words(); ++i) {
    uint64_t word =
        idlers_.Word(i) & machine().pool().Word(i) & v.hard_affinity.Word(i);
    if (step == Step::kSoft) word &= v.soft_affinity.Word(i);
    targets.SetWord(i, word);
  }
  ForEachPcpu(targets, [&](PcpuId p) { TicklePcpu(context, p); });
}

void CreditPolicy::TicklePcpu(const HookContext& context, PcpuId p) {
  idlers_.Remove(p);
  host().Tickle(context, p);
}

}  // namespace xenotime
