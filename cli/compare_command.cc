#include "xenotime/cli/compare_command.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "xenotime/cli/compare_json.h"
#include "xenotime/cli/compare_text.h"
#include "xenotime/cli/comparison.h"
#include "xenotime/cli/output_file.h"
#include "xenotime/cli/provenance.h"
#include "xenotime/cli/variants.h"
#include "xenotime/formats/json_text.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

// What the command line says of schedulers and vwfi: its own options, else what
// its boot options chose, else everything.
VariantWords WordsOf(const CompareArguments& arguments,
                     const LoadedScenario& loaded,
                     const PolicyRegistry& registry) {
  VariantWords words = {.executors = arguments.executors,
                        .schedulers = arguments.schedulers,
                        .vwfi = arguments.vwfi};
  if (words.vwfi.empty()) {
    words.vwfi = {loaded.chose_vwfi ? VwfiName(loaded.scenario.vwfi)
                                    : "trap,yield,native"};
  }
  if (words.schedulers.empty() && loaded.chose_scheduler) {
    words.schedulers = {loaded.scenario.scheduler};
  }
  if (!words.schedulers.empty()) return words;
  for (const auto& policy : registry.policies()) {
    words.schedulers.push_back(policy->name);
  }
  return words;
}

absl::Status CheckSeeds(const CompareArguments& arguments) {
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  const uint64_t most = kMost - static_cast<uint64_t>(arguments.repeats - 1);
  if (arguments.scenario.seed <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "--seed: ", arguments.scenario.seed, " and --repeat=", arguments.repeats,
      " lead beyond ", kMost, "; give at most ", most));
}

// A plan, and where the parts of its scenario are.
struct Request {
  ComparisonPlan plan;
  ScenarioLines lines;
};

absl::StatusOr<Request> MakeRequest(const CompareArguments& arguments,
                                    const PolicyRegistry& registry) {
  const absl::Status seeds = CheckSeeds(arguments);
  if (!seeds.ok()) return seeds;
  absl::StatusOr<LoadedScenario> loaded =
      LoadScenarioFor(arguments.scenario, registry);
  if (!loaded.ok()) return loaded.status();
  absl::StatusOr<std::vector<Variant>> variants =
      MakeVariants(WordsOf(arguments, *loaded, registry), registry);
  if (!variants.ok()) return variants.status();
  if (!loaded->findings.errors.empty()) {
    return InSource(arguments.scenario.source, loaded->lines,
                    loaded->findings.errors);
  }
  return Request{{.scenario = std::move(loaded->scenario),
                  .variants = *std::move(variants),
                  .seed = arguments.scenario.seed,
                  .repeats = arguments.repeats,
                  .stages = arguments.stages,
                  .keep_samples = arguments.samples,
                  .warnings = std::move(loaded->findings.warnings)},
                 std::move(loaded->lines)};
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
  Warn(environment, absl::StrCat("threads: ", Counted(pcpus, "pCPU"), " on ",
                                 Counted(cores, "core"),
                                 " are oversubscribed; latencies will not be "
                                 "comparable"));
}

// Checks everything before anything runs, and prints warnings.
absl::Status CheckInput(const CompareArguments& arguments,
                        const Request& request,
                        const Environment& environment) {
  const std::string& source = arguments.scenario.source;
  const auto notes = CheckPlan(request.plan, environment.registry);
  if (!notes.ok()) {
    return InSource(source, request.lines,
                    absl::StrSplit(notes.status().message(), '\n'));
  }
  if (!arguments.output.empty() && arguments.output != "-") {
    const absl::Status status = CheckWritable(arguments.output, "--output");
    if (!status.ok()) return status;
  }
  for (const std::string& warning : request.plan.warnings) {
    Warn(environment, warning);
  }
  for (const std::string& note : *notes) {
    Warn(environment, absl::StrCat(SourceName(source), ": ", note));
  }
  WarnOfOversubscription(request.plan, environment);
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
  const absl::StatusOr<Request> request =
      MakeRequest(arguments, environment.registry);
  if (!request.ok()) return BadInput(environment, request.status());
  const absl::Status status = CheckInput(arguments, *request, environment);
  if (!status.ok()) return BadInput(environment, status);
  const absl::StatusOr<Comparison> comparison =
      RunComparison(request->plan, environment);
  if (!comparison.ok()) return Failure(environment, comparison.status());
  const int code = !comparison->partial        ? kExitOk
                   : environment.interrupted() ? kExitInterrupted
                                               : kExitNegative;
  if (!comparison->failure.empty()) {
    Failure(environment, absl::AbortedError(comparison->failure));
  }
  return Deliver(environment, arguments.output,
                 Render(arguments, request->plan, *comparison), code);
}

}  // namespace xenotime
