#ifndef XENOTIME_TIME_TICK_RATE_H_
#define XENOTIME_TIME_TICK_RATE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "xenotime/time/types.h"
#include "xenotime/time/wide_math.h"

namespace xenotime {

// Refuses a drift that no counter has: it is more than -1e9 ppb (at which it
// would stand still) and at most 1e9 ppb (twice the rate).
absl::Status CheckDrift(int64_t ppb);

// How many ticks a virtual counter makes per tick of a real one.
//
// The real one is the machine's TSC when pCPUs are threads, and virtual
// nanoseconds, 1 GHz, in the simulation. The ratio has 16 integer and 48
// fraction bits, a resolution of 3.6e-15, and is rounded to nearest; a drift
// of 1 ppb needs 30 fraction bits.
//
// Thread rule: a value. Source: tsc.md, 7.
class TickRate {
 public:
  // One to one.
  constexpr TickRate() = default;

  // The ratio of the frequencies, times (1 + ppb / 1e9).
  // Error: a frequency not in [1 Hz, 1 THz]; a drift that CheckDrift refuses;
  // a ratio that rounds to 0 or does not fit in 16 bits.
  static absl::StatusOr<TickRate> Make(Hertz counter, Hertz real,
                                       int64_t drift_ppb = 0);

  constexpr uint64_t q48() const { return q48_; }

  // Ticks made in a span of the real counter, modulo 2^64, rounded down.
  constexpr uint64_t TicksIn(uint64_t real_delta) const {
    return MultiplyShift(real_delta, q48_, kFractionBits);
  }

  friend constexpr bool operator==(TickRate, TickRate) = default;

 private:
  static constexpr int kFractionBits = 48;
  constexpr explicit TickRate(uint64_t q48) : q48_(q48) {}

  uint64_t q48_ = uint64_t{1} << kFractionBits;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_TICK_RATE_H_
