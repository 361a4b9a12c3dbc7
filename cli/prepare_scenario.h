#ifndef XENOTIME_CLI_PREPARE_SCENARIO_H_
#define XENOTIME_CLI_PREPARE_SCENARIO_H_

#include <string>

#include "absl/status/statusor.h"
#include "xenotime/cli/scenario_arguments.h"
#include "xenotime/scheduler/policy/registry.h"

namespace xenotime {

// The scenario of the arguments, under the scheduler and vwfi of the command
// line ("": as the scenario says), validated. Its findings are warnings only.
// Errors name the option, or the place in the source.
absl::StatusOr<LoadedScenario> PrepareScenario(
    const ScenarioArguments& arguments, const std::string& scheduler,
    const std::string& vwfi, const PolicyRegistry& registry);

}  // namespace xenotime

#endif  // XENOTIME_CLI_PREPARE_SCENARIO_H_
