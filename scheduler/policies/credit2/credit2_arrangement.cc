// Which pCPUs share a run queue (credit2.md, section 3).

#include <algorithm>

#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

using credit2::PcpuWords;

namespace {

uint64_t ActiveBits(const credit2::PcpuWord& word, uint32_t) {
  return word.active;
}

}  // namespace

void Credit2Policy::AddPcpu(const HookContext&, PcpuId p) {
  Runqueue& rq = *RunqueueFor(p);
  runqueue_of_[p.value()] = &rq;
  running_[p.value()] = Running();
  if (rq.nr_cpus == 0) {
    rq.lock_name = p;
    rq.pick_bias.store(p, std::memory_order_relaxed);
  }
  rq.pcpus.Cover(p);
  credit2::PcpuWord& word = rq.pcpus.Of(p);
  word.idle |= PcpuWords::Bit(p);
  word.active |= PcpuWords::Bit(p);
  word.smt_idle |= PcpuWords::Bit(p);
  ++rq.nr_cpus;
  UpdateSiblings(rq, p);
}

// Threads of one core see each other while they share a run queue.
void Credit2Policy::UpdateSiblings(const Runqueue& rq, PcpuId p) {
  CpuSet threads = machine().topology().Threads(p);
  for (uint32_t i = 0; i < threads.words(); ++i) {
    const bool covered = i >= rq.pcpus.first() && i < rq.pcpus.end();
    const uint64_t active = covered ? rq.pcpus.Word(i).active : 0;
    threads.SetWord(i, threads.Word(i) & active);
  }
  ForEachPcpu(threads, [&](PcpuId thread) {
    siblings_[thread.value()].Assign(threads);
  });
}

void Credit2Policy::RemovePcpu(const HookContext&, PcpuId p) {
  Runqueue& rq = RqOf(p);
  credit2::PcpuWord& word = rq.pcpus.Of(p);
  word.idle &= ~PcpuWords::Bit(p);
  word.smt_idle &= ~PcpuWords::Bit(p);
  word.active &= ~PcpuWords::Bit(p);
  word.tickled &= ~PcpuWords::Bit(p);
  UpdateSiblings(rq, p);
  runqueue_of_[p.value()] = nullptr;
  --rq.nr_cpus;
  if (rq.nr_cpus == 0) {
    Disband(rq);
  } else {
    const PcpuId first = rq.pcpus.Cyclic(PcpuId::None(), ActiveBits);
    if (rq.pick_bias.load(std::memory_order_relaxed) == p) {
      rq.pick_bias.store(first, std::memory_order_relaxed);
    }
    if (rq.lock_name == p) rq.lock_name = first;
  }
  for (DomainState& domain : domains_) {
    if (domain.timer_pcpu != p || machine().pool().empty()) continue;
    domain.timer_pcpu = machine().pool().First();
    host().MoveTimer(domain.timer, domain.timer_pcpu);
  }
}

// Its last pCPU has left, and with it every unit.
void Credit2Policy::Disband(Runqueue& rq) {
  for (Unit& unit : units_) {
    if (unit.target == &rq) unit.target = nullptr;
  }
  std::erase_if(runqueues_, [&](const auto& it) { return it.get() == &rq; });
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
    const CpuSet& threads = machine().topology().Threads(p);
    const bool has_sibling =
        rq->pcpus.Any([&](const credit2::PcpuWord& word, uint32_t i) {
          return word.active & threads.Word(i);
        });
    if (has_sibling) return rq.get();
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
  rq.pcpus.ForEach(ActiveBits, [&](PcpuId member) {
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
  return runqueues_.insert(position, std::make_unique<Runqueue>(id))->get();
}

}  // namespace xenotime
