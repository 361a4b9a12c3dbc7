#ifndef XENOTIME_TIME_TSC_CALIBRATION_H_
#define XENOTIME_TIME_TSC_CALIBRATION_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "xenotime/time/platform_timer.h"
#include "xenotime/time/time_sampler.h"
#include "xenotime/time/types.h"

namespace xenotime {

// A platform counter and a TSC, read as close together as could be seen.
struct SamplePair {
  uint64_t counter = 0;
  uint64_t tsc = 0;  // read after the counter
};

// Reads pairs until one does not beat the best, at least four, and returns the
// one with the least TSC time around its counter read; the first of equals.
//
// An interrupt of the firmware between the two reads would otherwise enter
// the frequency of the machine. Source: platform_timers.md, 6.
SamplePair ReadPair(TimeSampler& sampler);

// Measures the TSC against a platform timer for 1/20 s.
//
// A pair, a poll until the interval is over, another pair; an overshoot is
// taken out by proportion. On a Skylake with HPET this brought the error from
// over 220 kHz to about 2 kHz.
//
// Error: the timer cannot count a 20th of a second; it stands still or the
// TSC does; the frequency does not fit. Source: platform_timers.md, 6.
absl::StatusOr<Hertz> CalibrateTsc(TimeSampler& sampler,
                                   const PlatformTimer& timer);

// The PIT's channel 2, gated by software, and a CPU's TSC.
class PitGate {
 public:
  virtual ~PitGate() = default;
  // Opens the gate and starts a one-shot count down from `count`.
  virtual void Load(uint16_t count) = 0;
  // Whether the count has ended (port 0x61, bit 5).
  virtual bool OutputIsHigh() = 0;
  virtual uint64_t ReadTscOrdered() = 0;
};

// Measures the TSC for one count of 59659, 1193182 / 20 rounded.
//
// Error: the output is high at once, or never; the TSC stands still or is too
// fast. Source: platform_timers.md, 2.
absl::StatusOr<Hertz> CalibrateTscByPit(PitGate& gate);

}  // namespace xenotime

#endif  // XENOTIME_TIME_TSC_CALIBRATION_H_
