#ifndef XENOTIME_CLI_COMMAND_LINE_H_
#define XENOTIME_CLI_COMMAND_LINE_H_

#include "xenotime/cli/environment.h"

namespace xenotime {

// Parses a command line and executes the command that it names.
//
// Returns the exit code (environment.h). Help and version go to `out`, what is
// wrong with the command line to `err`. Thread rule: runs on threads want the
// machine for themselves, so one at a time.
int RunCommandLine(int argc, const char* const* argv,
                   const Environment& environment);

}  // namespace xenotime

#endif  // XENOTIME_CLI_COMMAND_LINE_H_
