#include "xenotime/cli/scenario_arguments.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "xenotime/cli/duration_text.h"
#include "xenotime/proto/convert/load_scenario.h"
#include "xenotime/proto/convert/set_field.h"
#include "xenotime/scheduler/scenario/default_scenario.h"

namespace xenotime {
namespace {

bool IsWorkloadName(const std::string& source) {
  return source != "-" && source.find_first_of("./") == std::string::npos;
}

absl::Status InOption(const char* option, const absl::Status& status) {
  return absl::InvalidArgumentError(
      absl::StrCat(option, ": ", status.message()));
}

absl::StatusOr<IdleMode> ParseIdleMode(const std::string& word) {
  if (word == "poll") return IdleMode::kPoll;
  if (word == "park") return IdleMode::kPark;
  if (word == "spin-then-park") return IdleMode::kSpinThenPark;
  return absl::InvalidArgumentError(
      absl::StrCat("unknown idle mode \"", word,
                   "\"; known are poll, park, spin-then-park"));
}

}  // namespace

absl::StatusOr<Scenario> LoadScenarioFor(const ScenarioArguments& arguments) {
  absl::StatusOr<Scenario> scenario = ReadScenario(arguments.source);
  if (!scenario.ok()) return scenario;
  if (arguments.source.empty()) {
    scenario->duration = ScenarioArguments::kDefaultDuration;
  }
  for (const std::string& assignment : arguments.set) {
    const absl::Status status = SetField(*scenario, assignment);
    if (!status.ok()) return InOption("--set", status);
  }
  if (!arguments.duration.empty()) {
    const auto duration = ParseDuration(arguments.duration);
    if (!duration.ok()) return InOption("--duration", duration.status());
    scenario->duration = *duration;
  }
  if (!arguments.idle.empty()) {
    const auto idle = ParseIdleMode(arguments.idle);
    if (!idle.ok()) return InOption("--idle", idle.status());
    scenario->threads.idle = *idle;
  }
  return scenario;
}

absl::StatusOr<Scenario> ReadScenario(const std::string& source) {
  if (source.empty()) return DefaultScenario();
  if (!IsWorkloadName(source)) return LoadScenario(source);
  absl::StatusOr<Scenario> workload = FindBuiltinWorkload(source);
  if (workload.ok()) return workload;
  return absl::NotFoundError(absl::StrCat(
      workload.status().message(), " (a file of that name: ./", source, ")"));
}

absl::Status InSource(const std::string& source, const absl::Status& status) {
  const std::string prefix = absl::StrCat(SourceName(source), ": ");
  const std::string lines = absl::StrReplaceAll(
      status.message(), {{"\n", absl::StrCat("\n", prefix)}});
  return absl::Status(status.code(), absl::StrCat(prefix, lines));
}

std::string SourceName(const std::string& source) {
  if (source.empty()) return SourceName(DefaultScenario().name);
  if (source == "-") return "stdin";
  return IsWorkloadName(source) ? absl::StrCat("workload ", source) : source;
}

}  // namespace xenotime
