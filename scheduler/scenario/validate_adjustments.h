#ifndef XENOTIME_SCHEDULER_SCENARIO_VALIDATE_ADJUSTMENTS_H_
#define XENOTIME_SCHEDULER_SCENARIO_VALIDATE_ADJUSTMENTS_H_

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// The part of Validate that looks at what only some schedulers are told before
// the run: period, budget and extratime of domains and vCPUs, and the cyclic
// schedules of pools. Under a scheduler that does not know them they are
// checked all the same, and warned of. `policies` has the schedulers by pool;
// unknown ones are missing. Thread rule: pure.
void ValidateAdjustments(
    const Scenario& scenario,
    const absl::flat_hash_map<uint32_t, const PolicyInfo*>& policies,
    Findings& findings);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_VALIDATE_ADJUSTMENTS_H_
