#ifndef XENOTIME_TIME_WARP_CHECK_MODELLED_WARP_H_
#define XENOTIME_TIME_WARP_CHECK_MODELLED_WARP_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/time/memory/machine_model.h"
#include "xenotime/time/warp_check/warp_check.h"

namespace xenotime {

struct ModelledWarpOptions {
  // As on threads. Offsets: at most 10^12 ticks either way; ticks: 1 .. 10^9,
  // some 40 million of which take a second.
  WarpCheckOptions check;
  // By entry of tsc_offsets, which CPU of the model that is, each once; empty:
  // the first ones.
  std::vector<uint32_t> cpus = {};
  uint64_t seed = 1;  // of the model's noise
};

// The same test on a modelled machine: by all CPUs at once as the hypervisor
// does it, or by two as a Linux guest does it when the second one boots
// (tsc_check.md, 2 and 3). All begin at the same time. Deterministic. Any
// thread. INVALID_ARGUMENT: as CheckModel; fewer than 2 CPUs, ones that the
// model has not, one twice; what is out of range.
absl::StatusOr<WarpVerdict> CheckWarpInModel(
    const MachineModel& model, const ModelledWarpOptions& options);

struct WarpThresholdOptions {
  uint32_t ahead = 0;  // the CPU whose TSC is ahead
  uint32_t behind = 1;
  uint64_t ticks = 0;  // as above
  uint64_t seed = 1;
};

// The least skew, in ticks, at which the two CPUs of a guest see a warp: one
// more than the least time from a reading on the one to the next reading on
// the other. Exact, by bisection: up to the first warp, skew changes nothing
// of what happens. INVALID_ARGUMENT: as CheckWarpInModel. NOT_FOUND: not even
// a skew of 10^12 is seen, as the lock never goes from the one to the other.
absl::StatusOr<int64_t> FindWarpThreshold(const MachineModel& model,
                                          const WarpThresholdOptions& options);

}  // namespace xenotime

#endif  // XENOTIME_TIME_WARP_CHECK_MODELLED_WARP_H_
