#ifndef XENOTIME_CLI_COMPARE_COMMAND_H_
#define XENOTIME_CLI_COMPARE_COMMAND_H_

#include <string>
#include <vector>

#include "xenotime/cli/environment.h"
#include "xenotime/cli/scenario_arguments.h"

namespace xenotime {

// `xenotime compare`: runs one scenario under several schedulers, with several
// meanings of WFI, on both executors, and says which differ.
struct CompareArguments {
  ScenarioArguments scenario;
  // Lists of words with commas between them. Empty: what --xen chose, else all.
  std::vector<std::string> schedulers;
  std::vector<std::string> vwfi;
  std::vector<std::string> executors = {"threads,sim"};
  int repeats = 5;
  std::string output;
  std::string format = "table";
  bool stages = false;
  bool samples = false;
};

// Returns the exit code.
int ExecuteCompare(const CompareArguments& arguments,
                   const Environment& environment);

}  // namespace xenotime

#endif  // XENOTIME_CLI_COMPARE_COMMAND_H_
