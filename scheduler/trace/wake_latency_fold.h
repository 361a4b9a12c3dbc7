#ifndef XENOTIME_SCHEDULER_TRACE_WAKE_LATENCY_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_WAKE_LATENCY_FOLD_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/trace/samples.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Latency of wake-ups: from the end of a vCPU's wait to its next dispatch. A
// part of MetricsFolder.
//
// A wait that ends before its vCPU has left the pCPU leads to no dispatch and
// is no sample. On threads the records of one wait can be out of order by the
// time that a lock was waited for (see RunStateFold): an end that stands before
// the beginning counts from the beginning, one that stands after the dispatch
// gives 0.
//
// Thread rule: one thread. REQUIRES: ids within the size given.
class WakeLatencyFold {
 public:
  explicit WakeLatencyFold(size_t vcpus) : vcpus_(vcpus) {}

  // The vCPU begins to wait.
  void Block(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    v.state = v.state == State::kEndedFirst ? State::kEnded : State::kWaits;
    v.since = now;
  }

  // Its wait ends.
  void Unblock(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    if (v.state == State::kDispatchedFirst) {
      v.latencies.Add(0);
      v.state = State::kNone;
      return;
    }
    v.state = v.state == State::kWaits ? State::kEnded : State::kEndedFirst;
    v.since = now;
  }

  // It gets a pCPU.
  void Dispatch(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    if (v.state == State::kNone) return;
    if (v.state == State::kWaits) {
      v.state = State::kDispatchedFirst;
    } else if (v.state != State::kDispatchedFirst) {
      v.latencies.Add(std::max<int64_t>(0, (now - v.since).ns()));
      v.state = State::kNone;
    }
  }

  // The latencies of `vcpu`, which are then no longer here.
  Samples Take(VcpuId vcpu) {
    return std::move(vcpus_[vcpu.value()].latencies);
  }

 private:
  enum class State : uint8_t {
    kNone,
    kWaits,
    kEnded,            // a wait was seen to begin and end
    kEndedFirst,       // only the end was seen
    kDispatchedFirst,  // the end is still to come
  };
  struct Vcpu {
    State state = State::kNone;
    Instant since;
    Samples latencies;
  };
  std::vector<Vcpu> vcpus_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_WAKE_LATENCY_FOLD_H_
