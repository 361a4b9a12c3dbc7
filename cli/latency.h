#ifndef XENOTIME_CLI_LATENCY_H_
#define XENOTIME_CLI_LATENCY_H_

#include <cstdint>

#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/trace/samples.h"

namespace xenotime {

// Whose clock a latency was read with.
enum class LatencySource : uint8_t {
  kNone,       // the run has no wake-ups
  kGuest,      // what the guests measured themselves
  kWakeToRun,  // from the end of a wait to the dispatch, in the trace
};

constexpr const char* LatencySourceName(LatencySource source) {
  constexpr const char* kNames[] = {"none", "guest", "wake_to_run"};
  return kNames[static_cast<int>(source)];
}

// The wake-up latency of a run, over all its vCPUs: as the guests measured it
// where any did, else from the trace.
struct Latency {
  LatencySource source = LatencySource::kNone;
  Samples samples;  // of all vCPUs, one after the other
  // warm_max is the largest over vCPUs: each has its own warm-up.
  SampleSummary summary;
};
Latency LatencyOf(const Report& report);

// CPU time that the vCPUs used, and that there was.
struct CpuUse {
  int64_t used_ns = 0;
  int64_t available_ns = 0;
};
CpuUse CpuUseOf(const Report& report);

}  // namespace xenotime

#endif  // XENOTIME_CLI_LATENCY_H_
