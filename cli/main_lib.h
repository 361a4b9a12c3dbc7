#ifndef XENOTIME_CLI_MAIN_LIB_H_
#define XENOTIME_CLI_MAIN_LIB_H_

#include "xenotime/scheduler/policy/registry.h"

namespace xenotime {

// The whole command `xenotime`, for the policies in `registry`: what the main
// function of a program with policies of its own returns.
//
// Reads and writes the standard streams, handles Ctrl-C, and takes relative
// paths as relative to where the user is, also under `bazel run` (which starts
// programs elsewhere): it changes the working directory to
// BUILD_WORKING_DIRECTORY if that is set. Call it once, from main.
int XenotimeMain(int argc, const char* const* argv,
                 const PolicyRegistry& registry);

}  // namespace xenotime

#endif  // XENOTIME_CLI_MAIN_LIB_H_
