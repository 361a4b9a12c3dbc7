#include "xenotime/tests/testing/run_text.h"

#include <cstdio>
#include <cstdlib>

#include "xenotime/formats/golden_trace.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/scheduler/trace/interval_recorder.h"

namespace xenotime {
namespace {

void EndWith(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  std::abort();
}

}  // namespace

Scenario ScenarioOf(const std::string& text) {
  absl::StatusOr<Scenario> scenario =
      ParseScenarioText(absl::string_view(text.data(), text.size()), "test");
  if (!scenario.ok()) EndWith(scenario.status());
  return *std::move(scenario);
}

TextRun RunScenario(const Scenario& scenario, RunOptions options) {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  IntervalRecorder intervals(scenario.topology.pcpus());
  if (options.trace == nullptr) options.trace = &intervals;
  options.check_invariants = true;
  absl::StatusOr<Report> report = Run(scenario, registry, options);
  if (!report.ok()) EndWith(report.status());
  TextRun run{.report = *std::move(report), .trace = ""};
  run.trace = GoldenTrace(intervals.Finish(Instant() + run.report.duration),
                          SubjectsOf(scenario));
  return run;
}

}  // namespace xenotime
