#ifndef XENOTIME_TIME_RENDEZVOUS_NATIVE_TRIAL_H_
#define XENOTIME_TIME_RENDEZVOUS_NATIVE_TRIAL_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/time/rendezvous/trial_series.h"

namespace xenotime {

// Rendezvous on real threads, one pinned to each core, with a virtual TSC each
// (native_cpu.h). What skew each form leaves is known exactly, and what it
// costs is measured, on this host (rendezvous.md, 12).
struct NativeTrialOptions {
  uint32_t cpus =
      2;  // at most the cores of the host: spinners need a core each
  uint32_t samples = 200;  // of each subject, at least 1
};

struct NativeTrial {
  std::vector<TrialSeries> series;
  // One way of a cache line between the first two cores, median; ticks.
  int64_t line_ticks = 0;
};

// Runs all subjects in turn, sample by sample, so that all see the same host.
// The calling thread is the master, and is bound to a core meanwhile.
// INVALID_ARGUMENT: more CPUs than cores, fewer than 2, no samples.
// Blocks for about 0.1 s for each 100 samples.
absl::StatusOr<NativeTrial> RunNativeTrial(const NativeTrialOptions& options);

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_NATIVE_TRIAL_H_
