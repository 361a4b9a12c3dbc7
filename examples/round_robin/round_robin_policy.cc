#include "xenotime/examples/round_robin/round_robin_policy.h"

#include <algorithm>
#include <memory>

namespace xenotime::examples {

void RoundRobinPolicy::AddPcpu(const HookContext&, PcpuId p) {
  if (!first_pcpu_.valid()) first_pcpu_ = p;
}

bool RoundRobinPolicy::IsQueued(const Vcpu& v) const {
  return std::find(queue_.begin(), queue_.end(), v.id) != queue_.end();
}

// Asks every idle pCPU that may run v to look at the queue.
void RoundRobinPolicy::TickleIdlers(const HookContext& context, const Vcpu& v) {
  ForEachPcpu(v.hard_affinity & machine().pool(), [&](PcpuId p) {
    if (!machine().current(p).valid()) host().Tickle(context, p);
  });
}

void RoundRobinPolicy::Wake(const HookContext& context, const Vcpu& v) {
  if (machine().current(v.cpu()) == v.id || IsQueued(v)) return;
  queue_.push_back(v.id);
  TickleIdlers(context, v);
}

void RoundRobinPolicy::Sleep(const HookContext& context, const Vcpu& v) {
  if (machine().current(v.cpu()) == v.id) {
    host().Tickle(context, v.cpu());
  } else if (IsQueued(v)) {
    queue_.erase(std::find(queue_.begin(), queue_.end(), v.id));
  }
}

// Until now nobody else could take v: its context was on this pCPU.
void RoundRobinPolicy::ContextSaved(const HookContext& context, const Vcpu& v) {
  if (IsQueued(v)) TickleIdlers(context, v);
}

Decision RoundRobinPolicy::PickNext(const HookContext& context,
                                    VcpuId current) {
  const PcpuId p = context.executing;
  if (current.valid() && vcpu(current).runnable()) queue_.push_back(current);
  const auto next = std::find_if(queue_.begin(), queue_.end(), [&](VcpuId id) {
    const Vcpu& v = vcpu(id);
    return v.hard_affinity.Contains(p) && (id == current || !v.running());
  });
  if (next == queue_.end()) {  // idle, until somebody tickles
    return {.next = {}, .rule = "nobody in the queue may run here"};
  }
  const VcpuId chosen = *next;
  queue_.erase(next);
  const bool migrated = vcpu(chosen).cpu() != p;
  host().Assign(context, chosen, p);
  return {.next = chosen,
          .slice = slice_,
          .migrated = migrated,
          .rule = "the first in the queue that may run here"};
}

// For `xenotime explain`: the same search, with reasons instead of a choice.
std::vector<Candidate> RoundRobinPolicy::Candidates(Instant, PcpuId p,
                                                    VcpuId current) const {
  std::deque<VcpuId> queue = queue_;
  if (current.valid() && vcpu(current).runnable()) queue.push_back(current);
  std::vector<Candidate> seen;
  bool decided = false;
  for (VcpuId id : queue) {
    const Vcpu& v = vcpu(id);
    const char* verdict =
        decided ? "behind in the queue" : "first in the queue";
    if (!v.hard_affinity.Contains(p)) {
      verdict = "outside its hard affinity";
    } else if (id != current && v.running()) {
      verdict = "its context is not saved yet";
    } else {
      decided = true;
    }
    seen.push_back({id, verdict});
  }
  return seen;
}

PcpuId RoundRobinPolicy::PickPcpu(const HookContext&, const Vcpu& v) {
  return (v.hard_affinity & machine().pool()).TestOrCyclic(v.cpu());
}

void AddRoundRobinPolicy(PolicyRegistry& registry) {
  registry.Add({.name = "round_robin",
                .summary = "one queue, equal slices (an example)",
                .parameters = {{.name = "slice_ms",
                                .unit = "ms",
                                .default_value = 10,
                                .minimum = 1,
                                .maximum = 1000,
                                .help = "how long a vCPU runs at a time"}},
                .make = [](PolicyHost& host, const PolicyParameters& p) {
                  const Duration slice = Milliseconds(p.Get("slice_ms"));
                  return std::make_unique<RoundRobinPolicy>(host, slice);
                }});
}

}  // namespace xenotime::examples
