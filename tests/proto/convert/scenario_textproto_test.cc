#include "xenotime/proto/convert/scenario_textproto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/scenario/default_scenario.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/tests/testing/mutate.h"
#include "xenotime/tests/testing/scenario_files.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string ErrorOf(const std::string& text) {
  const absl::StatusOr<Scenario> scenario = ParseScenarioTextproto(text, "f");
  EXPECT_EQ(scenario.status().code(), absl::StatusCode::kInvalidArgument)
      << text;
  return std::string(scenario.status().message());
}

TEST(ScenarioTextprotoTest, EmptyTextGivesTheDefaults) {
  EXPECT_EQ(*ParseScenarioTextproto("", "f"), Scenario());
}

TEST(ScenarioTextprotoTest, WhatIsWrittenIsReadBack) {
  for (const BuiltinWorkload& workload : BuiltinWorkloads()) {
    const std::string text = WriteScenarioTextproto(workload.scenario);
    EXPECT_THAT(text, StartsWith("# proto-file: proto/scenario.proto\n"));
    const absl::StatusOr<Scenario> again = ParseScenarioTextproto(text, "f");
    ASSERT_TRUE(again.ok()) << again.status() << text;
    EXPECT_TRUE(*again == workload.scenario) << text;
  }
}

TEST(ScenarioTextprotoTest, ErrorsOfTheTextNameLineAndColumn) {
  EXPECT_THAT(ErrorOf("scheduler: 'credit'\nschedular: 'x'"),
              StartsWith("f:2:10: "));
  EXPECT_THAT(ErrorOf("schedular: 'x'"), HasSubstr("schedular"));
  EXPECT_THAT(ErrorOf("duration_ns: five"), StartsWith("f:1:14: "));
  EXPECT_THAT(ErrorOf("duration_ns: 9223372036854775808"),
              StartsWith("f:1:14: "));
  EXPECT_THAT(ErrorOf("vwfi: VWFI_BLOCK"), HasSubstr("VWFI_BLOCK"));
  EXPECT_THAT(ErrorOf("domains {"), StartsWith("f:1:"));
  EXPECT_THAT(ErrorOf("duration_ns: 1\nduration_ns: 2"), StartsWith("f:2:"));
}

TEST(ScenarioTextprotoTest, ErrorsOfValuesNameTheField) {
  EXPECT_THAT(ErrorOf("domains { vcpus { hard: 'x' } }"),
              StartsWith("f: domains[0].vcpus[0].hard: "));
}

TEST(ScenarioTextprotoTest, TextOfMoreThan16MiBIsRefused) {
  EXPECT_THAT(ErrorOf(std::string((16 << 20) + 1, ' ')),
              HasSubstr("at most 16777216"));
}

TEST(ScenarioTextprotoTest, DamagedTextIsRefusedOrReadButNeverCrashes) {
  constexpr uint64_t kSeed = 20190325;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  const std::string good =
      ReadTestFile(TestDataPath("proto/convert/testdata/sample.textproto"));
  Mutator mutator(kSeed);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = mutator.Mutate(good);
    const absl::StatusOr<Scenario> scenario = ParseScenarioTextproto(text, "m");
    if (!scenario.ok()) {
      EXPECT_EQ(scenario.status().message().substr(0, 2), "m:");
    }
  }
}

}  // namespace
}  // namespace xenotime
