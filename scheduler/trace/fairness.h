#ifndef XENOTIME_SCHEDULER_TRACE_FAIRNESS_H_
#define XENOTIME_SCHEDULER_TRACE_FAIRNESS_H_

#include <cstdint>
#include <vector>

namespace xenotime {

// What somebody received, and what it was entitled to.
struct WeightedProgress {
  int64_t received_ns = 0;
  int64_t entitled_ns = 0;

  // received / entitled in parts per million, rounded down; 0 if it was
  // entitled to nothing.
  int64_t ppm() const;
};

// How evenly the progress of several was, in parts per million. Those who were
// entitled to nothing do not count; 0: nobody is left.
struct Fairness {
  // Jain's index over x = received / entitled: (sum x)^2 / (n * sum x^2), 10^6
  // if all are alike, 10^6 / n if one has everything. Rounded down, over x in
  // parts per million.
  int64_t jain_ppm = 0;
  // The largest x over the smallest; -1: the smallest is 0.
  int64_t max_over_min_ppm = 0;
};
Fairness FairnessOf(const std::vector<WeightedProgress>& all);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_FAIRNESS_H_
