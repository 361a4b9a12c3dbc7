// Which pCPUs share a run queue (credit2.md, section 3).

#include <algorithm>

#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

void Credit2Policy::AddPcpu(const HookContext&, PcpuId p) {
  Runqueue& rq = *RunqueueFor(p);
  runqueue_of_[p.value()] = &rq;
  const uint32_t word = p.value() / 64;
  if (rq.nr_cpus == 0) {
    rq.max_weight = 1;
    rq.lock_name = p;
    rq.pick_bias.store(p, std::memory_order_relaxed);
    rq.first_word = word;
    rq.last_word = word;
  }
  rq.first_word = std::min(rq.first_word, word);
  rq.last_word = std::max(rq.last_word, word);
  JoinSiblings(rq, p);
  rq.idle.Add(p);
  rq.active.Add(p);
  rq.smt_idle.Add(p);
  ++rq.nr_cpus;
}

// Threads of one core see each other once they share a run queue.
void Credit2Policy::JoinSiblings(const Runqueue& rq, PcpuId p) {
  const CpuSet threads = machine().topology().Threads(p) & rq.active;
  siblings_[p.value()] = threads;
  siblings_[p.value()].Add(p);
  ForEachPcpu(threads, [&](PcpuId other) { siblings_[other.value()].Add(p); });
}

void Credit2Policy::RemovePcpu(const HookContext&, PcpuId p) {
  Runqueue& rq = RqOf(p);
  rq.idle.Remove(p);
  rq.smt_idle.Remove(p);
  rq.active.Remove(p);
  rq.tickled.Remove(p);
  ForEachPcpu(siblings_[p.value()],
              [&](PcpuId other) { siblings_[other.value()].Remove(p); });
  runqueue_of_[p.value()] = nullptr;
  --rq.nr_cpus;
  if (rq.nr_cpus != 0) {
    if (rq.pick_bias.load(std::memory_order_relaxed) == p) {
      rq.pick_bias.store(rq.active.First(), std::memory_order_relaxed);
    }
    if (rq.lock_name == p) rq.lock_name = rq.active.First();
  } else {
    for (Unit& unit : units_) {
      if (unit.target == &rq) unit.target = nullptr;
    }
    std::erase_if(runqueues_, [&](const auto& it) { return it.get() == &rq; });
  }
  for (DomainState& domain : domains_) {
    if (domain.timer_pcpu != p || machine().pool().empty()) continue;
    domain.timer_pcpu = machine().pool().First();
    host().MoveTimer(domain.timer, domain.timer_pcpu);
  }
}

// The first that has a sibling of p; else the emptiest of those that p may
// join; else a new one.
Credit2Policy::Runqueue* Credit2Policy::RunqueueFor(PcpuId p) {
  const uint32_t online = machine().online().size();
  const auto most = static_cast<uint32_t>(parameters_.max_cpus_runqueue);
  const uint32_t needed = (online - 1) / most + 1;
  const uint32_t limit = online / needed;  // sizes evened out
  Runqueue* best = nullptr;
  for (const auto& rq : runqueues_) {
    if (!Matches(*rq, p)) continue;
    if (rq->active.Intersects(machine().topology().Threads(p))) {
      return rq.get();
    }
    if (rq->nr_cpus >= limit || !SiblingsFit(*rq, limit)) continue;
    if (best == nullptr || rq->nr_cpus < best->nr_cpus) best = rq.get();
  }
  return best != nullptr ? best : NewRunqueue();
}

bool Credit2Policy::Matches(const Runqueue& rq, PcpuId p) const {
  const Topology& topology = machine().topology();
  const PcpuId other = rq.pick_bias.load(std::memory_order_relaxed);
  switch (parameters_.runqueue) {
    case RunqueueArrangement::kAll:
      return true;
    case RunqueueArrangement::kCore:
      return topology.SameCore(p, other);
    case RunqueueArrangement::kSocket:
      return topology.SamePackage(p, other);
    case RunqueueArrangement::kNode:
      return topology.NodeOf(p) == topology.NodeOf(other);
    case RunqueueArrangement::kCpu:
      return false;
  }
  return false;
}

// Whether one more whole core fits, when the cores that are in already are
// counted in full. Where cores are scheduled as one, each fits.
bool Credit2Policy::SiblingsFit(const Runqueue& rq, uint32_t limit) const {
  if (parameters_.runqueue == RunqueueArrangement::kAll) return true;
  if (machine().of_resources()) return true;
  const Topology& topology = machine().topology();
  CpuSet counted(topology.pcpus());
  uint32_t threads = topology.threads_per_core();
  ForEachPcpu(rq.active, [&](PcpuId member) {
    if (counted.Contains(member)) return;
    counted |= topology.Threads(member);
    threads += topology.threads_per_core();
  });
  return threads <= limit;
}

// With the smallest number that is free.
Credit2Policy::Runqueue* Credit2Policy::NewRunqueue() {
  uint32_t id = 0;
  while (id < runqueues_.size() && runqueues_[id]->id == id) ++id;
  const auto position = runqueues_.begin() + id;
  return runqueues_
      .insert(position,
              std::make_unique<Runqueue>(id, machine().topology().pcpus()))
      ->get();
}

}  // namespace xenotime
