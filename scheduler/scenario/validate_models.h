#ifndef XENOTIME_SCHEDULER_SCENARIO_VALIDATE_MODELS_H_
#define XENOTIME_SCHEDULER_SCENARIO_VALIDATE_MODELS_H_

#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/sim/models.h"
#include "xenotime/scheduler/threads/options.h"

namespace xenotime {

// The part of Validate that looks at the executors' settings; findings are
// named by the paths that --set takes: "costs.wake_ns", "threads.spin_ns".
void ValidateModels(const SimModels& models, const PolicyRegistry& registry,
                    Findings& findings);
void ValidateThreads(const ThreadsOptions& options, Findings& findings);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_VALIDATE_MODELS_H_
