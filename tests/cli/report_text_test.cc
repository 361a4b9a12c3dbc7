#include "xenotime/cli/report_text.h"

#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/scenario/default_scenario.h"
#include "xenotime/tests/cli/fake_world.h"

namespace xenotime {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Report Example(ExecutorKind executor) {
  RunOptions options;
  options.executor = executor;
  return FakeReport(DefaultScenario(), options, {100, 200, 300});
}

void ExpectNarrow(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 110u) << line;
  }
}

TEST(ReportText, ShowsASimulation) {
  Report report = Example(ExecutorKind::kSim);
  report.sim = {.events = 1000, .cpu_ns = 155'500};
  report.trace_hash = 0xABC;
  report.metrics.remarks = {"pCPU 3 was stuck"};
  const std::string text = ReportText(report, "00ff");
  EXPECT_THAT(text, AllOf(HasSubstr("irq-remote: scheduler credit"),
                          HasSubstr("1,000 events"),
                          HasSubstr("155.5 ns of CPU time each"),
                          HasSubstr("0000000000000abc"), HasSubstr("00ff"),
                          HasSubstr("remark: pCPU 3 was stuck"),
                          HasSubstr("50.0 % of all pCPUs")));
  EXPECT_THAT(text, Not(HasSubstr("threads:")));
  ExpectNarrow(text);
}

TEST(ReportText, NamesFurtherPoolsAndAFailure) {
  Report report = Example(ExecutorKind::kSim);
  report.pools = {{1, "null"}, {4, "credit2"}};
  report.partial = true;
  report.failure = "pCPU 0 at 7 ns: why";
  const std::string text = ReportText(report, "00ff");
  EXPECT_THAT(text, AllOf(HasSubstr("credit (pool 1: null, pool 4: credit2)"),
                          HasSubstr("FAILED: pCPU 0 at 7 ns: why"),
                          Not(HasSubstr("PARTIAL"))));
}

TEST(ReportText, ShowsWhatThreadsMustSay) {
  Report report = Example(ExecutorKind::kThreads);
  report.threads.oversubscribed = true;
  report.threads.host_steal_ns = {12'345, 0};
  report.threads.dropped_samples = 7;
  report.warnings = {"few cores"};
  const std::string text = ReportText(report, "00ff");
  EXPECT_THAT(text, AllOf(HasSubstr("OVERSUBSCRIBED"), HasSubstr("12,345"),
                          HasSubstr("7 samples dropped"),
                          HasSubstr("warning: few cores")));
  ExpectNarrow(text);
}

TEST(ReportText, ShowsStages) {
  Report report = Example(ExecutorKind::kSim);
  const auto decided = static_cast<size_t>(WakeStage::kDecided);
  report.metrics.stages[decided].Add(350);
  report.metrics.stage_total.Add(1350);
  const std::string text = ReportText(report, "00ff");
  EXPECT_THAT(
      text, AllOf(HasSubstr("decided"), HasSubstr("350"), HasSubstr("1,350")));
  EXPECT_THAT(text, Not(HasSubstr("idle_exit"))) << "never seen";
  ExpectNarrow(text);
}

TEST(ReportCsv, HasALinePerVcpu) {
  EXPECT_EQ(ReportCsv(Example(ExecutorKind::kSim)),
            "vcpu,run_ns,dispatches,migrations,wakes,yields,latency_source,"
            "samples,min_ns,average_ns,median_ns,p99_ns,max_ns,warm_max_ns\n"
            "1.0,1000000000,0,0,3,0,guest,3,100,200,200,300,300,0\n");
}

}  // namespace
}  // namespace xenotime
