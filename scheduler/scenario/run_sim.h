#ifndef XENOTIME_SCHEDULER_SCENARIO_RUN_SIM_H_
#define XENOTIME_SCHEDULER_SCENARIO_RUN_SIM_H_

#include <vector>

#include "xenotime/scheduler/scenario/boot.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run_options.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Runs a valid scenario in the simulation and fills in `report`: everything
// that comes from the run itself.
void RunInSim(const Scenario& scenario, const std::vector<PoolSetup>& pools,
              const RunOptions& options, Report& report);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_RUN_SIM_H_
