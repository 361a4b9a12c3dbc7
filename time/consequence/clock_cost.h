#ifndef XENOTIME_TIME_CONSEQUENCE_CLOCK_COST_H_
#define XENOTIME_TIME_CONSEQUENCE_CLOCK_COST_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace xenotime {

// What reading a clock costs a guest, and a workload that reads it. Each
// 0 .. 10^9; base_ns positive.
//
// Illustrations, not measurements: the thread of February 2009 gives only
// "three exits" and "1/20 of native in an extreme case". The others are of the
// size that hardware of that time had (tsc_check.md, 6), chosen so that the
// result is near that 1/20.
struct ClockCosts {
  int64_t tsc_read_ns = 25;    // "20 to 30 ns"
  int64_t exits_per_read = 3;  // published, of one gettimeofday
  int64_t exit_ns = 3'000;     // VM exit, device model and entry: 2 to 3 us
  int64_t base_ns = 1'000;     // of a packet, without time stamps
  int64_t reads_per_packet = 2;
};

// INVALID_ARGUMENT: out of range; the message names the field.
absl::Status CheckClockCosts(const ClockCosts& costs);

// How a guest fares with the clock that it has chosen.
struct ClockOutcome {
  std::string clocksource;  // as Linux calls it
  int64_t read_ns = 0;      // of one gettimeofday
  // Of the packets per second that it would have if clocks were free: b over
  // b + r * c.
  int64_t throughput_permille = 0;
  friend bool operator==(const ClockOutcome&, const ClockOutcome&) = default;
};

// The choice of an HVM guest of 2009 among tsc, hpet, acpi_pm and pit, after
// its warp test has found the TSC unstable or not. Pure. INVALID_ARGUMENT: as
// CheckClockCosts.
absl::StatusOr<ClockOutcome> OutcomeOfWarpTest(bool unstable,
                                               const ClockCosts& costs);

}  // namespace xenotime

#endif  // XENOTIME_TIME_CONSEQUENCE_CLOCK_COST_H_
