#ifndef XENOTIME_SCHEDULER_SCENARIO_RUN_H_
#define XENOTIME_SCHEDULER_SCENARIO_RUN_H_

#include "absl/status/statusor.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run_options.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/subjects.h"
#include "xenotime/scheduler/scenario/validate.h"

namespace xenotime {

// Runs a scenario: the library's front door.
//
// Boot options in Scenario::xen are applied first. Returns InvalidArgument with
// every error of Validate if there is one, and otherwise a report. Thread rule:
// any number of runs may go on at a time in the simulation; runs on threads
// want the machine for themselves.
absl::StatusOr<Report> Run(const Scenario& scenario,
                           const PolicyRegistry& registry,
                           const RunOptions& options);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_RUN_H_
