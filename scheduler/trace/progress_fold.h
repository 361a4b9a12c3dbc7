#ifndef XENOTIME_SCHEDULER_TRACE_PROGRESS_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_PROGRESS_FOLD_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/time/types.h"

namespace xenotime {

// How far every vCPU got: its CPU time, each part weighted with the speed that
// its pCPU had (kSpeed; 100 percent until the first). Equal to the CPU time
// where hardware threads do not slow each other down. A part of MetricsFolder.
//
// Each stretch of one speed is rounded down to whole nanoseconds of full speed.
// Thread rule: one thread. REQUIRES: ids within the sizes given.
class ProgressFold {
 public:
  ProgressFold(size_t pcpus, size_t vcpus) : pcpus_(pcpus), ns_(vcpus) {}

  void Switch(PcpuId pcpu, VcpuId next, Instant now) {
    Close(pcpu, now);
    pcpus_[pcpu.value()].current = next;
  }
  void SetSpeed(PcpuId pcpu, uint64_t percent, Instant now) {
    Close(pcpu, now);
    pcpus_[pcpu.value()].percent = static_cast<int64_t>(percent);
  }
  void Finish(Instant end) {
    for (uint32_t p = 0; p < pcpus_.size(); ++p) Close(PcpuId(p), end);
  }

  int64_t ns(VcpuId vcpu) const { return ns_[vcpu.value()]; }

 private:
  struct Pcpu {
    VcpuId current;
    Instant since;
    int64_t percent = 100;
  };

  void Close(PcpuId pcpu, Instant now) {
    Pcpu& p = pcpus_[pcpu.value()];
    const int64_t passed = (now - p.since).ns();
    if (p.current.valid() && passed > 0) {
      // In two steps, lest the product overflow.
      ns_[p.current.value()] +=
          passed / 100 * p.percent + passed % 100 * p.percent / 100;
    }
    p.since = now;
  }

  std::vector<Pcpu> pcpus_;
  std::vector<int64_t> ns_;  // by VcpuId
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_PROGRESS_FOLD_H_
