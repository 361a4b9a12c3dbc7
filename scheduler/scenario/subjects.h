#ifndef XENOTIME_SCHEDULER_SCENARIO_SUBJECTS_H_
#define XENOTIME_SCHEDULER_SCENARIO_SUBJECTS_H_

#include <vector>

#include "xenotime/scheduler/scenario/pool_setup.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/trace/subjects.h"

namespace xenotime {

// The subjects of the scenario's trace: its vCPUs by VcpuId, and its domains.
TraceSubjects SubjectsOf(const Scenario& scenario);

// The same with what is promised to domains: weights, caps and pools, as the
// toolstack changes them, and the windows in which their schedulers enforce
// caps. REQUIRES: the scenario is valid, the pools are its own.
TraceSubjects SubjectsOf(const Scenario& scenario,
                         const std::vector<PoolSetup>& pools);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_SUBJECTS_H_
