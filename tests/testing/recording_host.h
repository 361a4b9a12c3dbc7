#ifndef XENOTIME_TESTS_TESTING_RECORDING_HOST_H_
#define XENOTIME_TESTS_TESTING_RECORDING_HOST_H_

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/engine/engine_host.h"
#include "xenotime/time/types.h"

namespace xenotime {

// An executor that does nothing but keep what the engine asks of it: tests
// decide what happens when.
class RecordingHost final : public EngineHost,
                            public StageProbe,
                            public TraceSink {
 public:
  void RaiseSchedule(PcpuId target, PcpuId executing) override {
    pending.insert(target.value());
    raised.emplace_back(target.value(), executing.value());
  }
  void AddTimer(TimerId, PcpuId p) override {
    timer_pcpus.push_back(p);
    deadlines.push_back(Instant::Never());
  }
  void SetTimer(TimerId timer, Instant deadline) override {
    deadlines[timer.value()] = deadline;
  }
  void StopTimer(TimerId timer) override {
    deadlines[timer.value()] = Instant::Never();
  }
  void MoveTimer(TimerId timer, PcpuId p) override {
    timer_pcpus[timer.value()] = p;
  }
  void Stamp(PcpuId, WakeStage stage, VcpuId v) override {
    stamps.emplace_back(stage, v.value());
  }
  void Append(PcpuId, const TraceEvent& event) override {
    trace.push_back(event);
  }

  // pCPUs that owe a decision; forgets them.
  std::vector<uint32_t> TakePending() {
    std::vector<uint32_t> result(pending.begin(), pending.end());
    pending.clear();
    return result;
  }
  // Forgets what was recorded, not the timers.
  void Forget() {
    pending.clear();
    raised.clear();
    stamps.clear();
    trace.clear();
  }
  // The records of one kind.
  std::vector<TraceEvent> Records(TraceKind kind) const {
    std::vector<TraceEvent> result;
    for (const TraceEvent& event : trace) {
      if (event.kind == kind) result.push_back(event);
    }
    return result;
  }

  std::set<uint32_t> pending;
  std::vector<std::pair<uint32_t, uint32_t>> raised;  // (target, executing)
  std::vector<PcpuId> timer_pcpus;                    // by timer
  std::vector<Instant> deadlines;                     // by timer
  std::vector<std::pair<WakeStage, uint32_t>> stamps;
  std::vector<TraceEvent> trace;
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TESTING_RECORDING_HOST_H_
