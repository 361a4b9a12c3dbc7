// How a pCPU without good work of its own looks for some (credit.md, 7).

#include "xenotime/scheduler/policies/credit/credit_policy.h"

namespace xenotime {

using credit::Priority;
using credit::Unit;

// Steals a vCPU of a higher priority than `floor`, or returns None. Work that
// prefers this pCPU first, on all nodes; each time the own node first.
VcpuId CreditPolicy::Balance(const HookContext& context, Priority floor) {
  const Topology& topology = machine().topology();
  if (!machine().pool().Contains(context.executing)) return VcpuId::None();
  const uint32_t home = topology.NodeOf(context.executing);
  for (Step step : {Step::kSoft, Step::kHard}) {
    if (step == Step::kSoft &&
        !soft_affinity_in_use_.load(std::memory_order_relaxed))
      continue;
    uint32_t node = home;
    do {
      const VcpuId stolen = StealOnNode(context, floor, step, node);
      if (stolen.valid()) return stolen;
      node = (node + 1) % topology.nodes();
    } while (node != home);
  }
  return VcpuId::None();
}

// Only crowded ones can have something to steal; the others need not be looked
// at.
LocalCpuSet CreditPolicy::Victims(PcpuId p, uint32_t node) const {
  const Topology& topology = machine().topology();
  const CpuSet& members = topology.PcpusOfNode(node);
  LocalCpuSet victims(topology.NodeWords(node), [&](uint32_t i) {
    return machine().pool().Word(i) & members.Word(i) & crowded_.Word(i) &
           ~idlers_.Word(i);
  });
  if (topology.NodeOf(p) == node) victims.Remove(p);
  return victims;
}

// Visits the node's busy pCPUs after the last victim, cyclically.
VcpuId CreditPolicy::StealOnNode(const HookContext& context, Priority floor,
                                 Step step, uint32_t node) {
  LocalCpuSet victims = Victims(context.executing, node);
  std::atomic<PcpuId>& bias = balance_bias_[node];
  PcpuId p = victims.Cyclic(bias.load(std::memory_order_relaxed));
  while (p.valid()) {
    if (host().TryLock(context, p)) {
      const VcpuId stolen = StealFrom(context, p, floor, step);
      host().Unlock(context, p);
      if (stolen.valid()) {
        bias.store(p, std::memory_order_relaxed);
        return stolen;
      }
    }
    victims.Remove(p);
    p = victims.Cyclic(p);
  }
  return VcpuId::None();
}

VcpuId CreditPolicy::StealFrom(const HookContext& context, PcpuId victim,
                               Priority floor, Step step) {
  if (!machine().current(victim).valid()) return VcpuId::None();
  for (VcpuId v = P(victim).queue.front(); v.valid(); v = U(v).queue.next) {
    if (U(v).priority <= floor) break;
    if (WhyNotSteal(context.now, context.executing, v, step) != nullptr) {
      continue;
    }
    Dequeue(victim, v);
    CountRunnable(victim, -1);
    host().Assign(context, v, context.executing);
    CountRunnable(context.executing, +1);
    return v;
  }
  return VcpuId::None();
}

const char* CreditPolicy::WhyNotSteal(Instant now, PcpuId p, VcpuId id,
                                      Step step) const {
  const Vcpu& v = vcpu(id);
  const Unit& unit = units_[id];
  if (unit.Has(credit::kYield)) return "has yielded";
  if (v.running()) return "its context is not saved yet";
  const bool soft = step == Step::kSoft;
  if (soft && !machine().HasSoftAffinity(v)) return "has no soft affinity";
  if (migrate_delay_ > Duration() && now - unit.last_ran < migrate_delay_) {
    return "ran less than migrate_delay_us ago";
  }
  if (!v.hard_affinity.Contains(p)) return "outside its hard affinity";
  if (soft && !v.soft_affinity.Contains(p)) return "outside its soft affinity";
  return nullptr;
}

}  // namespace xenotime
