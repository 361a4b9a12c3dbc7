#include "xenotime/time/tick_rate.h"

#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

constexpr int64_t kBillion = 1'000'000'000;
constexpr int64_t kMaxHertz = 1'000'000'000'000;

absl::Status CheckFrequency(Hertz frequency) {
  if (frequency.hz() >= 1 && frequency.hz() <= kMaxHertz) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "a counter cannot tick at ", frequency.hz(), " Hz; give 1 Hz to 1 THz"));
}

}  // namespace

absl::Status CheckDrift(int64_t ppb) {
  if (ppb > -kBillion && ppb <= kBillion) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("a drift of ", ppb,
                   " ppb is impossible; give more than -1e9 and at most 1e9"));
}

absl::StatusOr<TickRate> TickRate::Make(Hertz counter, Hertz real,
                                        int64_t drift_ppb) {
  for (const absl::Status& status :
       {CheckFrequency(counter), CheckFrequency(real), CheckDrift(drift_ppb)}) {
    if (!status.ok()) return status;
  }
  // Below 2^40 * 2^31 * 2^48; the half of the divisor is below 2^69.
  const Uint128 product =
      (static_cast<Uint128>(counter.hz()) * (kBillion + drift_ppb))
      << kFractionBits;
  const Uint128 divisor = static_cast<Uint128>(real.hz()) * kBillion;
  const Uint128 q48 = (product + divisor / 2) / divisor;
  if (q48 == 0 || q48 >> 64 != 0) {
    return absl::OutOfRangeError(absl::StrCat(
        "a counter of ", counter.hz(), " Hz cannot be derived from one of ",
        real.hz(), " Hz: the ratio does not fit in 16.48 bits"));
  }
  return TickRate(static_cast<uint64_t>(q48));
}

}  // namespace xenotime
