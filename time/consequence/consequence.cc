#include "xenotime/time/consequence/consequence.h"

#include <utility>

#include "xenotime/time/averages.h"
#include "xenotime/time/rendezvous/modelled_trial.h"
#include "xenotime/time/rendezvous/trial_series.h"
#include "xenotime/time/warp_check/modelled_warp.h"

namespace xenotime {
namespace {

// Whether the TSC of any other CPU fails against CPU 0's. `offsets`: by CPU.
absl::StatusOr<bool> GuestFindsWarp(const ConsequenceOptions& options,
                                    const std::vector<int64_t>& offsets,
                                    uint64_t seed) {
  for (uint32_t cpu = 1; cpu < offsets.size(); ++cpu) {
    const absl::StatusOr<WarpVerdict> verdict = CheckWarpInModel(
        options.model, {.check = {.tsc_offsets = {offsets[0], offsets[cpu]},
                                  .ticks = options.ticks},
                        .cpus = {0, cpu},
                        .seed = seed});
    if (!verdict.ok()) return verdict.status();
    if (verdict->unstable()) return true;
  }
  return false;
}

absl::StatusOr<Consequence> Follow(const ConsequenceOptions& options,
                                   const TrialSeries& series,
                                   const ConsequenceTable& table) {
  Consequence row;
  row.subject = series.subject;
  row.skew_cycles = MeanOf(series.spread);
  for (size_t i = 0; i < series.offsets.size(); ++i) {
    const absl::StatusOr<bool> unstable =
        GuestFindsWarp(options, series.offsets[i], options.seed + i);
    if (!unstable.ok()) return unstable.status();
    if (*unstable) ++row.unstable;
  }
  const bool slow = 2 * row.unstable >= int64_t{table.samples};
  row.usual = slow ? table.slow : table.fast;
  return row;
}

}  // namespace

absl::StatusOr<ConsequenceTable> FollowConsequences(
    const ConsequenceOptions& options) {
  const absl::StatusOr<ClockOutcome> fast =
      OutcomeOfWarpTest(false, options.costs);
  if (!fast.ok()) return fast.status();
  const absl::StatusOr<ClockOutcome> slow =
      OutcomeOfWarpTest(true, options.costs);
  if (!slow.ok()) return slow.status();
  const auto trial = RunModelledTrial({.model = options.model,
                                       .samples = options.samples,
                                       .seed = options.seed});
  if (!trial.ok()) return trial.status();
  ConsequenceTable table{
      .samples = options.samples, .fast = *fast, .slow = *slow, .rows = {}};
  for (const char* subject : {"a", "b", "none", "d", "e"}) {
    const TrialSeries* const series = SeriesOf(*trial, subject);
    if (series == nullptr) continue;
    absl::StatusOr<Consequence> row = Follow(options, *series, table);
    if (!row.ok()) return row.status();
    table.rows.push_back(*std::move(row));
  }
  return table;
}

}  // namespace xenotime
