#ifndef XENOTIME_CLI_VALIDATE_COMMAND_H_
#define XENOTIME_CLI_VALIDATE_COMMAND_H_

#include <string>

#include "xenotime/cli/environment.h"
#include "xenotime/cli/scenario_arguments.h"

namespace xenotime {

// `xenotime validate`: says what is wrong with a scenario, without running it.
struct ValidateArguments {
  ScenarioArguments scenario;
  std::string scheduler;  // "": as the scenario says
};

// Prints every finding, a line each, then "valid" if none is an error. Returns
// the exit code: kExitUsage if there are errors.
int ExecuteValidate(const ValidateArguments& arguments,
                    const Environment& environment);

}  // namespace xenotime

#endif  // XENOTIME_CLI_VALIDATE_COMMAND_H_
