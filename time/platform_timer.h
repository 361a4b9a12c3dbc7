#ifndef XENOTIME_TIME_PLATFORM_TIMER_H_
#define XENOTIME_TIME_PLATFORM_TIMER_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/time/types.h"

namespace xenotime {

enum class PlatformTimerId : uint8_t {
  kXen,     // nested: the parent's pvclock
  kHyperv,  // nested: the parent's reference TSC page
  kHpet,
  kAcpiPm,
  kPit,
  kTsc,
};

// The name by which `clocksource=` knows it: xen, hyperv, hpet, acpi, pit, tsc.
absl::string_view NameOf(PlatformTimerId id);

// A counter that the whole machine shares, as its driver presents it.
//
// Thread rule: a value. The functions below make the known ones, with their
// usual cost of a read. Source: platform_timers.md, 1 to 5 and 8.
struct PlatformTimer {
  PlatformTimerId id = PlatformTimerId::kPit;
  Hertz frequency;
  int bits = 0;  // of the counter, 1 to 63
  Duration read_cost;

  // 2^bits - 1.
  constexpr uint64_t mask() const { return (uint64_t{1} << bits) - 1; }
};

inline constexpr Hertz kPitFrequency{1'193'182};
inline constexpr Hertz kAcpiPmFrequency{3'579'545};

// 8254 channel 2, extended to 32 bits in software (PitExtension).
PlatformTimer Pit();

// The main counter's low 32 bits. `period_fs` is the period register.
// Error: a period outside [100000, 100000000] fs.
absl::StatusOr<PlatformTimer> Hpet(uint64_t period_fs);

// `size_bits` and the flag are the firmware table's. A size of 32 without the
// flag is one of 24. Error: a size that is neither 24 nor 32.
absl::StatusOr<PlatformTimer> AcpiPmTimer(int size_bits, bool flag_32_bits);

// The executing CPU's TSC; 63 of its 64 bits, so that half a wrap can be told.
// Error: not in [1 MHz, 1 THz].
absl::StatusOr<PlatformTimer> TscTimer(Hertz frequency);

// The parent hypervisor's clock.
PlatformTimer XenTimer();

// Error: as TscTimer.
absl::StatusOr<PlatformTimer> HypervTimer(Hertz frequency);

}  // namespace xenotime

#endif  // XENOTIME_TIME_PLATFORM_TIMER_H_
