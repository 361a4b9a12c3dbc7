#ifndef XENOTIME_CLI_REPRODUCE_COMMAND_H_
#define XENOTIME_CLI_REPRODUCE_COMMAND_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/cli/environment.h"

namespace xenotime {

// `xenotime reproduce`: a published table beside ours. "skew": what each form
// of the calibration rendezvous leaves and costs. "chain": what that means to
// a guest, on the modelled machine only (executors and cpus do not count).
struct ReproduceArguments {
  std::string table;
  std::vector<std::string> executors = {"sim", "threads"};
  uint32_t cpus = 2;                 // of threads; a preset has its own
  uint32_t rounds = 100;             // rendezvous of each form
  std::string preset = "core2quad";  // a built-in one, or a file
  uint64_t seed = 1;                 // of the model's noise
  std::string format = "table";
};

// Returns the exit code.
int ExecuteReproduce(const ReproduceArguments& arguments,
                     const Environment& environment);

}  // namespace xenotime

#endif  // XENOTIME_CLI_REPRODUCE_COMMAND_H_
