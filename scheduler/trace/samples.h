#ifndef XENOTIME_SCHEDULER_TRACE_SAMPLES_H_
#define XENOTIME_SCHEDULER_TRACE_SAMPLES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xenotime {

// Order statistics of a set of nanosecond values. All zero if count is zero.
// Quantiles are nearest-rank: the smallest value with at least that share of
// all values at or below it.
struct SampleSummary {
  int64_t count = 0;
  int64_t min = 0;
  int64_t average = 0;  // floor
  int64_t median = 0;   // lower of the two middle values
  int64_t p90 = 0;
  int64_t p99 = 0;
  int64_t p999 = 0;  // 99.9 percent
  int64_t max = 0;
  int64_t warm_max =
      0;  // without the first kWarmUp values, 0 if there are none
};

// Measured values in the order in which they came.
class Samples {
 public:
  // How many values at the start do not count for WARM MAX.
  static constexpr int64_t kWarmUp = 10;

  void Reserve(size_t count) { values_.reserve(count); }
  void Add(int64_t ns) { values_.push_back(ns); }
  void Append(const Samples& other);
  bool empty() const { return values_.empty(); }
  const std::vector<int64_t>& values() const { return values_; }
  SampleSummary Summarize() const;

 private:
  std::vector<int64_t> values_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_SAMPLES_H_
