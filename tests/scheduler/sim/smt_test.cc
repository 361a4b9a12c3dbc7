// Hardware threads of one core that slow each other down.

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;

// Two threads of one core, each with a vCPU of its own.
Scenario OneCore(const std::string& vcpus, uint32_t percent) {
  Scenario scenario = ScenarioOf(
      absl::StrCat("scheduler null\ntopology 1 1 2\nduration 10000000\n"
                   "domain 1 vcpus=2\n",
                   vcpus));
  scenario.sim.costs.smt_percent = percent;
  return scenario;
}

TEST(SmtTest, AThreadAloneRunsAtFullSpeed) {
  const TextRun run =
      RunScenario(OneCore("vcpu 1.0 : run 1000; sleep 1000\n", 50));
  EXPECT_THAT(run.trace, HasSubstr("0 1.0 0 1000 blocked\n"));
  EXPECT_EQ(run.report.metrics.vcpus[0].progress_ns,
            run.report.metrics.vcpus[0].run_ns);
}

TEST(SmtTest, TwoBusyThreadsTakeLongerForTheSameWork) {
  const TextRun run = RunScenario(
      OneCore("vcpu 1.0 : run 900; exit\nvcpu 1.1 : run 600; exit\n", 60));
  // 1.1 needs 1000 ns for its 600; until then 1.0 has done 600 of its 900.
  EXPECT_THAT(run.trace, HasSubstr("1 1.1 0 1000 blocked\n"));
  EXPECT_THAT(run.trace, HasSubstr("0 1.0 0 1300 blocked\n"));
  EXPECT_EQ(run.report.metrics.vcpus[0].progress_ns, 900);
  EXPECT_EQ(run.report.metrics.vcpus[1].progress_ns, 600);
  EXPECT_EQ(run.report.metrics.vcpus[0].run_ns, 1300);
}

TEST(SmtTest, AFactorOfOneIsOff) {
  const std::string vcpus = "vcpu 1.0 : run 70\nvcpu 1.1 : run 30; sleep 10\n";
  const TextRun run = RunScenario(OneCore(vcpus, 100));
  EXPECT_THAT(run.trace, HasSubstr("1 1.1 0 30 blocked\n"));
  EXPECT_EQ(run.report.metrics.vcpus[0].progress_ns, 10'000'000);
}

TEST(SmtTest, ThreadsOfDifferentCoresDoNotDisturbEachOther) {
  Scenario scenario = ScenarioOf(R"(
scheduler null
topology 1 2 1
duration 10000
domain 1 vcpus=2
vcpu 1.* : run 1000; exit
)");
  scenario.sim.costs.smt_percent = 10;
  const TextRun run = RunScenario(scenario);
  EXPECT_THAT(run.trace, HasSubstr("0 1.0 0 1000 blocked\n"));
}

TEST(SmtTest, NoWorkIsLostWhenSpeedsChangeAllTheTime) {
  const TextRun run = RunScenario(
      OneCore("vcpu 1.0 : run 1000000; exit\nvcpu 1.1 : run 7; sleep 5\n", 37));
  // Each change rounds by less than a nanosecond, and never to less work.
  EXPECT_GE(run.report.metrics.vcpus[0].run_ns, 1'000'000);
  EXPECT_EQ(run.report.metrics.vcpus[0].runstate_ns[2] +
                run.report.metrics.vcpus[0].run_ns,
            10'000'000);
}

}  // namespace
}  // namespace xenotime
