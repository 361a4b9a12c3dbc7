#include "xenotime/cli/validate_command.h"

#include "xenotime/cli/scenario_arguments.h"
#include "xenotime/scheduler/scenario/validate.h"

namespace xenotime {

int ExecuteValidate(const ValidateArguments& arguments,
                    const Environment& environment) {
  const absl::StatusOr<Scenario> scenario = ReadScenario(arguments.source);
  if (!scenario.ok()) return BadInput(environment, scenario.status());
  const Findings findings = Validate(*scenario, environment.registry);
  const std::string name = SourceName(arguments.source);
  for (const std::string& error : findings.errors) {
    environment.err << name << ": error: " << error << "\n";
  }
  for (const std::string& warning : findings.warnings) {
    environment.err << name << ": warning: " << warning << "\n";
  }
  if (!findings.errors.empty()) return kExitUsage;
  environment.out << name << ": valid\n";
  return kExitOk;
}

}  // namespace xenotime
