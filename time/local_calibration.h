#ifndef XENOTIME_TIME_LOCAL_CALIBRATION_H_
#define XENOTIME_TIME_LOCAL_CALIBRATION_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "xenotime/time/cpu_time.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The time between two calibrations; a fast clock is slowed so that it is
// right again after one more.
inline constexpr Duration kCalibrationEpoch = Seconds(1);

// What a calibration made of a CPU's mapping, and why.
struct Calibration {
  CpuTime time;
  bool updated = true;        // false: too early, nothing changed
  Duration warp = {};         // by which a slow clock was put forward
  uint32_t error_factor = 0;  // by which a fast clock is slowed; 0: not at all
};

// With a constant TSC: takes the record as the stamp and leaves the scale.
//
// Local time is then pure extrapolation of the boot's frequency, and platform
// time does not discipline it. Until 2016 this took the platform's time, which
// put CPUs microseconds apart. Source: stime.md, 5.
Calibration CalibrateConstant(const CpuTime& time, const TimeStamp& record);

// Without: measures the rate since the last stamp against platform time.
//
// A slow clock jumps forward; a fast one is slowed, to no less than half, so
// that its excess is used up in the next epoch. Time never steps back.
//
// Ties and limits: an epoch of exactly a half counts, a shorter one changes
// nothing. An excess of more than an epoch counts as one.
// Error: the counter went backwards, or made no tick, since the last stamp; a
// rate that no scale can express. Source: stime.md, 5.
absl::StatusOr<Calibration> CalibrateToPlatform(const CpuTime& time,
                                                const TimeStamp& record);

}  // namespace xenotime

#endif  // XENOTIME_TIME_LOCAL_CALIBRATION_H_
