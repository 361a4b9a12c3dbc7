#include "xenotime/time/platform_time.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

constexpr int kMaxMissedWraps = 10;

uint64_t Distance(Instant a, Instant b) {
  const uint64_t x = static_cast<uint64_t>(a.ns());
  const uint64_t y = static_cast<uint64_t>(b.ns());
  return a > b ? x - y : y - x;
}

}  // namespace

absl::StatusOr<PlatformTime> PlatformTime::Make(const PlatformTimer& timer,
                                                uint64_t raw, Instant now) {
  if (timer.bits < 1 || timer.bits > 63) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a counter cannot have ", timer.bits, " bits; give 1 to 63"));
  }
  const absl::StatusOr<TimeScale> scale =
      TimeScale::FromFrequency(timer.frequency);
  if (!scale.ok()) return scale.status();
  const absl::StatusOr<uint64_t> period =
      scale->ScaleChecked(uint64_t{1} << (timer.bits - 1));
  if (!period.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "half a wrap of ", timer.bits, " bits at ", timer.frequency.hz(),
        " Hz does not fit in 64 bits; declare at most ", 64 - scale->shift()));
  }
  PlatformTime time(*scale, timer.mask(),
                    Duration(static_cast<int64_t>(*period)));
  time.last_raw_ = raw;
  time.count_ = raw;
  time.base_count_ = raw;
  time.base_time_ = now;
  return time;
}

int PlatformTime::OnOverflowTimer(uint64_t raw, Instant local_now) {
  Accumulate(raw);
  uint64_t without = Distance(TimeOf(count_), local_now);
  for (int missed = 0; missed < kMaxMissedWraps; ++missed) {
    const uint64_t count = count_ + mask_ + 1;
    const uint64_t with = Distance(TimeOf(count), local_now);
    if (with > without) return missed;
    count_ = count;
    without = with;
  }
  return kMaxMissedWraps;
}

void PlatformTime::Rebase(uint64_t raw) {
  const uint64_t count = CountAt(raw);
  base_time_ = TimeOf(count);
  base_count_ = count;
}

void PlatformTime::Resume(uint64_t raw) {
  count_ = base_count_;
  last_raw_ = raw;
}

Instant PlatformTime::TimeOf(uint64_t count) const {
  const uint64_t ns = scale_.Scale(count - base_count_);
  return Instant(
      static_cast<int64_t>(static_cast<uint64_t>(base_time_.ns()) + ns));
}

void PlatformTime::Accumulate(uint64_t raw) {
  count_ = CountAt(raw);
  last_raw_ = raw;
}

}  // namespace xenotime
