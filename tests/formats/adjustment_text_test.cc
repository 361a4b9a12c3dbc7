#include "xenotime/formats/adjustment_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;

Scenario ParseOrDie(const std::string& text) {
  absl::StatusOr<Scenario> scenario = ParseScenarioText(text, "t");
  EXPECT_TRUE(scenario.ok()) << scenario.status();
  return scenario.ok() ? *scenario : Scenario();
}

std::string ErrorOf(const std::string& text) {
  return std::string(ParseScenarioText(text, "t").status().message());
}

RealTimeParameters Parameters(int64_t period_us, int64_t budget_us,
                              bool extratime) {
  return {.period = Microseconds(period_us),
          .budget = Microseconds(budget_us),
          .extratime = extratime};
}

TEST(AdjustmentTextTest, PeriodAndBudgetAreMicroseconds) {
  const Scenario scenario = ParseOrDie(
      "domain 1 vcpus=3 period=20000 budget=12000 extratime=0\n"
      "vcpu 1.0 period=5000 budget=1000 extratime=1 : run 5\n");
  EXPECT_EQ(scenario.domains[0].real_time, Parameters(20000, 12000, false));
  EXPECT_EQ(scenario.domains[0].vcpus[0].real_time,
            Parameters(5000, 1000, true));
  EXPECT_EQ(scenario.domains[0].vcpus[1].real_time, std::nullopt);
}

TEST(AdjustmentTextTest, WhatADomainDoesNotSayIsTheDefault) {
  EXPECT_EQ(ParseOrDie("domain 1 period=5000\n").domains[0].real_time,
            Parameters(5000, 4000, true));
  EXPECT_EQ(ParseOrDie("domain 1 extratime=0\n").domains[0].real_time,
            Parameters(10000, 4000, false));
}

TEST(AdjustmentTextTest, WhatAVcpuDoesNotSayIsItsDomains) {
  const Scenario scenario = ParseOrDie(
      "domain 1 vcpus=2 period=5000 extratime=0\n"
      "vcpu 1.1 budget=1000 start=3 :\n");
  EXPECT_EQ(scenario.domains[0].vcpus[1].real_time,
            Parameters(5000, 1000, false));
}

TEST(AdjustmentTextTest, AnArinc653LineIsTheTableOfPoolZero) {
  const Scenario scenario = ParseOrDie(
      "scheduler arinc653\n"
      "arinc653 100000000 : 1.0 30000000 ;2.1 20000000;1.0 1\n"
      "domain 1\n"
      "domain 2 vcpus=2\n");
  ASSERT_TRUE(scenario.frames.has_value());
  EXPECT_EQ(*scenario.frames,
            (FrameTable{.major = Milliseconds(100),
                        .entries = {{1, 0, Milliseconds(30)},
                                    {2, 1, Milliseconds(20)},
                                    {1, 0, Nanoseconds(1)}}}));
}

TEST(AdjustmentTextTest, AnArinc653LineMayBeThatOfAnotherPool) {
  const Scenario scenario = ParseOrDie(
      "pcpus 2\n"
      "pool 3 scheduler=arinc653 pcpus=1\n"
      "domain 1 pool=3\n"
      "arinc653 pool=3 5 : 1.0 5\n");
  EXPECT_EQ(scenario.frames, std::nullopt);
  EXPECT_EQ(scenario.pools[0].frames,
            (FrameTable{.major = Nanoseconds(5),
                        .entries = {{1, 0, Nanoseconds(5)}}}));
}

TEST(AdjustmentTextTest, WhatIsWrittenIsReadBack) {
  const std::string text =
      "pcpus 2\n"
      "pool 3 scheduler=arinc653 pcpus=1\n"
      "domain 1 vcpus=2 period=20000 budget=12000 extratime=0\n"
      "vcpu 1.1 period=5000 : exit\n"
      "arinc653 100 : 1.0 30; 1.1 40\n"
      "arinc653 pool=3 5 : 1.0 5\n";
  const Scenario scenario = ParseOrDie(text);
  EXPECT_EQ(ParseOrDie(WriteScenarioText(scenario)), scenario)
      << WriteScenarioText(scenario);
}

TEST(AdjustmentTextTest, WrongValuesAreRefusedWithAReason) {
  EXPECT_THAT(ErrorOf("domain 1 period=0"), HasSubstr("period \"0\""));
  EXPECT_THAT(ErrorOf("domain 1 budget=5ms"), HasSubstr("budget \"5ms\""));
  EXPECT_THAT(ErrorOf("domain 1 period=9223372036854776"),
              HasSubstr("1..9223372036854775"));
  EXPECT_THAT(ErrorOf("domain 1 extratime=2"), HasSubstr("0..1"));
  EXPECT_THAT(ErrorOf("domain 1 period=5 period=5"),
              HasSubstr("duplicate period"));
}

TEST(AdjustmentTextTest, WrongTablesAreRefusedWithAReason) {
  EXPECT_THAT(ErrorOf("arinc653"), HasSubstr("missing major frame"));
  EXPECT_THAT(ErrorOf("arinc653 0 : 1.0 5"), HasSubstr("major frame \"0\""));
  EXPECT_THAT(ErrorOf("arinc653 5"), HasSubstr("missing ':'"));
  EXPECT_THAT(ErrorOf("arinc653 5 :"), HasSubstr("missing vCPU of a minor"));
  EXPECT_THAT(ErrorOf("arinc653 5 : 1.0"), HasSubstr("missing nanoseconds"));
  EXPECT_THAT(ErrorOf("arinc653 5 : 1 5"), HasSubstr("is not a vCPU"));
  EXPECT_THAT(ErrorOf("arinc653 5 : 1.0 0"), HasSubstr("\"0\" is not valid"));
  EXPECT_THAT(ErrorOf("arinc653 5 : 1.0 5;"), HasSubstr("missing vCPU"));
  EXPECT_THAT(ErrorOf("arinc653 pool=2 5 : 1.0 5"),
              HasSubstr("unknown pool 2; its pool line must come"));
  EXPECT_THAT(ErrorOf("arinc653 5 : 1.0 5\n"), HasSubstr("unknown domain 1"));
  EXPECT_THAT(ErrorOf("domain 1\narinc653 5 : 1.1 5\n"),
              HasSubstr("t:2: unknown vCPU 1.1; domain 1 has 0..0"));
  EXPECT_THAT(ErrorOf("domain 1\narinc653 5 : 1.0 5\narinc653 5 : 1.0 5"),
              HasSubstr("t:3: duplicate arinc653 of pool 0"));
}

}  // namespace
}  // namespace xenotime
