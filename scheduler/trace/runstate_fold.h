#ifndef XENOTIME_SCHEDULER_TRACE_RUNSTATE_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_RUNSTATE_FOLD_H_

#include <cstddef>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The runstate of every vCPU and the time it has spent in each. A part of
// MetricsFolder.
//
// All are offline at time 0. On threads a record bears the time at which its
// hook was entered, before its lock was taken, so that a wake can stand on the
// wrong side of a switch of its vCPU. A wake of a running vCPU therefore
// belongs to the dispatch before it if that had found the vCPU asleep, and
// otherwise makes the vCPU runnable at its next switch away.
//
// Thread rule: one thread. REQUIRES: ids within the size given.
class RunStateFold {
 public:
  explicit RunStateFold(size_t vcpus) : vcpus_(vcpus) {}

  void SwitchIn(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    v.owed_wake = v.clock.state() >= RunState::kBlocked;
    v.unparked = false;
    v.clock.Enter(RunState::kRunning, now);
  }

  void SwitchOut(VcpuId vcpu, SwitchReason reason, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    v.clock.Enter(v.early_wake ? RunState::kRunnable : StateAfter(reason), now);
    v.early_wake = false;
  }

  void Wake(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    if (v.clock.state() == RunState::kRunning) {
      v.early_wake = !v.owed_wake;
      v.owed_wake = false;
      return;
    }
    v.unparked = false;
    v.clock.Enter(RunState::kRunnable, now);
  }

  // If nothing else holds the vCPU back, its wake follows at this instant.
  void Unblock(VcpuId vcpu, Instant now) {
    RunStateClock& clock = vcpus_[vcpu.value()].clock;
    if (clock.state() == RunState::kBlocked) {
      clock.Enter(RunState::kOffline, now);
    }
  }

  void Sleep(VcpuId vcpu, Instant now) {
    vcpus_[vcpu.value()].unparked = false;
    RunStateClock& clock = vcpus_[vcpu.value()].clock;
    if (clock.state() == RunState::kRunnable) {
      clock.Enter(RunState::kOffline, now);
    }
  }

  // Parking leaves the runstate alone: one parked while it waited stays
  // runnable, one parked while it ran stays off line until it next runs.
  void Park(VcpuId vcpu) { vcpus_[vcpu.value()].parked = true; }
  void Unpark(VcpuId vcpu, bool wants_pcpu) {
    Vcpu& v = vcpus_[vcpu.value()];
    v.parked = false;
    v.unparked = wants_pcpu;
  }

  // Whether the vCPU wants a pCPU and has none, and nobody withholds it.
  bool waiting(VcpuId vcpu) const {
    const Vcpu& v = vcpus_[vcpu.value()];
    if (v.parked) return false;
    return v.clock.state() == RunState::kRunnable ||
           (v.unparked && v.clock.state() == RunState::kOffline);
  }

  const RunStateClock& clock(VcpuId vcpu) const {
    return vcpus_[vcpu.value()].clock;
  }

 private:
  struct Vcpu {
    RunStateClock clock;
    bool owed_wake = false;   // it was dispatched asleep
    bool early_wake = false;  // it was woken while it ran
    bool parked = false;
    bool unparked = false;  // and has not run since
  };

  // What a vCPU is after it left its pCPU for `reason`.
  static RunState StateAfter(SwitchReason reason) {
    switch (reason) {
      case SwitchReason::kBlocked:
        return RunState::kBlocked;
      case SwitchReason::kOffline:
      case SwitchReason::kParked:
      case SwitchReason::kMigrating:
        return RunState::kOffline;
      default:
        return RunState::kRunnable;
    }
  }

  std::vector<Vcpu> vcpus_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_RUNSTATE_FOLD_H_
