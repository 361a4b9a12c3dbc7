#ifndef XENOTIME_CLI_RUN_COMMAND_H_
#define XENOTIME_CLI_RUN_COMMAND_H_

#include <string>

#include "xenotime/cli/environment.h"
#include "xenotime/cli/scenario_arguments.h"

namespace xenotime {

// `xenotime run`: runs one scenario once and reports.
struct RunArguments {
  ScenarioArguments scenario;
  std::string scheduler;  // "": as the scenario says
  std::string vwfi;       // likewise
  std::string executor = "sim";
  std::string trace;
  std::string output;
  std::string format = "table";
  bool stages = false;
  std::string metrics = "essential";
  bool samples = false;
  bool check_invariants = false;
};

// All input is checked before the run, and files are written after it.
// Returns the exit code.
int ExecuteRun(const RunArguments& arguments, const Environment& environment);

}  // namespace xenotime

#endif  // XENOTIME_CLI_RUN_COMMAND_H_
