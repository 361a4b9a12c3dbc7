#ifndef XENOTIME_TIME_LINE_DISTANCE_H_
#define XENOTIME_TIME_LINE_DISTANCE_H_

#include <cstdint>

#include "absl/status/statusor.h"

namespace xenotime {

// How far apart two CPUs are for a cache line: one way, that is half of the
// way there and back, of 2000 such trips. Ticks of the TSC.
struct LineDistance {
  int64_t median_ticks = 0;
  int64_t least_ticks = 0;
};

// Sends a line to and fro between two host CPUs, from the calling thread,
// which is bound to `first` meanwhile, to one of its own on `second`. Blocks
// for about 1 ms; far longer if others use these CPUs. INVALID_ARGUMENT: they
// are the same. UNAVAILABLE: the host does not let the thread run on them.
absl::StatusOr<LineDistance> MeasureLine(int first, int second);

}  // namespace xenotime

#endif  // XENOTIME_TIME_LINE_DISTANCE_H_
