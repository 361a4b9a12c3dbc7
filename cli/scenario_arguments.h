#ifndef XENOTIME_CLI_SCENARIO_ARGUMENTS_H_
#define XENOTIME_CLI_SCENARIO_ARGUMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The options by which `run` and `compare` choose and change a scenario.
struct ScenarioArguments {
  std::string source;            // a file, or the name of a built-in workload
  std::vector<std::string> set;  // PATH=VALUE each
  std::string duration;          // "": as the scenario says
  std::string idle;
  uint64_t seed = 1;

  // How long the default workload runs if nothing is said: enough samples, in
  // far less than a minute for all variants of `compare` together.
  static constexpr Duration kDefaultDuration = Milliseconds(400);
};

// The scenario that the arguments describe: read, then changed by --set in the
// order given, then by --duration and --idle. Not validated. An empty source
// stands for the default workload, of kDefaultDuration.
//
// Errors are InvalidArgument or NotFound and name the file and line, the field,
// or the option.
absl::StatusOr<Scenario> LoadScenarioFor(const ScenarioArguments& arguments);

// A file of either format, or a built-in workload. A word without '/' and '.'
// is the name of a workload, anything else a file.
absl::StatusOr<Scenario> ReadScenario(const std::string& source);

// An error about a scenario, each line with the name of its source before it.
absl::Status InSource(const std::string& source, const absl::Status& status);

// How messages name the source: the file, or "workload NAME".
std::string SourceName(const std::string& source);

}  // namespace xenotime

#endif  // XENOTIME_CLI_SCENARIO_ARGUMENTS_H_
