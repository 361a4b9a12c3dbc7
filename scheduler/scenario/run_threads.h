#ifndef XENOTIME_SCHEDULER_SCENARIO_RUN_THREADS_H_
#define XENOTIME_SCHEDULER_SCENARIO_RUN_THREADS_H_

#include <vector>

#include "absl/status/status.h"
#include "xenotime/scheduler/scenario/boot.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run_options.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Runs a valid scenario on real threads and fills in `report`. The simulation's
// costs, latencies and faults are not used: the host has its own. Snapshots are
// not taken, as nothing stands still for them.
//
// Returns Internal, with the state of every pCPU and the tail of the trace, if
// the machine hangs.
absl::Status RunOnThreads(const Scenario& scenario,
                          const std::vector<PoolSetup>& pools,
                          const RunOptions& options, Report& report);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_RUN_THREADS_H_
