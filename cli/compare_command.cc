#include "xenotime/cli/compare_command.h"

#include <algorithm>
#include <thread>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/cli/compare_json.h"
#include "xenotime/cli/compare_text.h"
#include "xenotime/cli/comparison.h"
#include "xenotime/cli/output_file.h"
#include "xenotime/cli/provenance.h"
#include "xenotime/cli/variants.h"
#include "xenotime/formats/json_text.h"

namespace xenotime {
namespace {

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
  const std::string& source = arguments.scenario.source;
  const auto notes = CheckPlan(plan, environment.registry);
  if (!notes.ok()) return InSource(source, notes.status());
  if (!arguments.output.empty() && arguments.output != "-") {
    const absl::Status status = CheckWritable(arguments.output, "--output");
    if (!status.ok()) return status;
  }
  for (const std::string& note : *notes) {
    Warn(environment, absl::StrCat(SourceName(source), ": ", note));
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
  if (!plan.ok()) return BadInput(environment, plan.status());
  const absl::Status status = CheckInput(arguments, *plan, environment);
  if (!status.ok()) return BadInput(environment, status);
  const absl::StatusOr<Comparison> comparison =
      RunComparison(*plan, environment);
  if (!comparison.ok()) return Failure(environment, comparison.status());
  const int code = !comparison->partial        ? kExitOk
                   : environment.interrupted() ? kExitInterrupted
                                               : kExitNegative;
  return Deliver(environment, arguments.output,
                 Render(arguments, *plan, *comparison), code);
}

}  // namespace xenotime
