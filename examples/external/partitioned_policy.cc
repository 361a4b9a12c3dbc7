#include "partitioned_policy.h"

#include <algorithm>
#include <memory>

namespace external_example {

using xenotime::Decision;
using xenotime::HookContext;
using xenotime::PcpuId;
using xenotime::Vcpu;
using xenotime::VcpuId;

PartitionedPolicy::PartitionedPolicy(xenotime::PolicyHost& host)
    : PolicyBase(host), queues_(machine().topology().pcpus()) {}

void PartitionedPolicy::Insert(const HookContext& context, const Vcpu& v) {
  host().Assign(context, v.id, PickPcpu(context, v));
}

void PartitionedPolicy::Wake(const HookContext& context, const Vcpu& v) {
  const PcpuId p = v.cpu();
  Queue& queue = queues_[p.value()];
  if (machine().current(p) == v.id) return;
  if (std::find(queue.begin(), queue.end(), v.id) != queue.end()) return;
  queue.push_back(v.id);
  if (!machine().current(p).valid()) host().Tickle(context, p);
}

void PartitionedPolicy::Sleep(const HookContext& context, const Vcpu& v) {
  if (machine().current(v.cpu()) == v.id) {
    host().Tickle(context, v.cpu());
  } else {
    std::erase(queues_[v.cpu().value()], v.id);
  }
}

Decision PartitionedPolicy::PickNext(const HookContext& context,
                                     VcpuId current) {
  Queue& queue = queues_[context.executing.value()];
  if (current.valid() && vcpu(current).runnable()) queue.push_back(current);
  if (queue.empty()) return {};
  const VcpuId next = queue.front();
  queue.pop_front();
  return {.next = next, .slice = xenotime::Milliseconds(5)};
}

PcpuId PartitionedPolicy::PickPcpu(const HookContext&, const Vcpu& v) {
  const PcpuId home(v.id.value() % machine().topology().pcpus());
  return (v.hard_affinity & machine().pool()).TestOrCyclic(home);
}

void AddPartitionedPolicy(xenotime::PolicyRegistry& registry) {
  registry.Add({.name = "partitioned",
                .summary = "each vCPU on its own pCPU for good (an example)",
                .make = [](xenotime::PolicyHost& host,
                           const xenotime::PolicyParameters&) {
                  return std::make_unique<PartitionedPolicy>(host);
                }});
}

}  // namespace external_example
