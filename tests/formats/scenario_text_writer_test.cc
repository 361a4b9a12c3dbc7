#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/statusor.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/tests/testing/scenario_files.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

void ExpectSurvivesWriting(const Scenario& scenario, const std::string& name) {
  const std::string text = WriteScenarioText(scenario);
  const absl::StatusOr<Scenario> again = ParseScenarioText(text, name);
  ASSERT_TRUE(again.ok()) << again.status() << "\n" << text;
  EXPECT_TRUE(*again == scenario) << name << " became\n" << text;
}

TEST(WriteScenarioTextTest, TheSampleSurvivesWritingAndReading) {
  const std::string path = TestDataPath("formats/testdata/sample.scenario");
  const absl::StatusOr<Scenario> scenario =
      ParseScenarioText(ReadTestFile(path), path);
  ASSERT_TRUE(scenario.ok()) << scenario.status();
  ExpectSurvivesWriting(*scenario, "sample");
}

TEST(WriteScenarioTextTest, EveryGoldenScenarioSurvivesWritingAndReading) {
  const std::vector<std::string> paths = GoldenScenarioPaths();
  if (paths.empty()) GTEST_SKIP() << "XENOTIME_SHARED is not set";
  for (const std::string& path : paths) {
    const absl::StatusOr<Scenario> scenario =
        ParseScenarioText(ReadTestFile(path), path);
    ASSERT_TRUE(scenario.ok()) << scenario.status();
    ExpectSurvivesWriting(*scenario, path);
  }
}

TEST(WriteScenarioTextTest, TheDefaultsSurviveWritingAndReading) {
  ExpectSurvivesWriting(Scenario(), "defaults");
}

TEST(WriteScenarioTextTest, AGranularityOtherThanCpuIsWritten) {
  Scenario scenario;
  EXPECT_THAT(WriteScenarioText(scenario), Not(HasSubstr("granularity")));
  scenario.granularity = SchedGran::kCore;
  EXPECT_THAT(WriteScenarioText(scenario), HasSubstr("granularity core\n"));
  ExpectSurvivesWriting(scenario, "cores");
}

TEST(WriteScenarioTextTest, EqualVcpusShareALine) {
  Scenario scenario;
  scenario.domains.resize(1);
  scenario.domains[0].vcpus.resize(5);
  for (int i = 1; i < 4; ++i) {
    scenario.domains[0].vcpus[i].workload = PhasesWorkload{{{}}};
  }
  EXPECT_THAT(WriteScenarioText(scenario), HasSubstr("vcpu 1.1-3 : exit\n"));
}

TEST(WriteScenarioTextTest, AVcpuWithoutAnythingHasNoLine) {
  Scenario scenario;
  scenario.domains.resize(1);
  scenario.domains[0].vcpus.resize(5);
  EXPECT_THAT(WriteScenarioText(scenario), Not(HasSubstr("vcpu ")));
}

}  // namespace
}  // namespace xenotime
