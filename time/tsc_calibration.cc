#include "xenotime/time/tsc_calibration.h"

#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/time/wide_math.h"

namespace xenotime {
namespace {

constexpr uint64_t kIntervalsPerSecond = 20;
constexpr uint16_t kPitCount = 59'659;
// Twice what a TSC that costs 10 ns a read needs for 1/20 s.
constexpr int kMaxPolls = 10'000'000;

absl::StatusOr<Hertz> FrequencyOf(uint64_t elapsed_tsc) {
  constexpr uint64_t kMaxElapsed =
      std::numeric_limits<int64_t>::max() / kIntervalsPerSecond;
  if (elapsed_tsc == 0) {
    return absl::FailedPreconditionError("the TSC stands still");
  }
  if (elapsed_tsc > kMaxElapsed) {
    return absl::OutOfRangeError(absl::StrCat(
        "the TSC went on by ", elapsed_tsc, " in a 20th of a second"));
  }
  return Hertz(static_cast<int64_t>(elapsed_tsc * kIntervalsPerSecond));
}

}  // namespace

SamplePair ReadPair(TimeSampler& sampler) {
  SamplePair best;
  uint64_t best_window = std::numeric_limits<uint64_t>::max();
  uint64_t previous = sampler.ReadTscOrdered();
  for (int i = 0;; ++i) {
    const uint64_t counter = sampler.ReadCounter();
    const uint64_t tsc = sampler.ReadTscOrdered();
    const uint64_t window = tsc - previous;
    if (window < best_window) {
      best_window = window;
      best = {counter, tsc};
    } else if (i > 2) {
      return best;
    }
    previous = tsc;
  }
}

absl::StatusOr<Hertz> CalibrateTsc(TimeSampler& sampler,
                                   const PlatformTimer& timer) {
  const uint64_t target =
      (static_cast<uint64_t>(timer.frequency.hz()) + kIntervalsPerSecond / 2) /
      kIntervalsPerSecond;
  if (timer.frequency.hz() < 1 || target == 0 || target > timer.mask()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a timer of ", timer.frequency.hz(), " Hz and ",
                     timer.bits, " bits cannot count a 20th of a second"));
  }
  const SamplePair first = ReadPair(sampler);
  // Relative to the start: an absolute target near the wrap may never be met.
  const auto since_first = [&](uint64_t counter) {
    return (counter - first.counter) & timer.mask();
  };
  int polls = 0;
  while (since_first(sampler.ReadCounter()) < target) {
    if (++polls == kMaxPolls) {
      return absl::DeadlineExceededError(
          absl::StrCat("the ", NameOf(timer.id), " timer stands still"));
    }
  }
  const SamplePair last = ReadPair(sampler);
  const uint64_t actual = since_first(last.counter);
  const uint64_t elapsed = last.tsc - first.tsc;
  if (actual <= target) return FrequencyOf(elapsed);
  const absl::StatusOr<uint64_t> corrected =
      MultiplyDivide(elapsed, target, actual);
  if (!corrected.ok()) return corrected.status();
  return FrequencyOf(*corrected);
}

absl::StatusOr<Hertz> CalibrateTscByPit(PitGate& gate) {
  gate.Load(kPitCount);
  const uint64_t start = gate.ReadTscOrdered();
  int polls = 0;
  for (; !gate.OutputIsHigh(); ++polls) {
    if (polls == kMaxPolls) {
      return absl::DeadlineExceededError("the PIT's count never ends");
    }
  }
  if (polls == 0) {
    return absl::FailedPreconditionError("the PIT's count ends at once");
  }
  return FrequencyOf(gate.ReadTscOrdered() - start);
}

}  // namespace xenotime
