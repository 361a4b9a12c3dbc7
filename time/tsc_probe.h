#ifndef XENOTIME_TIME_TSC_PROBE_H_
#define XENOTIME_TIME_TSC_PROBE_H_

#include <cstdint>

#include "absl/status/status.h"

namespace xenotime {

// One CPU's counter, as the CPU itself reads and writes it.
class TscPort {
 public:
  virtual ~TscPort() = default;
  // After all earlier loads (tsc.md, 6).
  virtual uint64_t ReadTscOrdered() = 0;
  // Error: the write faults.
  virtual absl::Status WriteTsc(uint64_t value) = 0;
};

enum class TscWritability : uint8_t { kFull, kPartial, kNone };

// Finds out what writes to the counter do, by trying.
//
// A rendezvous that writes TSCs would hang or wreck a machine that keeps only
// half of what is written. A counter that is fully writable is put back, less
// the ticks that the probe took; a partial one is left as the probe made it.
// REQUIRES: the TSCs are not reliable (TscQuality). Source: tsc.md, 1.
TscWritability ProbeTscWritability(TscPort& port);

}  // namespace xenotime

#endif  // XENOTIME_TIME_TSC_PROBE_H_
