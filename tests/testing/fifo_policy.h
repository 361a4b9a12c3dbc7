#ifndef XENOTIME_TESTS_TESTING_FIFO_POLICY_H_
#define XENOTIME_TESTS_TESTING_FIFO_POLICY_H_

#include <algorithm>
#include <deque>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/time/types.h"

namespace xenotime {

// About the smallest policy there is: a queue per pCPU, first come first
// served, a slice for everybody if there is one, no work stealing. An example
// to start from, and a policy for tests of executors.
class FifoPolicy final : public PolicyBase {
 public:
  // `slice` zero: a vCPU runs until it waits or yields.
  explicit FifoPolicy(PolicyHost& host, Duration slice = Duration())
      : PolicyBase(host),
        slice_(slice > Duration() ? slice : Duration(-1)),
        queues_(host.machine().topology().pcpus()) {}

  void Wake(const HookContext& context, const Vcpu& v) override {
    if (machine().current(v.cpu()) == v.id || IsQueued(v)) return;
    QueueOf(v).push_back(v.id);
    if (!machine().current(v.cpu()).valid()) host().Tickle(context, v.cpu());
  }

  void Sleep(const HookContext& context, const Vcpu& v) override {
    if (machine().current(v.cpu()) == v.id) host().Tickle(context, v.cpu());
    std::erase(QueueOf(v), v.id);
  }

  Decision PickNext(const HookContext& context, VcpuId current) override {
    std::deque<VcpuId>& queue = queues_[context.executing.value()];
    if (current.valid() && vcpu(current).runnable()) queue.push_back(current);
    if (queue.empty()) return {};
    const VcpuId next = queue.front();
    queue.pop_front();
    return {.next = next, .slice = slice_};
  }

  PcpuId PickPcpu(const HookContext&, const Vcpu& v) override {
    return (v.hard_affinity & machine().pool()).TestOrCyclic(v.cpu());
  }

 private:
  std::deque<VcpuId>& QueueOf(const Vcpu& v) {
    return queues_[v.cpu().value()];
  }
  bool IsQueued(const Vcpu& v) {
    const std::deque<VcpuId>& queue = QueueOf(v);
    return std::find(queue.begin(), queue.end(), v.id) != queue.end();
  }

  const Duration slice_;
  std::vector<std::deque<VcpuId>> queues_;
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TESTING_FIFO_POLICY_H_
