#ifndef XENOTIME_SCHEDULER_THREADS_TSC_CLOCK_H_
#define XENOTIME_SCHEDULER_THREADS_TSC_CLOCK_H_

#include <cstdint>

#include "xenotime/time/types.h"

namespace xenotime {

// How fast this host's TSC runs, as two multiplications.
//
// ns = ticks * ns_per_tick / 2^32, and the reverse; both rounded down. The
// error of a factor is below 2^-30, that is 1 us per 1000 s, which is less than
// the calibration's own.
struct TscRate {
  uint64_t ns_per_tick = 0;   // times 2^32
  uint64_t ticks_per_ns = 0;  // times 2^32

  // The rate that makes `ticks` last `ns`. REQUIRES: both positive.
  static TscRate Of(uint64_t ticks, uint64_t ns);
  // The host's, measured once per process against CLOCK_MONOTONIC_RAW; the
  // first call takes 20 ms. Any thread.
  static const TscRate& Host();
};

// Converts TSC readings into the time of one machine. Its origin is the moment
// at which the machine started; earlier readings are negative.
//
// Thread rule: a value. Assumes what Linux calls an invariant, synchronised
// TSC; readings of two cores may disagree by some tens of cycles.
class TscClock {
 public:
  TscClock() = default;
  TscClock(const TscRate& rate, uint64_t origin)
      : rate_(rate), origin_(origin) {}

  Instant At(uint64_t tsc) const {
    return Instant(
        Scale(static_cast<int64_t>(tsc - origin_), rate_.ns_per_tick));
  }
  // The first reading at or after `t`; the latest possible one for Never.
  uint64_t TscAt(Instant t) const;
  // A span in ticks. REQUIRES: less than a century.
  int64_t Ticks(Duration d) const { return Scale(d.ns(), rate_.ticks_per_ns); }
  int64_t Nanoseconds(int64_t ticks) const {
    return Scale(ticks, rate_.ns_per_tick);
  }

 private:
  static int64_t Scale(int64_t value, uint64_t factor) {
    __extension__ using Wide = __int128;
    return static_cast<int64_t>(
        (static_cast<Wide>(value) * static_cast<int64_t>(factor)) >> 32);
  }

  TscRate rate_;
  uint64_t origin_ = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_TSC_CLOCK_H_
