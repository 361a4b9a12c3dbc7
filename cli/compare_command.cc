#include "xenotime/cli/compare_command.h"

#include <algorithm>
#include <thread>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "xenotime/cli/compare_json.h"
#include "xenotime/cli/compare_text.h"
#include "xenotime/cli/comparison.h"
#include "xenotime/cli/output_file.h"
#include "xenotime/cli/provenance.h"
#include "xenotime/cli/variants.h"
#include "xenotime/formats/json_text.h"

namespace xenotime {
namespace {

// Without a scenario and a duration: enough samples of the default workload, in
// far less than a minute for all variants together.
constexpr Duration kShortDuration = Milliseconds(400);

absl::StatusOr<ComparisonPlan> MakePlan(const CompareArguments& arguments,
                                        const PolicyRegistry& registry) {
  VariantWords words = {.executors = arguments.executors,
                        .schedulers = arguments.schedulers,
                        .vwfi = arguments.vwfi};
  if (words.schedulers.empty()) {
    for (const auto& policy : registry.policies()) {
      words.schedulers.push_back(policy->name);
    }
  }
  absl::StatusOr<std::vector<Variant>> variants = MakeVariants(words, registry);
  if (!variants.ok()) return variants.status();
  absl::StatusOr<Scenario> scenario = LoadScenarioFor(arguments.scenario);
  if (!scenario.ok()) return scenario.status();
  if (arguments.scenario.source.empty() &&
      arguments.scenario.duration.empty() && arguments.scenario.set.empty()) {
    scenario->duration = kShortDuration;
  }
  return ComparisonPlan{.scenario = *std::move(scenario),
                        .variants = *std::move(variants),
                        .seed = arguments.scenario.seed,
                        .repeats = arguments.repeats,
                        .stages = arguments.stages,
                        .keep_samples = arguments.samples};
}

// Before the run, which is what it would spoil; the report says so again.
void WarnOfOversubscription(const ComparisonPlan& plan,
                            const Environment& environment) {
  const bool threads = std::any_of(
      plan.variants.begin(), plan.variants.end(), [](const Variant& variant) {
        return variant.executor == ExecutorKind::kThreads;
      });
  const uint32_t cores = std::thread::hardware_concurrency();
  const uint32_t pcpus = plan.scenario.topology.pcpus();
  if (!threads || cores == 0 || pcpus <= cores) return;
  Warn(environment,
       absl::StrCat("threads: ", pcpus, " pCPUs on ", cores,
                    " cores are oversubscribed; latencies will not be "
                    "comparable"));
}

// Checks everything before anything runs, and prints warnings.
absl::Status CheckInput(const CompareArguments& arguments,
                        const ComparisonPlan& plan,
                        const Environment& environment) {
  const std::string name = SourceName(arguments.scenario.source);
  const auto warnings = CheckPlan(plan, environment.registry);
  if (!warnings.ok()) {
    const std::string message(warnings.status().message());
    return absl::InvalidArgumentError(
        absl::StrCat(name, ": ",
                     absl::StrReplaceAll(
                         message, {{"\n", absl::StrCat("\n", name, ": ")}})));
  }
  if (!arguments.output.empty() && arguments.output != "-") {
    const absl::Status status = CheckWritable(arguments.output, "--output");
    if (!status.ok()) return status;
  }
  for (const std::string& warning : *warnings) {
    Warn(environment, absl::StrCat(name, ": ", warning));
  }
  WarnOfOversubscription(plan, environment);
  return absl::OkStatus();
}

std::string Render(const CompareArguments& arguments,
                   const ComparisonPlan& plan, const Comparison& comparison) {
  if (arguments.format == "json") {
    return JsonText(
        WithProvenance(CompareJson(plan, comparison), plan.scenario));
  }
  if (arguments.format == "csv") return CompareCsv(comparison);
  return CompareText(plan, comparison);
}

}  // namespace

int ExecuteCompare(const CompareArguments& arguments,
                   const Environment& environment) {
  const absl::StatusOr<ComparisonPlan> plan =
      MakePlan(arguments, environment.registry);
  if (!plan.ok()) return Fail(environment, plan.status());
  const absl::Status status = CheckInput(arguments, *plan, environment);
  if (!status.ok()) return Fail(environment, status);
  const absl::StatusOr<Comparison> comparison =
      RunComparison(*plan, environment);
  if (!comparison.ok()) return Fail(environment, comparison.status());
  const int code = !comparison->partial        ? kExitOk
                   : environment.interrupted() ? kExitInterrupted
                                               : kExitNegative;
  return Deliver(environment, arguments.output,
                 Render(arguments, *plan, *comparison), code);
}

}  // namespace xenotime
