#ifndef XENOTIME_SCHEDULER_TRACE_INTERVAL_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_INTERVAL_FOLD_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Who runs where: folds switches into CPU time, dispatches and migrations per
// vCPU and idle time per pCPU. A part of MetricsFolder.
//
// Thread rule: one thread. REQUIRES: ids within the sizes given.
class IntervalFold {
 public:
  struct Vcpu {
    int64_t run_ns = 0;
    int64_t dispatches = 0;
    int64_t migrations = 0;
    PcpuId last;     // of the latest dispatch
    PcpuId running;  // None if on no pCPU
  };

  IntervalFold(size_t pcpus, size_t vcpus) : pcpus_(pcpus), vcpus_(vcpus) {}

  // Who is on `pcpu`; None if it is idle.
  VcpuId current(PcpuId pcpu) const { return pcpus_[pcpu.value()].current; }
  bool running(VcpuId vcpu) const {
    return vcpus_[vcpu.value()].running.valid();
  }

  // `pcpu` goes over to `next`, None for idle. A vCPU that was dispatched
  // elsewhere before it left here (records of two pCPUs in an odd order) stays
  // where it is.
  void Switch(PcpuId pcpu, VcpuId next, Instant now) {
    Pcpu& p = pcpus_[pcpu.value()];
    Close(pcpu, now);
    p.since = now;
    p.current = next;
    if (next.valid()) Dispatch(vcpus_[next.value()], pcpu);
  }

  // Ends every interval at `end`; once.
  void Finish(Instant end) {
    for (uint32_t p = 0; p < pcpus_.size(); ++p) Close(PcpuId(p), end);
  }

  const Vcpu& vcpu(VcpuId v) const { return vcpus_[v.value()]; }
  int64_t idle_ns(PcpuId p) const { return pcpus_[p.value()].idle_ns; }

 private:
  struct Pcpu {
    Instant since;
    int64_t idle_ns = 0;
    VcpuId current;
  };

  void Close(PcpuId pcpu, Instant now) {
    Pcpu& p = pcpus_[pcpu.value()];
    const int64_t spent = now.ns() - p.since.ns();
    if (!p.current.valid()) {
      p.idle_ns += spent;
      return;
    }
    Vcpu& v = vcpus_[p.current.value()];
    v.run_ns += spent;
    if (v.running == pcpu) v.running = PcpuId::None();
  }

  static void Dispatch(Vcpu& v, PcpuId pcpu) {
    ++v.dispatches;
    if (v.last.valid() && v.last != pcpu) ++v.migrations;
    v.last = pcpu;
    v.running = pcpu;
  }

  std::vector<Pcpu> pcpus_;
  std::vector<Vcpu> vcpus_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_INTERVAL_FOLD_H_
