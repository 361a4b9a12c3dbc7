#ifndef XENOTIME_CLI_CLOCK_COMMAND_H_
#define XENOTIME_CLI_CLOCK_COMMAND_H_

#include <cstdint>
#include <string>

#include "xenotime/cli/environment.h"

namespace xenotime {

// `xenotime clock`: what the clocks of this machine are worth.
struct ClockArguments {
  uint32_t cpus = 0;  // 0: all that this process may use
  std::string format = "text";
  // No option: a test has a machine of its own.
  std::string cpuinfo = "/proc/cpuinfo";
};

// Returns the exit code: 0; 1 if the machine has no TSC or does not tell what
// its CPUs are; 2 for more CPUs than there are; 130 with a partial report.
int ExecuteClock(const ClockArguments& arguments,
                 const Environment& environment);

}  // namespace xenotime

#endif  // XENOTIME_CLI_CLOCK_COMMAND_H_
