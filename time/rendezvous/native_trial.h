#ifndef XENOTIME_TIME_RENDEZVOUS_NATIVE_TRIAL_H_
#define XENOTIME_TIME_RENDEZVOUS_NATIVE_TRIAL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace xenotime {

// Rendezvous on real threads, one pinned to each core, with a virtual TSC each
// (native_cpu.h). What skew each form leaves is known exactly, and what it
// costs is measured, on this host (rendezvous.md, 12).
struct NativeTrialOptions {
  uint32_t cpus =
      2;  // at most the cores of the host: spinners need a core each
  uint32_t samples = 200;  // of each subject, at least 1
};

struct NativeSeries {
  // A form's letter; "none": what start-up synchronisation leaves; "barrier":
  // a bare barrier, the floor of the costs; "control": form (a) without writes,
  // the floor of skew, which is 0.
  std::string subject;
  // By sample, of those that were not disturbed. Skew: the slave's TSC minus
  // the master's, of the slave that is furthest off; ticks of the host's TSC.
  std::vector<int64_t> skew;
  std::vector<int64_t> cost;  // the master's, from entry to exit; ticks
  // The same from the last arrival on.
  std::vector<int64_t> cost_after_arrival;
  // Left out: a thread lost its core meanwhile (it took more than 20 times the
  // median).
  int64_t disturbed = 0;
};

struct NativeTrial {
  std::vector<NativeSeries> series;
  // One way of a cache line between the first two cores, median; ticks.
  int64_t line_ticks = 0;
};

// Runs all subjects in turn, sample by sample, so that all see the same host.
// The calling thread is the master, and is bound to a core meanwhile.
// INVALID_ARGUMENT: more CPUs than cores, fewer than 2, no samples.
// Blocks for about 0.1 s for each 100 samples.
absl::StatusOr<NativeTrial> RunNativeTrial(const NativeTrialOptions& options);

// The middle one, the lower of two; 0 of none.
int64_t MedianOf(std::vector<int64_t> values);

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_NATIVE_TRIAL_H_
