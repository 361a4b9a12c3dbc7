#ifndef XENOTIME_CLI_LIST_COMMAND_H_
#define XENOTIME_CLI_LIST_COMMAND_H_

#include <string>

#include "xenotime/cli/environment.h"

namespace xenotime {

// `xenotime list`: schedulers with their parameters, workloads, or the
// parameters that Xen has.
struct ListArguments {
  std::string what;
  std::string format = "table";
};

// Returns the exit code.
int ExecuteList(const ListArguments& arguments, const Environment& environment);

}  // namespace xenotime

#endif  // XENOTIME_CLI_LIST_COMMAND_H_
