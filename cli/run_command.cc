#include "xenotime/cli/run_command.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/cli/output_file.h"
#include "xenotime/cli/prepare_scenario.h"
#include "xenotime/cli/progress.h"
#include "xenotime/cli/provenance.h"
#include "xenotime/cli/report_text.h"
#include "xenotime/cli/variants.h"
#include "xenotime/formats/golden_trace.h"
#include "xenotime/formats/json_text.h"
#include "xenotime/formats/report_json.h"
#include "xenotime/proto/convert/report_textproto.h"
#include "xenotime/scheduler/scenario/subjects.h"
#include "xenotime/scheduler/scenario/validate.h"
#include "xenotime/scheduler/trace/interval_recorder.h"
#include "xenotime/scheduler/trace/tee_sink.h"

namespace xenotime {
namespace {

// An output must not replace the scenario that it comes from.
absl::Status CheckNotTheScenario(const RunArguments& arguments,
                                 const std::string& output,
                                 absl::string_view option) {
  std::error_code ignored;
  if (!std::filesystem::equivalent(arguments.scenario.source, output,
                                   ignored)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat(option, ": ", output, " is the scenario itself"));
}

absl::Status CheckOutputs(const RunArguments& arguments) {
  for (const auto& [option, file] : {std::pair("--trace", arguments.trace),
                                     std::pair("--output", arguments.output)}) {
    const auto status = CheckNotTheScenario(arguments, file, option);
    if (!status.ok()) return status;
  }
  if (!arguments.trace.empty()) {
    if (arguments.trace == "-") {
      return absl::InvalidArgumentError(
          "--trace: standard output has the report; name a file");
    }
    if (arguments.trace == arguments.output) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--trace and --output name the same file, ", arguments.trace));
    }
    const auto status = CheckWritable(arguments.trace, "--trace");
    if (!status.ok()) return status;
  }
  if (arguments.output.empty() || arguments.output == "-") {
    return absl::OkStatus();
  }
  return CheckWritable(arguments.output, "--output");
}

// Everything that can be wrong with the input is found here.
absl::StatusOr<LoadedScenario> Prepare(const RunArguments& arguments,
                                       ExecutorKind executor,
                                       const Environment& environment) {
  absl::StatusOr<LoadedScenario> loaded =
      PrepareScenario(arguments.scenario, arguments.scheduler, arguments.vwfi,
                      environment.registry);
  if (!loaded.ok()) return loaded;
  const std::vector<std::string> errors =
      ExecutorErrors(loaded->scenario, executor);
  if (!errors.empty()) {
    return InSource(arguments.scenario.source, loaded->lines, errors);
  }
  const absl::Status status = CheckOutputs(arguments);
  if (!status.ok()) return status;
  for (const std::string& warning : loaded->findings.warnings) {
    Warn(environment, warning);
  }
  return loaded;
}

std::string Render(const RunArguments& arguments, const Scenario& scenario,
                   const Report& report) {
  if (arguments.format == "json") {
    return JsonText(WithProvenance(
        ReportJson(report, {.raw_samples = arguments.samples}), scenario));
  }
  if (arguments.format == "csv") return ReportCsv(report);
  if (arguments.format == "textproto") return WriteReportTextproto(report);
  return ReportText(report, ScenarioHash(scenario), arguments.metrics == "all");
}

int ExitCode(const Report& report, const Environment& environment) {
  if (environment.interrupted()) return kExitInterrupted;
  return report.partial ? kExitNegative : kExitOk;
}

// What was asked of one run.
struct Plan {
  ExecutorKind executor;
  Scenario scenario;
  std::vector<std::string> warnings;
};

absl::StatusOr<Plan> MakePlan(const RunArguments& arguments,
                              const Environment& environment) {
  const auto executor = ParseExecutor(arguments.executor);
  if (!executor.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--executor: ", executor.status().message()));
  }
  absl::StatusOr<LoadedScenario> loaded =
      Prepare(arguments, *executor, environment);
  if (!loaded.ok()) return loaded.status();
  return Plan{*executor, std::move(loaded->scenario),
              std::move(loaded->findings.warnings)};
}

// Runs the plan, showing progress; `recorder` may be null.
absl::StatusOr<Report> RunPlan(const RunArguments& arguments, const Plan& plan,
                               IntervalRecorder* recorder,
                               const Environment& environment) {
  const Scenario& scenario = plan.scenario;
  Progress progress(environment.err, environment.err_is_terminal);
  ProgressSink progress_sink(progress, scenario.name + ": ", scenario.duration);
  const bool show = progress.enabled() && plan.executor == ExecutorKind::kSim;
  TeeSink tee({recorder, show ? &progress_sink : nullptr});

  RunOptions options;
  options.executor = plan.executor;
  options.seed = arguments.scenario.seed;
  options.stages = arguments.stages;
  options.check_invariants = arguments.check_invariants;
  options.trace = recorder != nullptr || show ? &tee : nullptr;
  options.stop = environment.stop;
  progress.Show(absl::StrCat(scenario.name, ": running"));
  absl::StatusOr<Report> report =
      environment.run(scenario, environment.registry, options);
  if (report.ok()) {
    report->warnings.insert(report->warnings.begin(), plan.warnings.begin(),
                            plan.warnings.end());
  }
  return report;
}

}  // namespace

int ExecuteRun(const RunArguments& arguments, const Environment& environment) {
  const absl::StatusOr<Plan> plan = MakePlan(arguments, environment);
  if (!plan.ok()) return BadInput(environment, plan.status());
  const Scenario& scenario = plan->scenario;
  const bool record = !arguments.trace.empty();
  IntervalRecorder recorder(scenario.topology.pcpus());
  const absl::StatusOr<Report> report =
      RunPlan(arguments, *plan, record ? &recorder : nullptr, environment);
  if (!report.ok()) return Failure(environment, report.status());
  if (record) {
    const absl::Status status =
        WriteFile(arguments.trace,
                  GoldenTrace(recorder.Finish(Instant(report->duration.ns())),
                              SubjectsOf(scenario)));
    if (!status.ok()) return Failure(environment, status);
  }
  if (!report->failure.empty()) {
    Failure(environment, absl::AbortedError(report->failure));
  }
  return Deliver(environment, arguments.output,
                 Render(arguments, scenario, *report),
                 ExitCode(*report, environment));
}

}  // namespace xenotime
