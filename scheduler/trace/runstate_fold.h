#ifndef XENOTIME_SCHEDULER_TRACE_RUNSTATE_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_RUNSTATE_FOLD_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/trace/samples.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The runstate of every vCPU, the time it has spent in each, and how long each
// stay in "runnable" was. A part of MetricsFolder.
//
// A vCPU is withheld from when it is switched out parked or paused, or stops
// being runnable while it waits, until it is woken or runs.
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
    Enter(v, RunState::kRunning, now);
  }

  void SwitchOut(VcpuId vcpu, SwitchReason reason, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    Enter(v, v.early_wake ? RunState::kRunnable : StateAfter(reason), now);
    if (reason == SwitchReason::kParked && !v.early_wake) Withhold(v, now);
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
    Enter(v, RunState::kRunnable, now);
  }

  // If nothing else holds the vCPU back, its wake follows at this instant.
  void Unblock(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    if (v.clock.state() == RunState::kBlocked) {
      Enter(v, RunState::kOffline, now);
    }
  }

  void Sleep(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    v.unparked = false;
    if (v.clock.state() == RunState::kRunnable) {
      Enter(v, RunState::kOffline, now);
      Withhold(v, now);
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

  // Time up to `at` in which the vCPU was withheld.
  int64_t WithheldNs(VcpuId vcpu, Instant at) const {
    const Vcpu& v = vcpus_[vcpu.value()];
    const bool open = v.withheld && at > v.withheld_since;
    return v.withheld_ns + (open ? (at - v.withheld_since).ns() : 0);
  }

  // The stays in "runnable" of `vcpu`, which are then no longer here. One that
  // is not over counts up to `end`; together they are the time in it.
  Samples TakeWaits(VcpuId vcpu, Instant end) {
    Vcpu& v = vcpus_[vcpu.value()];
    if (v.clock.state() == RunState::kRunnable) AddWait(v, end);
    return std::move(v.waits);
  }

 private:
  struct Vcpu {
    RunStateClock clock;
    bool owed_wake = false;   // it was dispatched asleep
    bool early_wake = false;  // it was woken while it ran
    bool parked = false;
    bool unparked = false;  // and has not run since
    bool withheld = false;  // since withheld_since
    Instant withheld_since;
    int64_t withheld_ns = 0;
    Samples waits;
  };

  static void Enter(Vcpu& v, RunState next, Instant now) {
    if (v.clock.state() == RunState::kRunnable && next != RunState::kRunnable) {
      AddWait(v, now);
    }
    if (v.withheld && now > v.withheld_since) {
      v.withheld_ns += (now - v.withheld_since).ns();
    }
    v.withheld = false;
    v.clock.Enter(next, now);
  }

  static void AddWait(Vcpu& v, Instant now) {
    v.waits.Add(std::max<int64_t>(0, (now - v.clock.entered()).ns()));
  }

  static void Withhold(Vcpu& v, Instant now) {
    v.withheld = true;
    v.withheld_since = now;
  }

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
