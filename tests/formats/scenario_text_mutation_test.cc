// Random damage to a good text must neither crash nor hang the reader, and what
// it still accepts must survive writing.

#include <gtest/gtest.h>

#include <string>

#include "absl/status/statusor.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/tests/testing/mutate.h"
#include "xenotime/tests/testing/scenario_files.h"

namespace xenotime {
namespace {

TEST(ScenarioTextMutationTest, DamagedTextIsRefusedOrReadButNeverCrashes) {
  constexpr uint64_t kSeed = 20170209;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  const std::string good =
      ReadTestFile(TestDataPath("formats/testdata/sample.scenario"));
  Mutator mutator(kSeed);
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = mutator.Mutate(good);
    const absl::StatusOr<Scenario> scenario = ParseScenarioText(text, "m");
    if (!scenario.ok()) {
      EXPECT_EQ(scenario.status().message().substr(0, 2), "m:");
      continue;
    }
    ++accepted;
    const absl::StatusOr<Scenario> again =
        ParseScenarioText(WriteScenarioText(*scenario), "again");
    ASSERT_TRUE(again.ok()) << again.status() << "\n" << text;
    EXPECT_TRUE(*again == *scenario) << text;
  }
  RecordProperty("seed", static_cast<int>(kSeed));
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace xenotime
