#ifndef XENOTIME_TIME_CLOCKSOURCE_CHOICE_H_
#define XENOTIME_TIME_CLOCKSOURCE_CHOICE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/time/platform_timer.h"
#include "xenotime/time/rendezvous/rendezvous.h"
#include "xenotime/time/tsc_flags.h"

namespace xenotime {

// What initialising a platform timer came to.
struct PlatformTimerProbe {
  PlatformTimerId id = PlatformTimerId::kPit;
  // The TSC frequency that it measured; 0: there is none; below 0: it failed.
  int64_t tsc_hz = 0;
  // An HPET that halts in deep idle, where deep idle is usable, or whose CPU
  // enters package state PC10: taken only on request.
  bool halts_in_deep_idle = false;
};

struct PlatformTimerChoice {
  PlatformTimerId id = PlatformTimerId::kPit;
  int64_t tsc_hz = 0;
  std::string warning;  // why the one asked for was not taken; "" if it was
};

// The platform timer of the boot, from `clocksource=` ("" if not given) and
// what is there; timers that are not listed are not there.
//
// Fallback order: xen, hyperv, hpet, acpi, pit. "tsc" is taken late in boot
// only (CheckTscAsPlatformTimer), so it counts as not given here.
// Error: none works. Source: platform_timers.md, 1 and 3.
absl::StatusOr<PlatformTimerChoice> ChoosePlatformTimer(
    absl::string_view clocksource,
    const std::vector<PlatformTimerProbe>& probes);

// How many CPUs there can be, how many there are, in how many sockets.
struct CpuPopulation {
  uint32_t configured = 1;
  uint32_t present = 1;
  uint32_t sockets = 1;
};

// Whether `clocksource=tsc` can be honoured, once all CPUs are up and the warp
// test is over. Error: the condition that fails. Source: platform_timers.md, 5.
absl::Status CheckTscAsPlatformTimer(const TscQuality& quality,
                                     TscOption option,
                                     const CpuPopulation& cpus);

// Which form of the calibration rendezvous runs: kNop, kMaxStamp, which writes
// TSCs, or kStd.
// Error: flags that CheckFlags refuses; the TSC is the platform timer without
// being reliable. Source: tsc.md, 2.
absl::StatusOr<RendezvousForm> ChooseRendezvous(const TscFlags& flags,
                                                bool tsc_is_platform_timer);

// Whether a CPU's counter may be written: never if the TSCs are reliable,
// unless that CPU was physically added. Source: tsc.md, 2.
constexpr bool MayWriteTsc(const TscFlags& flags, bool physically_added) {
  return !flags.reliable || physically_added;
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_CLOCKSOURCE_CHOICE_H_
