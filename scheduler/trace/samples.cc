#include "xenotime/scheduler/trace/samples.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace xenotime {
namespace {

__extension__ using Wide = __int128;

// Floor of the mean; division in C++ truncates, and a latency may be negative.
int64_t FloorAverage(const std::vector<int64_t>& values) {
  Wide sum = 0;
  for (int64_t value : values) sum += value;
  const Wide count = static_cast<Wide>(values.size());
  Wide quotient = sum / count;
  if (sum % count < 0) --quotient;
  return static_cast<int64_t>(quotient);
}

// The nearest-rank quantile: the smallest value with at least `per_mille` of
// all values at or below it. For 500 that is the lower of two middle values.
int64_t Quantile(const std::vector<int64_t>& sorted, uint64_t per_mille) {
  const uint64_t rank = (sorted.size() * per_mille + 999) / 1000;
  return sorted[rank == 0 ? 0 : rank - 1];
}

}  // namespace

void Samples::Append(const Samples& other) {
  // By index: `other` may be this very object. Nothing is reserved, since many
  // that are appended one by one would then be moved each time.
  const size_t count = other.values_.size();
  for (size_t i = 0; i < count; ++i) values_.push_back(other.values_[i]);
}

SampleSummary Samples::Summarize() const {
  SampleSummary summary;
  if (values_.empty()) return summary;
  summary.count = static_cast<int64_t>(values_.size());
  summary.average = FloorAverage(values_);
  if (summary.count > kWarmUp) {
    summary.warm_max =
        *std::max_element(values_.begin() + kWarmUp, values_.end());
  }
  std::vector<int64_t> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  summary.min = sorted.front();
  summary.median = Quantile(sorted, 500);
  summary.p90 = Quantile(sorted, 900);
  summary.p99 = Quantile(sorted, 990);
  summary.p999 = Quantile(sorted, 999);
  summary.max = sorted.back();
  return summary;
}

}  // namespace xenotime
