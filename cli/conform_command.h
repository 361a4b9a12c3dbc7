#ifndef XENOTIME_CLI_CONFORM_COMMAND_H_
#define XENOTIME_CLI_CONFORM_COMMAND_H_

#include <string>

#include "xenotime/cli/environment.h"

namespace xenotime {

// `xenotime conform`: compares runs in the simulation with recorded traces.
struct ConformArguments {
  std::string folder;
  bool summary = false;
  bool credits = false;
};

// Runs every NAME.scenario below the folder that has a NAME.trace, in the order
// of their paths, and compares byte for byte; a file that was asked for and
// does not exist is not compared. Prints a line for each that differs, at once,
// and "M of N identical" last. Returns the exit code: kExitOk only if M is N.
int ExecuteConform(const ConformArguments& arguments,
                   const Environment& environment);

}  // namespace xenotime

#endif  // XENOTIME_CLI_CONFORM_COMMAND_H_
