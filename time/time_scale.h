#ifndef XENOTIME_TIME_TIME_SCALE_H_
#define XENOTIME_TIME_TIME_SCALE_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "xenotime/time/types.h"
#include "xenotime/time/wide_math.h"

namespace xenotime {

// floor(a * 2^32 / b). Error: a >= b, as the fraction then has no 32 bits; on
// x86 the division would fault. Source: stime.md, 1.
absl::StatusOr<uint32_t> DivFrac(uint32_t a, uint32_t b);

// floor(a * b / 2^32). Source: stime.md, 1.
constexpr uint32_t MulFrac(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>(MultiplyShift(a, b, 32));
}

// A linear map between two counters, mostly ticks to nanoseconds.
//
// out = ((in << shift) * mul_frac) >> 32, where a negative shift is one to the
// right. Xen and its guests agree on this form (`time_scale` (Xen)); a guest
// computes with the very same two numbers, so results are exact, not close.
//
// Thread rule: a value.
//
// Limits: rounds down, but the scale itself may be up to 0.8 ns per second
// fast, as frequencies above 2 GHz lose low bits: scaled <= exact does not
// hold. Source of all formulas: stime.md, 1.
class TimeScale {
 public:
  // The identity.
  constexpr TimeScale() = default;

  // Ticks of this frequency to nanoseconds.
  // Error: not in [1 Hz, 1 THz].
  static absl::StatusOr<TimeScale> FromFrequency(Hertz frequency);

  // Error: mul_frac < 2, which has no reciprocal; shift not in [-31, 31].
  static absl::StatusOr<TimeScale> FromParts(uint32_t mul_frac, int shift);

  constexpr uint32_t mul_frac() const { return mul_frac_; }
  constexpr int shift() const { return shift_; }

  // As the hypervisor does: modulo 2^64, so a left shift may lose high bits,
  // and a negative difference of counters gives nonsense near 2^64.
  constexpr uint64_t Scale(uint64_t delta) const {
    return MultiplyShift(Shifted(delta), mul_frac_, 32);
  }

  // The same. Error: the left shift would lose bits.
  absl::StatusOr<uint64_t> ScaleChecked(uint64_t delta) const;

  // The opposite map: nanoseconds to ticks. Its mul_frac is at least 2^31.
  TimeScale Reciprocal() const;

  friend constexpr bool operator==(TimeScale, TimeScale) = default;

 private:
  constexpr TimeScale(uint32_t mul_frac, int shift)
      : mul_frac_(mul_frac), shift_(shift) {}

  constexpr uint64_t Shifted(uint64_t delta) const {
    if (shift_ >= 64 || shift_ <= -64) return 0;
    return shift_ >= 0 ? delta << shift_ : delta >> -shift_;
  }

  uint32_t mul_frac_ = 0x80000000;
  int shift_ = 1;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_TIME_SCALE_H_
