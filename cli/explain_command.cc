#include "xenotime/cli/explain_command.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "xenotime/cli/duration_text.h"
#include "xenotime/cli/explain_json.h"
#include "xenotime/cli/explain_text.h"
#include "xenotime/cli/prepare_scenario.h"
#include "xenotime/formats/json_text.h"
#include "xenotime/scheduler/scenario/explain.h"

namespace xenotime {
namespace {

absl::Status ParseVcpu(const std::string& word, ExplainQuery& query) {
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(word, absl::MaxSplits('.', 1));
  if (absl::SimpleAtoi(parts.first, &query.domain) &&
      absl::SimpleAtoi(parts.second, &query.index)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--vcpu: \"", word,
                   "\" is not valid; give a domain and a vCPU, such as 1.0"));
}

absl::StatusOr<ExplainQuery> QueryOf(const ExplainArguments& arguments) {
  ExplainQuery query;
  const absl::Status status = ParseVcpu(arguments.vcpu, query);
  if (!status.ok()) return status;
  const auto at = ParseDuration(arguments.at);
  if (!at.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--at: ", at.status().message()));
  }
  query.at = Instant() + *at;
  query.seed = arguments.scenario.seed;
  return query;
}

}  // namespace

int ExecuteExplain(const ExplainArguments& arguments,
                   const Environment& environment) {
  const absl::StatusOr<ExplainQuery> query = QueryOf(arguments);
  if (!query.ok()) return BadInput(environment, query.status());
  const absl::StatusOr<LoadedScenario> loaded =
      PrepareScenario(arguments.scenario, arguments.scheduler, arguments.vwfi,
                      environment.registry);
  if (!loaded.ok()) return BadInput(environment, loaded.status());
  for (const std::string& warning : loaded->findings.warnings) {
    Warn(environment, warning);
  }
  const absl::StatusOr<Explanation> explanation =
      Explain(loaded->scenario, environment.registry, *query);
  if (!explanation.ok()) return BadInput(environment, explanation.status());
  return Deliver(environment, "",
                 arguments.json ? JsonText(ExplainJson(*explanation))
                                : ExplainText(*explanation),
                 kExitOk);
}

}  // namespace xenotime
