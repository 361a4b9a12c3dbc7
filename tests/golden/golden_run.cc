#include "xenotime/tests/golden/golden_run.h"

#include <filesystem>
#include <sstream>

#include "gtest/gtest.h"
#include "xenotime/formats/golden_trace.h"
#include "xenotime/proto/convert/load_scenario.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/scheduler/trace/interval_recorder.h"
#include "xenotime/tests/testing/scenario_files.h"

namespace xenotime {
namespace {

namespace fs = std::filesystem;

// Texts of a hundred kilobytes do not belong into a failure message.
void ExpectSameLines(const std::string& got, const std::string& path) {
  const std::string want = ReadTestFile(path);
  if (got == want) return;
  std::istringstream got_lines(got), want_lines(want);
  std::string got_line, want_line;
  for (int line = 1;; ++line) {
    const bool more_got = bool(std::getline(got_lines, got_line));
    const bool more_want = bool(std::getline(want_lines, want_line));
    if (more_got && more_want && got_line == want_line) continue;
    ADD_FAILURE() << path << ":" << line << ": expected\n  "
                  << (more_want ? want_line : "(end of file)") << "\ngot\n  "
                  << (more_got ? got_line : "(end of file)");
    return;
  }
}

}  // namespace

GoldenOutput RunGolden(const Scenario& scenario,
                       const PolicyRegistry& registry) {
  GoldenOutput output;
  IntervalRecorder intervals(scenario.topology.pcpus());
  RunOptions options;
  options.check_invariants = true;
  options.trace = &intervals;
  options.snapshot = [&](Instant now, const std::string& line) {
    output.credits += GoldenCreditsLine(now, line);
  };
  absl::StatusOr<Report> report = Run(scenario, registry, options);
  if (!report.ok()) {
    ADD_FAILURE() << report.status().ToString();
    return output;
  }
  const Instant end = Instant() + report->duration;
  output.trace = GoldenTrace(intervals.Finish(end), SubjectsOf(scenario));
  output.summary = GoldenSummary(*report);
  output.report = *std::move(report);
  return output;
}

void ExpectGolden(const std::string& path, const PolicyRegistry& registry) {
  SCOPED_TRACE(path);
  const absl::StatusOr<Scenario> scenario = LoadScenario(path);
  ASSERT_TRUE(scenario.ok()) << scenario.status().ToString();
  const GoldenOutput output = RunGolden(*scenario, registry);
  const std::string base = fs::path(path).replace_extension().string();
  ExpectSameLines(output.trace, base + ".trace");
  ExpectSameLines(output.summary, base + ".summary");
  if (scenario->snapshot > Duration()) {
    ExpectSameLines(output.credits, base + ".credits");
  }
  for (const std::string& remark : output.report.metrics.remarks) {
    ADD_FAILURE() << "unexpected remark: " << remark;
  }
}

std::string ScenarioNameOf(const std::string& path) {
  return fs::path(path).stem().string();
}

}  // namespace xenotime
