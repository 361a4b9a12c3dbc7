// What the credit scheduler's next choice would look at, for explanations. The
// order and the predicates are those of credit_policy.cc and credit_balance.cc.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/policies/credit/credit_policy.h"

namespace xenotime {

using credit::Priority;

// A search for work elsewhere.
struct CreditPolicy::Search {
  Instant now;
  PcpuId p;
  Priority floor;
  std::vector<Candidate>& seen;
};

std::vector<Candidate> CreditPolicy::Candidates(Instant now, PcpuId p,
                                                VcpuId current) const {
  std::vector<Candidate> seen;
  if (current.valid()) {
    const Vcpu& v = vcpu(current);
    if (RateLimited(v, now)) {
      seen.push_back(
          {current, absl::StrCat("current, runs on: has run ",
                                 (now - v.last_switch).ns(),
                                 " ns of the rate limit's ", ratelimit_.ns())});
    } else if (!v.runnable()) {
      seen.push_back({current, "current, cannot run any more"});
    }
  }
  // A rate limit ends the choice; who is queued waits.
  bool decided = !seen.empty() && vcpu(current).runnable();
  const bool balance = !decided;
  const std::vector<VcpuId> queue =
      QueueAfter(p, decided ? VcpuId::None() : current);
  const Priority best = queue.empty() ? credit::kIdle : PriorityOf(queue[0]);
  if (balance && BalanceIsDue(p, best, now)) {
    Search search{now, p, best, seen};
    decided = StealCandidates(search).valid();
  }
  for (VcpuId v : queue) {
    std::string verdict =
        decided ? "queued here, behind" : "first in the queue";
    if (!decided && !vcpu(v).runnable()) {
      verdict = "first in the queue, but cannot run: dropped";
    } else {
      decided = true;
    }
    if (v == current) absl::StrAppend(&verdict, ", current until now");
    seen.push_back({v, std::move(verdict)});
  }
  return seen;
}

// The run queue as it is when `current`, if it still wants to run, has been put
// back.
std::vector<VcpuId> CreditPolicy::QueueAfter(PcpuId p, VcpuId current) const {
  const bool requeued = current.valid() && vcpu(current).runnable();
  const VcpuId position = requeued ? PositionOf(p, current) : VcpuId::None();
  std::vector<VcpuId> queue;
  for (VcpuId v = pcpus_[p.value()].queue.front(); v.valid();
       v = units_[v].queue.next) {
    if (requeued && v == position) queue.push_back(current);
    queue.push_back(v);
  }
  if (requeued && !position.valid()) queue.push_back(current);
  return queue;
}

// As Balance; the one who would be stolen.
VcpuId CreditPolicy::StealCandidates(Search& search) const {
  const Topology& topology = machine().topology();
  if (!machine().pool().Contains(search.p)) return VcpuId::None();
  const uint32_t home = topology.NodeOf(search.p);
  for (Step step : {Step::kSoft, Step::kHard}) {
    if (step == Step::kSoft &&
        !soft_affinity_in_use_.load(std::memory_order_relaxed)) {
      continue;
    }
    for (uint32_t i = 0; i < topology.nodes(); ++i) {
      const uint32_t node = (home + i) % topology.nodes();
      const VcpuId stolen = StealCandidatesOnNode(search, step, node);
      if (stolen.valid()) return stolen;
    }
  }
  return VcpuId::None();
}

VcpuId CreditPolicy::StealCandidatesOnNode(Search& search, Step step,
                                           uint32_t node) const {
  LocalCpuSet victims = Victims(search.p, node);
  PcpuId p =
      victims.Cyclic(balance_bias_[node].load(std::memory_order_relaxed));
  while (p.valid()) {
    const VcpuId stolen = StealCandidatesFrom(search, step, p);
    if (stolen.valid()) return stolen;
    victims.Remove(p);
    p = victims.Cyclic(p);
  }
  return VcpuId::None();
}

VcpuId CreditPolicy::StealCandidatesFrom(Search& search, Step step,
                                         PcpuId victim) const {
  if (!machine().current(victim).valid()) return VcpuId::None();
  const char* round = step == Step::kSoft ? " (soft affinity)" : "";
  for (VcpuId v = pcpus_[victim.value()].queue.front(); v.valid();
       v = units_[v].queue.next) {
    const std::string place =
        absl::StrCat("queued on pCPU ", victim.value(), round, ": ");
    if (units_[v].priority <= search.floor) {
      search.seen.push_back(
          {v, absl::StrCat(place, "priority not above the best here")});
      break;
    }
    const char* obstacle = WhyNotSteal(search.now, search.p, v, step);
    search.seen.push_back(
        {v, absl::StrCat(place, obstacle != nullptr ? obstacle : "stolen")});
    if (obstacle == nullptr) return v;
  }
  return VcpuId::None();
}

}  // namespace xenotime
