#include "xenotime/time/platform_counter.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/time/tick_rate.h"
#include "xenotime/time/wide_math.h"

namespace xenotime {
namespace {

constexpr uint64_t kBillion = 1'000'000'000;

// floor(ns * f * (1 + ppb / 1e9) / 1e9). The product may have 135 bits, so
// seconds and the rest are multiplied separately: 105 bits at most.
uint64_t TicksIn(uint64_t ns, Hertz frequency, int64_t drift_ppb) {
  const Uint128 nano_hertz =
      static_cast<Uint128>(frequency.hz()) *
      static_cast<uint64_t>(static_cast<int64_t>(kBillion) + drift_ppb);
  const Uint128 whole = ns / kBillion * nano_hertz;
  const Uint128 rest = ns % kBillion * nano_hertz;
  const Uint128 ticks =
      whole / kBillion +
      (whole % kBillion * kBillion + rest) / kBillion / kBillion;
  return static_cast<uint64_t>(ticks);
}

}  // namespace

absl::StatusOr<PlatformCounter> PlatformCounter::Make(const Config& config,
                                                      uint64_t real_ns) {
  const PlatformTimer& timer = config.timer;
  if (timer.bits < 1 || timer.bits > 63) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a counter cannot have ", timer.bits, " bits; give 1 to 63"));
  }
  const absl::StatusOr<TickRate> rate = TickRate::Make(
      timer.frequency, Hertz(static_cast<int64_t>(kBillion)), config.drift_ppb);
  if (!rate.ok()) return rate.status();
  return PlatformCounter(config, real_ns);
}

uint64_t PlatformCounter::Read(uint64_t real_ns) const {
  const uint64_t count = CountAt(real_ns);
  const uint64_t value =
      config_.counts_down ? config_.offset - count : config_.offset + count;
  return value & config_.timer.mask();
}

void PlatformCounter::Stop(uint64_t real_ns) {
  base_count_ = CountAt(real_ns);
  running_ = false;
}

void PlatformCounter::Resume(uint64_t real_ns) {
  if (running_) return;
  base_real_ = real_ns;
  running_ = true;
}

uint64_t PlatformCounter::CountAt(uint64_t real_ns) const {
  if (!running_) return base_count_;
  return base_count_ + TicksIn(real_ns - base_real_, config_.timer.frequency,
                               config_.drift_ppb);
}

}  // namespace xenotime
