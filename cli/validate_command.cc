#include "xenotime/cli/validate_command.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/scenario/validate.h"

namespace xenotime {

int ExecuteValidate(const ValidateArguments& arguments,
                    const Environment& environment) {
  absl::StatusOr<LoadedScenario> loaded =
      LoadScenarioFor(arguments.scenario, environment.registry);
  if (!loaded.ok()) return BadInput(environment, loaded.status());
  const absl::Status status =
      ChooseScheduler(arguments.scheduler, environment.registry, *loaded);
  if (!status.ok()) return BadInput(environment, status);
  const Findings own = Validate(loaded->scenario, environment.registry);
  const std::string& source = arguments.scenario.source;
  const auto show = [&](absl::string_view kind,
                        const std::vector<std::string>& findings) {
    for (const std::string& finding : findings) {
      environment.err << Printable(PlaceOf(source, loaded->lines, finding))
                      << ": " << kind << ": " << finding << "\n";
    }
  };
  show("error", loaded->findings.errors);
  show("error", own.errors);
  show("warning", loaded->findings.warnings);
  show("warning", own.warnings);
  if (!loaded->findings.errors.empty() || !own.errors.empty()) {
    return kExitUsage;
  }
  environment.out << Printable(SourceName(source)) << ": valid\n";
  return kExitOk;
}

}  // namespace xenotime
