#include "xenotime/time/platform_timer.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

constexpr int64_t kBillion = 1'000'000'000;
constexpr uint64_t kFemtosecondsPerSecond = 1'000'000'000'000'000;
constexpr uint64_t kMinPeriodFs = 100'000;
constexpr uint64_t kMaxPeriodFs = 100'000'000;
constexpr int64_t kMinTscHertz = 1'000'000;
constexpr int64_t kMaxTscHertz = 1'000'000'000'000;
constexpr int64_t kTscReadCycles = 30;
constexpr int kWide = 63;

absl::StatusOr<PlatformTimer> TscBased(PlatformTimerId id, Hertz frequency) {
  const int64_t hz = frequency.hz();
  if (hz < kMinTscHertz || hz > kMaxTscHertz) {
    return absl::InvalidArgumentError(
        absl::StrCat("a TSC cannot tick at ", hz, " Hz; give 1 MHz to 1 THz"));
  }
  const int64_t cost_ns = (kTscReadCycles * kBillion + hz / 2) / hz;
  return PlatformTimer{id, frequency, kWide, Nanoseconds(cost_ns)};
}

}  // namespace

absl::string_view NameOf(PlatformTimerId id) {
  switch (id) {
    case PlatformTimerId::kXen:
      return "xen";
    case PlatformTimerId::kHyperv:
      return "hyperv";
    case PlatformTimerId::kHpet:
      return "hpet";
    case PlatformTimerId::kAcpiPm:
      return "acpi";
    case PlatformTimerId::kPit:
      return "pit";
    case PlatformTimerId::kTsc:
      break;
  }
  return "tsc";
}

PlatformTimer Pit() {
  return {PlatformTimerId::kPit, kPitFrequency, 32, Microseconds(3)};
}

absl::StatusOr<PlatformTimer> Hpet(uint64_t period_fs) {
  if (period_fs < kMinPeriodFs || period_fs > kMaxPeriodFs) {
    return absl::InvalidArgumentError(
        absl::StrCat("an HPET's period cannot be ", period_fs, " fs; give ",
                     kMinPeriodFs, " to ", kMaxPeriodFs));
  }
  const uint64_t hz = (kFemtosecondsPerSecond + period_fs / 2) / period_fs;
  return PlatformTimer{PlatformTimerId::kHpet, Hertz(static_cast<int64_t>(hz)),
                       32, Nanoseconds(700)};
}

absl::StatusOr<PlatformTimer> AcpiPmTimer(int size_bits, bool flag_32_bits) {
  if (size_bits != 24 && size_bits != 32) {
    return absl::InvalidArgumentError(
        absl::StrCat("an ACPI PM timer has 24 or 32 bits, not ", size_bits));
  }
  const int bits = flag_32_bits ? size_bits : 24;
  return PlatformTimer{PlatformTimerId::kAcpiPm, kAcpiPmFrequency, bits,
                       Nanoseconds(900)};
}

absl::StatusOr<PlatformTimer> TscTimer(Hertz frequency) {
  return TscBased(PlatformTimerId::kTsc, frequency);
}

PlatformTimer XenTimer() {
  return {PlatformTimerId::kXen, Hertz(kBillion), kWide, Nanoseconds(20)};
}

absl::StatusOr<PlatformTimer> HypervTimer(Hertz frequency) {
  return TscBased(PlatformTimerId::kHyperv, frequency);
}

}  // namespace xenotime
