// The built-in policies do what Xen's schedulers did, to the nanosecond.

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/proto/convert/load_scenario.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/tests/golden/golden_run.h"
#include "xenotime/tests/testing/scenario_files.h"

namespace xenotime {
namespace {

PolicyRegistry Builtin() {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  return registry;
}

std::vector<std::string> Scenarios() {
  std::vector<std::string> paths;
  for (const std::string& path : FilesIn(TestDataPath("golden/data"))) {
    if (path.ends_with(".scenario")) paths.push_back(path);
  }
  return paths;
}

class GoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, EqualsTheRealScheduler) {
  ExpectGolden(GetParam(), Builtin());
}

INSTANTIATE_TEST_SUITE_P(Selection, GoldenTest, testing::ValuesIn(Scenarios()),
                         [](const testing::TestParamInfo<std::string>& param) {
                           return ScenarioNameOf(param.param);
                         });

TEST(GoldenCorpusTest, EveryScenarioOfTheSharedFolderEqualsTheRealScheduler) {
  const std::vector<std::string> paths = GoldenScenarioPaths();
  if (paths.empty()) GTEST_SKIP() << "XENOTIME_SHARED is not set";
  const PolicyRegistry registry = Builtin();
  int compared = 0;
  std::map<std::string, int> not_registered;
  for (const std::string& path : paths) {
    // The ones for benchmarks have no output to compare with.
    std::filesystem::path trace(path);
    if (!std::filesystem::exists(trace.replace_extension(".trace"))) continue;
    const absl::StatusOr<Scenario> scenario = LoadScenario(path);
    ASSERT_TRUE(scenario.ok()) << scenario.status().ToString();
    if (!registry.Find(scenario->scheduler).ok()) {
      ++not_registered[scenario->scheduler];
      continue;
    }
    ExpectGolden(path, registry);
    ++compared;
  }
  EXPECT_GT(compared, 0);
  std::printf("%d scenarios compared\n", compared);
  for (const auto& [scheduler, count] : not_registered) {
    std::printf("%d skipped: scheduler %s is not registered\n", count,
                scheduler.c_str());
  }
}

}  // namespace
}  // namespace xenotime
