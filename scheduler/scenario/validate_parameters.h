#ifndef XENOTIME_SCHEDULER_SCENARIO_VALIDATE_PARAMETERS_H_
#define XENOTIME_SCHEDULER_SCENARIO_VALIDATE_PARAMETERS_H_

#include <string>

#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/scenario/parameter_names.h"

namespace xenotime {

// The part of Validate that looks at the parameters of one scheduler, in either
// spelling; `path` is that of their list: findings are named
// "parameters.ratelimit_us". A boot option that only other schedulers have is a
// warning, a name that nobody knows an error. Thread rule: pure.
void ValidateParameters(const ParameterList& parameters,
                        const PolicyInfo& policy, const std::string& path,
                        Findings& findings);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_VALIDATE_PARAMETERS_H_
