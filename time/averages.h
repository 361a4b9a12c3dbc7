#ifndef XENOTIME_TIME_AVERAGES_H_
#define XENOTIME_TIME_AVERAGES_H_

#include <cstdint>
#include <vector>

namespace xenotime {

// Of measured ticks. Thread rule: pure.

// The middle one, the lower of two; 0 of none.
int64_t MedianOf(std::vector<int64_t> values);
// Rounded to the nearest; 0 of none.
int64_t MeanOf(const std::vector<int64_t>& values);

}  // namespace xenotime

#endif  // XENOTIME_TIME_AVERAGES_H_
