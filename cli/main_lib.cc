#include "xenotime/cli/main_lib.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "xenotime/cli/command_line.h"
#include "xenotime/cli/environment.h"
#include "xenotime/cli/interrupt.h"
#include "xenotime/scheduler/scenario/run.h"

namespace xenotime {

int XenotimeMain(int argc, const char* const* argv,
                 const PolicyRegistry& registry) {
  const char* directory = std::getenv("BUILD_WORKING_DIRECTORY");
  if (directory != nullptr && chdir(directory) != 0) {
    std::cerr << "xenotime: BUILD_WORKING_DIRECTORY: " << directory << ": "
              << std::strerror(errno) << "\n";
    return kExitUsage;
  }
  const InterruptFlag interrupt;
  const int code =
      RunCommandLine(argc, argv,
                     {.registry = registry,
                      .out = std::cout,
                      .err = std::cerr,
                      .run = Run,
                      .err_is_terminal = isatty(STDERR_FILENO) == 1,
                      .stop = interrupt.flag()});
  if (code == kExitOk && !std::cout.flush()) {
    std::cerr << "xenotime: standard output cannot be written\n";
    return kExitNegative;
  }
  return code;
}

}  // namespace xenotime
