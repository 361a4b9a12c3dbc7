#ifndef XENOTIME_TIME_CONSEQUENCE_CONSEQUENCE_H_
#define XENOTIME_TIME_CONSEQUENCE_CONSEQUENCE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/time/consequence/clock_cost.h"
#include "xenotime/time/memory/machine_model.h"

namespace xenotime {

struct ConsequenceOptions {
  MachineModel model;
  uint32_t samples = 100;  // rendezvous of each form; at least 1
  uint64_t seed = 1;       // of the model's noise
  // How long each warp test takes, in cycles: 1 .. 10^9. A guest's takes 20 ms;
  // on core2quad 200,000 have the thresholds of 48 million (docs/clock.md).
  uint64_t ticks = 200'000;
  ClockCosts costs = {};
};

// What a form of the rendezvous means to a guest whose virtual CPUs have
// offsets to the TSCs of all CPUs.
struct Consequence {
  std::string subject;      // a form's letter, or "none" (trial_series.h)
  int64_t skew_cycles = 0;  // mean of the greatest difference of two TSCs
  // Samples in which the guest finds its TSC unstable: some CPU fails against
  // CPU 0 as it boots.
  int64_t unstable = 0;
  ClockOutcome usual;  // that of most samples; of as many, the slow one
};

struct ConsequenceTable {
  uint32_t samples = 0;
  ClockOutcome fast;              // with the TSC
  ClockOutcome slow;              // without it
  std::vector<Consequence> rows;  // a, b, none, d, e
};

// The chain of February 2009 (tsc_check.md, 6): form, skew, verdict of the
// guest's warp test, clocksource, cost of a reading, throughput. All on
// a modelled machine. Deterministic. Any thread. INVALID_ARGUMENT: as
// RunModelledTrial, CheckWarpInModel and CheckClockCosts.
absl::StatusOr<ConsequenceTable> FollowConsequences(
    const ConsequenceOptions& options);

}  // namespace xenotime

#endif  // XENOTIME_TIME_CONSEQUENCE_CONSEQUENCE_H_
