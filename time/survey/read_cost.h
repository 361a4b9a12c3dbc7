#ifndef XENOTIME_TIME_SURVEY_READ_COST_H_
#define XENOTIME_TIME_SURVEY_READ_COST_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace xenotime {

// The ways in which a program can read time.
enum class TimeRead : uint8_t {
  kPlain,    // RDTSC, ordered against nothing
  kOrdered,  // LFENCE, then RDTSC
  kTscp,     // RDTSCP
  kClock,    // clock_gettime(CLOCK_MONOTONIC), by the vDSO if there is one
};

// As a user would write it: "lfence; rdtsc".
absl::string_view NameOf(TimeRead read);

struct ReadCost {
  TimeRead read = TimeRead::kPlain;
  int64_t milliticks = 0;  // of one read, in thousandths of a tick of the TSC
};

// What one read costs when the same follows at once: 1000 in a row, the median
// of 101 such batches, on whichever CPU the thread is; bind it first. Takes
// about 10 ms. Without `has_rdtscp`, kTscp is left out.
std::vector<ReadCost> MeasureReads(bool has_rdtscp);

}  // namespace xenotime

#endif  // XENOTIME_TIME_SURVEY_READ_COST_H_
