#ifndef XENOTIME_SCHEDULER_SCENARIO_SUBJECTS_H_
#define XENOTIME_SCHEDULER_SCENARIO_SUBJECTS_H_

#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/trace/subjects.h"

namespace xenotime {

// The subjects of the scenario's trace: its vCPUs by VcpuId.
TraceSubjects SubjectsOf(const Scenario& scenario);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_SUBJECTS_H_
