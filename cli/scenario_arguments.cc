#include "xenotime/cli/scenario_arguments.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "xenotime/cli/duration_text.h"
#include "xenotime/proto/convert/load_scenario.h"
#include "xenotime/proto/convert/set_field.h"
#include "xenotime/scheduler/scenario/apply_xen_options.h"
#include "xenotime/scheduler/scenario/default_scenario.h"
#include "xenotime/scheduler/scenario/parameter_names.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/scenario/xen_options.h"

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

// Applies `scenario.xen`; what there is to say about it begins with `where`.
void ApplyXen(const std::string& where, const PolicyRegistry& registry,
              LoadedScenario& loaded) {
  const Findings findings = ApplyXenOptions(loaded.scenario, registry);
  const auto add = [&](const std::vector<std::string>& from,
                       std::vector<std::string>& to) {
    for (absl::string_view text : from) {
      to.push_back(absl::StrCat(where, absl::StripPrefix(text, "xen: ")));
    }
  };
  add(findings.errors, loaded.findings.errors);
  add(findings.warnings, loaded.findings.warnings);
}

absl::Status Change(const ScenarioChange& change,
                    const PolicyRegistry& registry, LoadedScenario& loaded) {
  Scenario& scenario = loaded.scenario;
  if (change.kind == ScenarioChange::Kind::kXen) {
    scenario.xen = change.text;
    const ParsedXenOptions parsed = ParseXenOptions(
        scenario.xen.substr(0, kMaxXenBytes), scenario.topology.architecture);
    loaded.chose_scheduler |= parsed.Find("sched") != nullptr;
    loaded.chose_vwfi |= parsed.Find("vwfi") != nullptr;
    ApplyXen("--xen: ", registry, loaded);
    return absl::OkStatus();
  }
  const absl::Status status = SetField(scenario, change.text);
  if (!status.ok()) return InOption("--set", status);
  loaded.lines.Forget(change.text.substr(0, change.text.find('=')));
  ApplyXen("--set: xen: ", registry, loaded);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<LoadedScenario> LoadScenarioFor(
    const ScenarioArguments& arguments, const PolicyRegistry& registry) {
  LoadedScenario loaded;
  absl::StatusOr<Scenario> read = ReadScenario(arguments.source, &loaded.lines);
  if (!read.ok()) return read.status();
  Scenario& scenario = loaded.scenario = *std::move(read);
  if (arguments.source.empty()) {
    scenario.duration = ScenarioArguments::kDefaultDuration;
  }
  ApplyXen("xen: ", registry, loaded);
  for (const ScenarioChange& change : arguments.changes) {
    const absl::Status status = Change(change, registry, loaded);
    if (!status.ok()) return status;
  }
  if (!arguments.duration.empty()) {
    const auto duration = ParseDuration(arguments.duration);
    if (!duration.ok()) return InOption("--duration", duration.status());
    scenario.duration = *duration;
    loaded.lines.Forget("duration_ns");
  }
  if (!arguments.idle.empty()) {
    const auto idle = ParseIdleMode(arguments.idle);
    if (!idle.ok()) return InOption("--idle", idle.status());
    scenario.threads.idle = *idle;
  }
  return loaded;
}

absl::Status ChooseScheduler(const std::string& word,
                             const PolicyRegistry& registry,
                             LoadedScenario& loaded) {
  const auto policy =
      registry.Find(word.empty() ? loaded.scenario.scheduler : word);
  if (!policy.ok()) {
    // A scheduler of the scenario's is for Validate to refuse.
    return word.empty() ? absl::OkStatus()
                        : InOption("--scheduler", policy.status());
  }
  const auto dropped =
      UseScheduler(loaded.scenario, **policy, XenNames::kSettle);
  if (!word.empty()) loaded.lines.Forget("scheduler");
  if (dropped.empty()) return absl::OkStatus();
  const auto shown = [](std::string* out, const std::string& name) {
    absl::StrAppend(out, Printable(name));
  };
  loaded.findings.warnings.push_back(
      absl::StrCat((*policy)->name, " has no parameter ",
                   absl::StrJoin(dropped, ", ", shown), "; left out"));
  return absl::OkStatus();
}

absl::StatusOr<Scenario> ReadScenario(const std::string& source,
                                      ScenarioLines* lines) {
  if (source.empty()) return DefaultScenario();
  if (!IsWorkloadName(source)) return LoadScenario(source, lines);
  absl::StatusOr<Scenario> workload = FindBuiltinWorkload(source);
  if (workload.ok()) return workload;
  return absl::NotFoundError(absl::StrCat(
      workload.status().message(), " (a file of that name: ./", source, ")"));
}

absl::Status InSource(const std::string& source, const ScenarioLines& lines,
                      const std::vector<std::string>& errors) {
  const auto with_place = [&](std::string* out, const std::string& error) {
    absl::StrAppend(out, PlaceOf(source, lines, error), ": ", error);
  };
  return absl::InvalidArgumentError(absl::StrJoin(errors, "\n", with_place));
}

std::string PlaceOf(const std::string& source, const ScenarioLines& lines,
                    absl::string_view finding) {
  const int line = lines.Find(finding.substr(0, finding.find(": ")));
  return line == 0 ? SourceName(source)
                   : absl::StrCat(SourceName(source), ":", line);
}

std::string SourceName(const std::string& source) {
  if (source.empty()) return SourceName(DefaultScenario().name);
  if (source == "-") return "stdin";
  return IsWorkloadName(source) ? absl::StrCat("workload ", source) : source;
}

}  // namespace xenotime
