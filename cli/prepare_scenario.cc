#include "xenotime/cli/prepare_scenario.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/scenario/validate.h"

namespace xenotime {
namespace {

absl::Status Choose(const std::string& scheduler, const std::string& vwfi,
                    const PolicyRegistry& registry, LoadedScenario& loaded) {
  const absl::Status status = ChooseScheduler(scheduler, registry, loaded);
  if (!status.ok() || vwfi.empty()) return status;
  const auto parsed = ParseVwfi(vwfi);
  if (!parsed.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--vwfi: ", parsed.status().message()));
  }
  loaded.scenario.vwfi = *parsed;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<LoadedScenario> PrepareScenario(
    const ScenarioArguments& arguments, const std::string& scheduler,
    const std::string& vwfi, const PolicyRegistry& registry) {
  absl::StatusOr<LoadedScenario> loaded = LoadScenarioFor(arguments, registry);
  if (!loaded.ok()) return loaded;
  const absl::Status status = Choose(scheduler, vwfi, registry, *loaded);
  if (!status.ok()) return status;
  std::vector<std::string> errors = loaded->findings.errors;
  for (std::string& error : Validate(loaded->scenario, registry).errors) {
    errors.push_back(std::move(error));
  }
  if (errors.empty()) return loaded;
  return InSource(arguments.source, loaded->lines, errors);
}

}  // namespace xenotime
