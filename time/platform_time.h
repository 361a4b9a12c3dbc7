#ifndef XENOTIME_TIME_PLATFORM_TIME_H_
#define XENOTIME_TIME_PLATFORM_TIME_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "xenotime/time/platform_timer.h"
#include "xenotime/time/time_scale.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Platform time: 64 bits of nanoseconds out of a counter that may have 24.
//
// A timer must accumulate the counter at least every half wrap. Between two
// accumulations a wrap is told from the difference; what was missed by more,
// local time recovers.
//
// Every method takes the raw value that was read, so that nothing delays
// between a counter's sample and the TSC's.
//
// Thread rule: the platform timer's lock, for all. Limits: a read is right for
// a wrap after the last accumulation. Source of all: stime.md, 3.
class PlatformTime {
 public:
  // Platform time that is `now` when the counter shows `raw`.
  // Error: a frequency without a scale; a width not in [1, 63]; a width at
  // which half a wrap does not fit the scale's left shift, as 63 bits do not
  // at 500 MHz and below (the period would come out as 0).
  static absl::StatusOr<PlatformTime> Make(const PlatformTimer& timer,
                                           uint64_t raw, Instant now);

  // The extended counter when the hardware shows `raw`.
  uint64_t CountAt(uint64_t raw) const {
    return count_ + ((raw - last_raw_) & mask_);
  }

  Instant At(uint64_t raw) const { return TimeOf(CountAt(raw)); }

  // Half a wrap, the period of the timer that calls OnOverflowTimer.
  Duration overflow_period() const { return overflow_period_; }

  // Accumulates, and adds wraps that were missed, up to ten, as long as each
  // brings platform time no further from `local_now`. Returns how many: more
  // than 0 is worth a warning. This trusts the TSC over the platform timer.
  int OnOverflowTimer(uint64_t raw, Instant local_now);

  // Makes the present the pair that times are counted from: deltas stay small,
  // and with them what rounding loses.
  void Rebase(uint64_t raw);

  // After suspend to RAM: goes on from the last Rebase, wherever the counter
  // is. Time stands still over the sleep.
  void Resume(uint64_t raw);

 private:
  PlatformTime(TimeScale scale, uint64_t mask, Duration overflow_period)
      : scale_(scale), mask_(mask), overflow_period_(overflow_period) {}

  Instant TimeOf(uint64_t count) const;
  void Accumulate(uint64_t raw);

  TimeScale scale_;
  uint64_t mask_;
  Duration overflow_period_;
  uint64_t last_raw_ = 0;
  uint64_t count_ = 0;  // at last_raw_
  uint64_t base_count_ = 0;
  Instant base_time_;  // at base_count_
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_PLATFORM_TIME_H_
