#ifndef XENOTIME_CLI_SKEW_TABLE_H_
#define XENOTIME_CLI_SKEW_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "xenotime/time/rendezvous/trial_series.h"

namespace xenotime {

// One figure of the table of published.md, A, and ours.
struct SkewRow {
  std::string row;     // a, b, none, d, e
  std::string metric;  // skew_cycles, cost_cycles
  std::optional<int64_t> published;
  int64_t value = 0;
  std::string executor;   // sim, threads
  int64_t disturbed = 0;  // samples left out
};

// The rows of one executor, in the order of the published table. Skew: of a
// model the mean over all samples of the greatest difference between two TSCs,
// as published ("average of 100"); on threads the median, as one sample may be
// disturbed without being noticed. Cost: likewise, of the master.
std::vector<SkewRow> SkewRows(absl::string_view executor,
                              const std::vector<TrialSeries>& series);

std::string SkewTableText(const std::vector<SkewRow>& rows);
std::string SkewTableJson(const std::vector<SkewRow>& rows);

}  // namespace xenotime

#endif  // XENOTIME_CLI_SKEW_TABLE_H_
