#include "xenotime/time/local_calibration.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

constexpr int64_t kEpoch = kCalibrationEpoch.ns();

// EPOCH / (EPOCH + excess), in [1/2, 1). REQUIRES: excess > 0.
absl::StatusOr<uint32_t> ErrorFactor(Duration excess) {
  const int64_t e = std::min(excess.ns(), kEpoch);
  return DivFrac(static_cast<uint32_t>(kEpoch),
                 static_cast<uint32_t>(kEpoch + e));
}

// The scale at which `ticks` make `ns`, slowed by the factor if it is not 0.
// REQUIRES: ns > 0.
absl::StatusOr<TimeScale> MeasuredScale(uint64_t ns, uint64_t ticks,
                                        uint32_t error_factor) {
  constexpr uint64_t kFits = uint64_t{1} << 31;
  for (; ns >= kFits; ns >>= 1) ticks >>= 1;
  if (ticks == 0) {
    return absl::FailedPreconditionError(
        "the TSC made no tick since the last calibration");
  }
  int shift = 0;
  for (; ticks > 2 * ns; ticks >>= 1) --shift;
  for (; ticks <= ns; ticks <<= 1) ++shift;
  absl::StatusOr<uint32_t> mul =
      DivFrac(static_cast<uint32_t>(ns), static_cast<uint32_t>(ticks));
  if (!mul.ok()) return mul.status();
  if (error_factor != 0) *mul = MulFrac(*mul, error_factor);
  return TimeScale::FromParts(*mul, shift);
}

}  // namespace

Calibration CalibrateConstant(const CpuTime& time, const TimeStamp& record) {
  return Calibration{{record, time.scale}};
}

absl::StatusOr<Calibration> CalibrateToPlatform(const CpuTime& time,
                                                const TimeStamp& record) {
  const int64_t elapsed_ns =
      (record.master_stime - time.stamp.master_stime).ns();
  if (elapsed_ns < kEpoch / 2) return Calibration{time, /*updated=*/false};
  Calibration calibration{{record, time.scale}};
  TimeStamp& current = calibration.time.stamp;
  if (current.local_stime < current.master_stime) {
    calibration.warp = current.master_stime - current.local_stime;
    current.local_stime = current.master_stime;
  }
  const uint64_t elapsed_tsc = current.local_tsc - time.stamp.local_tsc;
  if (elapsed_tsc >> 63 != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("the TSC went back from ", time.stamp.local_tsc, " to ",
                     current.local_tsc, " since the last calibration"));
  }
  if (current.local_stime != current.master_stime) {
    const absl::StatusOr<uint32_t> factor =
        ErrorFactor(current.local_stime - current.master_stime);
    if (!factor.ok()) return factor.status();
    calibration.error_factor = *factor;
  }
  const absl::StatusOr<TimeScale> scale = MeasuredScale(
      static_cast<uint64_t>(elapsed_ns), elapsed_tsc, calibration.error_factor);
  if (!scale.ok()) return scale.status();
  calibration.time.scale = *scale;
  return calibration;
}

}  // namespace xenotime
