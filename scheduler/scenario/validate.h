#ifndef XENOTIME_SCHEDULER_SCENARIO_VALIDATE_H_
#define XENOTIME_SCHEDULER_SCENARIO_VALIDATE_H_

#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Finds everything that is wrong, not only the first thing: a scenario without
// errors can be run on either executor without further checks.
//
// Fields are named by their path in Scenario: "domains[0].vcpus[1].hard".
// Thread rule: pure.
Findings Validate(const Scenario& scenario, const PolicyRegistry& registry);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_VALIDATE_H_
