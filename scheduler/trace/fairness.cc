#include "xenotime/scheduler/trace/fairness.h"

#include <algorithm>
#include <limits>

namespace xenotime {
namespace {

__extension__ using Wide = __int128;
constexpr int64_t kMillion = 1'000'000;

int64_t Narrow(Wide value) {
  return static_cast<int64_t>(
      std::min<Wide>(value, std::numeric_limits<int64_t>::max()));
}

}  // namespace

int64_t WeightedProgress::ppm() const {
  if (entitled_ns <= 0) return 0;
  return Narrow(Wide{received_ns} * kMillion / entitled_ns);
}

Fairness FairnessOf(const std::vector<WeightedProgress>& all) {
  // Above a thousandfold a value says nothing more, and its square must fit.
  constexpr int64_t kMost = 1000 * kMillion;
  Wide sum = 0;
  Wide squares = 0;
  int64_t count = 0;
  int64_t least = kMost;
  int64_t most = 0;
  for (const WeightedProgress& progress : all) {
    if (progress.entitled_ns <= 0) continue;
    const int64_t x = std::min(progress.ppm(), kMost);
    ++count;
    sum += x;
    squares += Wide{x} * x;
    least = std::min(least, x);
    most = std::max(most, x);
  }
  if (count == 0 || squares == 0) return {};
  return {.jain_ppm = Narrow(sum * sum * kMillion / (squares * count)),
          .max_over_min_ppm =
              least == 0 ? -1 : Narrow(Wide{most} * kMillion / least)};
}

}  // namespace xenotime
