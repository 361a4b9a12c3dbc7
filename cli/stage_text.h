#ifndef XENOTIME_CLI_STAGE_TEXT_H_
#define XENOTIME_CLI_STAGE_TEXT_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/scenario/report.h"

namespace xenotime {

// Median times of the stages of a wake-up, of one run or of several.
struct StageMedians {
  std::vector<std::string> labels;  // of the row
  std::array<int64_t, kWakeStages> stage_ns = {};
  std::array<bool, kWakeStages> seen = {};
  int64_t total_ns = 0;
  int64_t wakes = 0;
};

// The line above StageTable: what it shows, and the cost of one stamp.
std::string StageHeading(ExecutorKind executor, int64_t stamp_cost_ns);

// A table with a row per entry and a column per stage that any of them has
// seen, nanoseconds. `headings` are those of the labels. Medians of stages need
// not add up to the median of the total.
std::string StageTable(const std::vector<std::string>& headings,
                       const std::vector<StageMedians>& rows);

}  // namespace xenotime

#endif  // XENOTIME_CLI_STAGE_TEXT_H_
