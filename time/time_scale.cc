#include "xenotime/time/time_scale.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

constexpr uint64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr int64_t kMaxHertz = 1'000'000'000'000;
constexpr int kMaxShift = 31;
constexpr uint32_t kHalf = 0x80000000;  // one half, as a fraction

// REQUIRES: a < b.
constexpr uint32_t Quotient(uint64_t a, uint64_t b) {
  return static_cast<uint32_t>((a << 32) / b);
}

}  // namespace

absl::StatusOr<uint32_t> DivFrac(uint32_t a, uint32_t b) {
  if (a >= b) {
    return absl::OutOfRangeError(
        absl::StrCat(a, " / ", b, " is no fraction below 1"));
  }
  return Quotient(a, b);
}

absl::StatusOr<TimeScale> TimeScale::FromFrequency(Hertz frequency) {
  if (frequency.hz() < 1 || frequency.hz() > kMaxHertz) {
    return absl::InvalidArgumentError(
        absl::StrCat("a counter of ", frequency.hz(),
                     " Hz has no scale; give 1 Hz to 1 THz"));
  }
  uint64_t x = static_cast<uint64_t>(frequency.hz());
  int shift = 0;
  for (; x > 2 * kNanosecondsPerSecond; x >>= 1) --shift;
  for (; x <= kNanosecondsPerSecond; x <<= 1) ++shift;
  return TimeScale(Quotient(kNanosecondsPerSecond, x), shift);
}

absl::StatusOr<TimeScale> TimeScale::FromParts(uint32_t mul_frac, int shift) {
  if (mul_frac < 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("a scale with mul_frac ", mul_frac, " has no reciprocal"));
  }
  if (shift < -kMaxShift || shift > kMaxShift) {
    return absl::InvalidArgumentError(absl::StrCat("the shift of a scale is ",
                                                   shift, "; give -", kMaxShift,
                                                   " to ", kMaxShift));
  }
  return TimeScale(mul_frac, shift);
}

absl::StatusOr<uint64_t> TimeScale::ScaleChecked(uint64_t delta) const {
  const bool fits =
      delta == 0 || shift_ <= 0 || (shift_ < 64 && delta >> (64 - shift_) == 0);
  if (!fits) {
    return absl::OutOfRangeError(absl::StrCat(
        delta, " shifted left by ", shift_, " does not fit in 64 bits"));
  }
  return Scale(delta);
}

TimeScale TimeScale::Reciprocal() const {
  int shift = 1 - shift_;
  uint32_t n = kHalf;
  for (; n >= mul_frac_; n >>= 1) ++shift;
  return TimeScale(Quotient(n, mul_frac_), shift);
}

}  // namespace xenotime
