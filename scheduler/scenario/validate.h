#ifndef XENOTIME_SCHEDULER_SCENARIO_VALIDATE_H_
#define XENOTIME_SCHEDULER_SCENARIO_VALIDATE_H_

#include <string>
#include <vector>

#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Finds everything that is wrong, not only the first thing: a scenario without
// errors can be run in the simulation without further checks.
//
// Boot options (Scenario::xen) are applied first. Fields are named by the path
// that --set takes, which is that of proto.Scenario:
// "domains[0].vcpus[1].start_ns", "parameters.tslice_ms".
// Thread rule: pure.
Findings Validate(const Scenario& scenario, const PolicyRegistry& registry);

// What else is wrong for that executor. Boot options have been applied.
// Thread rule: pure.
std::vector<std::string> ExecutorErrors(const Scenario& scenario,
                                        ExecutorKind executor);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_VALIDATE_H_
