#ifndef XENOTIME_CLI_EXPLAIN_COMMAND_H_
#define XENOTIME_CLI_EXPLAIN_COMMAND_H_

#include <string>

#include "xenotime/cli/environment.h"
#include "xenotime/cli/scenario_arguments.h"

namespace xenotime {

// `xenotime explain`: why a vCPU was preempted, moved or kept waiting.
struct ExplainArguments {
  ScenarioArguments scenario;
  std::string scheduler;  // "": as the scenario says
  std::string vwfi;       // likewise
  std::string vcpu;       // "D.V"
  std::string at;         // a duration since the start
  bool json = false;
};

// Returns the exit code.
int ExecuteExplain(const ExplainArguments& arguments,
                   const Environment& environment);

}  // namespace xenotime

#endif  // XENOTIME_CLI_EXPLAIN_COMMAND_H_
