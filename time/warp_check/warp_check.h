#ifndef XENOTIME_TIME_WARP_CHECK_WARP_CHECK_H_
#define XENOTIME_TIME_WARP_CHECK_WARP_CHECK_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"

namespace xenotime {

// What a warp test has seen. Both the hypervisor and a Linux guest conclude
// from the first warp, however small, that TSCs are not in step.
struct WarpVerdict {
  // Ticks: the skew less the least time in which the lock changes hands.
  uint64_t max_warp = 0;
  uint64_t warps = 0;
  bool unstable() const { return warps != 0; }
  friend bool operator==(const WarpVerdict&, const WarpVerdict&) = default;
};

struct WarpCheckOptions {
  // By CPU, ticks that its TSC is ahead: the skew to be found. At least 2 CPUs.
  std::vector<int64_t> tsc_offsets;
  // How long every CPU looks; positive. Xen and Linux: 20 ms.
  uint64_t ticks = 0;
};

// All CPUs at once, as the hypervisor does it (tsc_check.md, 2), on real
// threads, each pinned to a core; blocks meanwhile. INVALID_ARGUMENT: fewer
// than 2 CPUs or more than cores, no ticks.
absl::StatusOr<WarpVerdict> CheckWarpOnThreads(const WarpCheckOptions& options);

}  // namespace xenotime

#endif  // XENOTIME_TIME_WARP_CHECK_WARP_CHECK_H_
