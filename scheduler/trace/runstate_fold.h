#ifndef XENOTIME_SCHEDULER_TRACE_RUNSTATE_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_RUNSTATE_FOLD_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/trace/samples.h"
#include "xenotime/scheduler/trace/wait_log.h"
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
  explicit RunStateFold(size_t vcpus) : vcpus_(vcpus), withheld_(vcpus) {}

  void SwitchIn(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    v.owed_wake = v.clock.state() >= RunState::kBlocked;
    v.unparked = false;
    Enter(vcpu, RunState::kRunning, now);
  }

  void SwitchOut(VcpuId vcpu, SwitchReason reason, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    Enter(vcpu, v.early_wake ? RunState::kRunnable : StateAfter(reason), now);
    if (reason == SwitchReason::kParked && !v.early_wake) Withhold(vcpu, now);
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
    Enter(vcpu, RunState::kRunnable, now);
  }

  // If nothing else holds the vCPU back, its wake follows at this instant.
  void Unblock(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    if (v.clock.state() == RunState::kBlocked) {
      Enter(vcpu, RunState::kOffline, now);
    }
  }

  void Sleep(VcpuId vcpu, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    v.unparked = false;
    if (v.clock.state() == RunState::kRunnable) {
      Enter(vcpu, RunState::kOffline, now);
      Withhold(vcpu, now);
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
    const Withheld& w = withheld_[vcpu.value()];
    const bool open = vcpus_[vcpu.value()].withheld && at > w.since;
    return w.ns + (open ? (at - w.since).ns() : 0);
  }

  // The stays in "runnable", by VcpuId, which are then no longer here. Those
  // that are not over count up to `end`; together they are the time in it.
  std::vector<Samples> TakeWaits(Instant end) {
    for (uint32_t v = 0; v < vcpus_.size(); ++v) {
      if (vcpus_[v].clock.state() == RunState::kRunnable) {
        AddWait(VcpuId(v), end);
      }
    }
    return waits_.Take(vcpus_.size());
  }

 private:
  struct Vcpu {
    RunStateClock clock;
    bool owed_wake = false;   // it was dispatched asleep
    bool early_wake = false;  // it was woken while it ran
    bool parked = false;
    bool unparked = false;  // and has not run since
    bool withheld = false;  // since Withheld::since
  };
  // Hardly ever touched, and therefore apart.
  struct Withheld {
    Instant since;
    int64_t ns = 0;
  };

  void Enter(VcpuId vcpu, RunState next, Instant now) {
    Vcpu& v = vcpus_[vcpu.value()];
    if (v.clock.state() == RunState::kRunnable && next != RunState::kRunnable) {
      AddWait(vcpu, now);
    }
    if (v.withheld) EndWithholding(vcpu, now);
    v.clock.Enter(next, now);
  }

  void AddWait(VcpuId vcpu, Instant now) {
    const Duration wait = now - vcpus_[vcpu.value()].clock.entered();
    waits_.Add(vcpu, std::max<int64_t>(0, wait.ns()));
  }

  void Withhold(VcpuId vcpu, Instant now) {
    vcpus_[vcpu.value()].withheld = true;
    withheld_[vcpu.value()].since = now;
  }

  void EndWithholding(VcpuId vcpu, Instant now) {
    Withheld& w = withheld_[vcpu.value()];
    if (now > w.since) w.ns += (now - w.since).ns();
    vcpus_[vcpu.value()].withheld = false;
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
  std::vector<Withheld> withheld_;
  WaitLog waits_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_RUNSTATE_FOLD_H_
