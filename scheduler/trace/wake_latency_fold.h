#ifndef XENOTIME_SCHEDULER_TRACE_WAKE_LATENCY_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_WAKE_LATENCY_FOLD_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/trace/samples.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Latency of wake-ups: from the end of a vCPU's wait to its next dispatch. A
// part of MetricsFolder.
//
// A wake-up that leads to no dispatch is no sample: the wait ended before its
// vCPU had left the pCPU, and the next wait began.
class WakeLatencyFold {
 public:
  explicit WakeLatencyFold(size_t vcpus) : vcpus_(vcpus) {}

  // The vCPU begins to wait.
  void Block(VcpuId vcpu) { vcpus_[vcpu.value()].since = Instant::Never(); }
  // Its wait ends.
  void Unblock(VcpuId vcpu, Instant now) { vcpus_[vcpu.value()].since = now; }
  // It gets a pCPU.
  void Dispatch(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    if (v.since == Instant::Never()) return;
    v.latencies.Add((now - v.since).ns());
    v.since = Instant::Never();
  }

  // The latencies of `vcpu`, which are then no longer here.
  Samples Take(VcpuId vcpu) {
    return std::move(vcpus_[vcpu.value()].latencies);
  }

 private:
  struct Vcpu {
    Instant since = Instant::Never();
    Samples latencies;
  };
  std::vector<Vcpu> vcpus_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_WAKE_LATENCY_FOLD_H_
