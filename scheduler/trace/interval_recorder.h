#ifndef XENOTIME_SCHEDULER_TRACE_INTERVAL_RECORDER_H_
#define XENOTIME_SCHEDULER_TRACE_INTERVAL_RECORDER_H_

#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The time between two switches on a pCPU.
struct Interval {
  PcpuId pcpu;
  VcpuId vcpu;  // None: idle
  Instant start;
  Instant end;
  SwitchReason reason = SwitchReason::kEnd;  // why it ended
  friend bool operator==(const Interval&, const Interval&) = default;
};

// Collects the intervals of a run from its trace records; what NAME.trace of
// the golden traces shows.
//
// Every pCPU is idle from time 0. Idle intervals of length zero are dropped,
// those of vCPUs kept. Memory: 32 bytes per switch.
//
// Thread rule: one thread at a time, whatever pCPU it names. Switches on pCPUs
// beyond the machine are passed over.
class IntervalRecorder final : public TraceSink {
 public:
  explicit IntervalRecorder(uint32_t pcpus) : open_(pcpus) {}

  void Append(PcpuId executing, const TraceEvent& event) override;

  // Closes the open intervals at `end`, with reason kEnd or kIdle, and returns
  // all, sorted by (start, pcpu, end); equal ones stand in order of occurrence.
  // Once.
  std::vector<Interval> Finish(Instant end);

 private:
  struct Open {
    Instant since;
    VcpuId vcpu;
  };

  void Close(PcpuId pcpu, Instant now, SwitchReason reason);

  std::vector<Open> open_;  // by PcpuId
  std::vector<Interval> intervals_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_INTERVAL_RECORDER_H_
