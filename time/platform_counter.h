#ifndef XENOTIME_TIME_PLATFORM_COUNTER_H_
#define XENOTIME_TIME_PLATFORM_COUNTER_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "xenotime/time/platform_timer.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The simulated device behind a platform timer.
//
// What the counter shows after a span of virtual time is exact:
// floor(ns * f * (1 + ppb / 1e9) / 1e9) modulo its width, over 128 bits. So a
// calibration that is off is off by its own method, not by the device.
//
// Thread rule: a value; one thread at a time for what changes it.
//
// Limits: a stop loses the fraction of a tick. REQUIRES, of all methods:
// real_ns is at or after the last change. Source: platform_timers.md, 8.
class PlatformCounter {
 public:
  struct Config {
    PlatformTimer timer;
    int64_t drift_ppb = 0;  // (-1e9, 1e9]
    uint64_t offset = 0;    // what it shows at the start
    bool counts_down = false;
  };

  // Starts to count at real_ns. Error: a frequency not in [1 Hz, 1 THz]; a
  // width not in [1, 63]; a drift that CheckDrift refuses.
  static absl::StatusOr<PlatformCounter> Make(const Config& config,
                                              uint64_t real_ns);

  uint64_t Read(uint64_t real_ns) const;

  // Fault injection: a jump by so many ticks, in the direction it counts; a
  // stop, and its end.
  void Jump(int64_t ticks) { base_count_ += static_cast<uint64_t>(ticks); }
  void Stop(uint64_t real_ns);
  void Resume(uint64_t real_ns);

  const PlatformTimer& timer() const { return config_.timer; }

 private:
  PlatformCounter(const Config& config, uint64_t real_ns)
      : config_(config), base_real_(real_ns) {}

  uint64_t CountAt(uint64_t real_ns) const;

  Config config_;
  bool running_ = true;
  uint64_t base_real_;
  uint64_t base_count_ = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_PLATFORM_COUNTER_H_
