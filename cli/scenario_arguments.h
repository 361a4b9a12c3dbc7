#ifndef XENOTIME_CLI_SCENARIO_ARGUMENTS_H_
#define XENOTIME_CLI_SCENARIO_ARGUMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/scenario_lines.h"
#include "xenotime/time/types.h"

namespace xenotime {

// --set PATH=VALUE or --xen OPTIONS.
struct ScenarioChange {
  enum class Kind : uint8_t { kSet, kXen };
  Kind kind = Kind::kSet;
  std::string text;
};

// The options by which commands choose and change a scenario.
struct ScenarioArguments {
  std::string source;  // a file, or the name of a built-in workload
  std::vector<ScenarioChange> changes;  // in the order of the command line
  std::string duration;                 // "": as the scenario says
  std::string idle;
  uint64_t seed = 1;

  // How long the default workload runs if nothing is said: enough samples, in
  // far less than a minute for all variants of `compare` together.
  static constexpr Duration kDefaultDuration = Milliseconds(400);
};

// A scenario, and what there is to say about how it came to be.
struct LoadedScenario {
  Scenario scenario;
  ScenarioLines lines;
  // Of Xen's boot options: "xen: ..." of the file's, "--xen: ..." of those of
  // the command line. Errors mean that it must not run.
  Findings findings;
  // Whether boot options of the command line chose these.
  bool chose_scheduler = false;
  bool chose_vwfi = false;
};

// The scenario that the arguments describe: read; the file's boot options
// applied; then the changes of the command line in their order, where the later
// one wins; then --duration and --idle. Not validated. An empty source stands
// for the default workload, of kDefaultDuration.
//
// Errors are InvalidArgument or NotFound and name the file and line, the field,
// or the option.
absl::StatusOr<LoadedScenario> LoadScenarioFor(
    const ScenarioArguments& arguments, const PolicyRegistry& registry);

// Lets --scheduler have its say ("": it has none), and spells parameters as the
// scheduler does. Parameters that it lacks are left out, with a warning.
absl::Status ChooseScheduler(const std::string& word,
                             const PolicyRegistry& registry,
                             LoadedScenario& loaded);

// A file of either format, or a built-in workload. A word without '/' and '.'
// is the name of a workload, anything else a file.
absl::StatusOr<Scenario> ReadScenario(const std::string& source,
                                      ScenarioLines* lines = nullptr);

// An error of Validate, a line each, with the source before it and, where it is
// known, the line: "FILE:12: domains[0].weight: ...".
absl::Status InSource(const std::string& source, const ScenarioLines& lines,
                      const std::vector<std::string>& errors);

// "FILE" or "FILE:12", for what is said about a field.
std::string PlaceOf(const std::string& source, const ScenarioLines& lines,
                    absl::string_view finding);

// How messages name the source: the file, or "workload NAME".
std::string SourceName(const std::string& source);

}  // namespace xenotime

#endif  // XENOTIME_CLI_SCENARIO_ARGUMENTS_H_
