#ifndef XENOTIME_CLI_COMPARISON_H_
#define XENOTIME_CLI_COMPARISON_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/cli/environment.h"
#include "xenotime/cli/latency.h"
#include "xenotime/cli/statistics.h"
#include "xenotime/cli/variants.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// What the full trace of a run says beyond latencies, all vCPUs together.
struct Behaviour {
  bool known = false;  // there was a full trace
  int64_t jain_ppm = 0;
  int64_t max_over_min_ppm = 0;
  int64_t ready_ns = 0;
  int64_t wait_p99_ns = 0;
  int64_t wait_max_ns = 0;
  int64_t migrations = 0;
  int64_t steals = 0;
  int64_t preemptions = 0;
  int64_t wasted_pcpu_ns = 0;
};

// What one run of one variant gave, reduced to what a comparison needs.
struct RepeatResult {
  uint64_t seed = 0;
  bool partial = false;
  Latency latency;  // its samples are kept only if asked for
  CpuUse cpu;
  int64_t dropped_samples = 0;
  std::array<SampleSummary, kWakeStages> stages;
  SampleSummary stage_total;
  Behaviour behaviour;
  uint64_t trace_hash = 0;
  SimFacts sim;
  ThreadsFacts threads;
};

struct VariantResult {
  Variant variant;
  std::vector<RepeatResult> repeats;
  std::vector<std::string> warnings;  // of its runs, each once

  // One figure of each repeat, for SpreadOf and Compare.
  template <typename Figure>
  std::vector<int64_t> Collect(Figure figure) const {
    std::vector<int64_t> values;
    for (const RepeatResult& repeat : repeats) {
      values.push_back(figure(repeat));
    }
    return values;
  }
  std::vector<int64_t> Medians() const {
    return Collect(
        [](const RepeatResult& r) { return r.latency.summary.median; });
  }
  bool measured() const {
    return !repeats.empty() &&
           repeats[0].latency.source != LatencySource::kNone;
  }
};

struct ComparisonPlan {
  Scenario scenario;
  std::vector<Variant> variants;
  uint64_t seed = 1;
  int repeats = 5;
  bool stages = false;
  bool keep_samples = false;
  std::vector<std::string> warnings = {};  // of how the scenario came to be
};

struct Comparison {
  std::vector<VariantResult> variants;  // in the order of the plan
  bool partial = false;                 // interrupted, or a run failed
  // The variant and the Report::failure of the run that failed; "": none did.
  std::string failure = {};
};

// Validates the scenario as it is and that of every variant: InvalidArgument
// with all errors, each once. Else says which parameters of the scenario some
// variant has to leave out; other warnings come with the runs.
absl::StatusOr<std::vector<std::string>> CheckPlan(
    const ComparisonPlan& plan, const PolicyRegistry& registry);

// Runs the plan, repeats interleaved: each repeat runs all variants one after
// the other, with the same seed, so that a drift of the host meets all alike.
// Ends early, with what it has, when the environment is interrupted; the
// repeat that was going on is left out unless it is the only one.
absl::StatusOr<Comparison> RunComparison(const ComparisonPlan& plan,
                                         const Environment& environment);

// Whether repeats of the variant carry noise of the host.
Repeats RepeatsOf(const Variant& variant);

}  // namespace xenotime

#endif  // XENOTIME_CLI_COMPARISON_H_
