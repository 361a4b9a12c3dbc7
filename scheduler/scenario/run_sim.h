#ifndef XENOTIME_SCHEDULER_SCENARIO_RUN_SIM_H_
#define XENOTIME_SCHEDULER_SCENARIO_RUN_SIM_H_

#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run_options.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Runs a valid scenario in the simulation and fills in `report`: everything
// that comes from the run itself.
void RunInSim(const Scenario& scenario, const PolicyInfo& policy,
              const PolicyParameters& parameters, const RunOptions& options,
              Report& report);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_RUN_SIM_H_
