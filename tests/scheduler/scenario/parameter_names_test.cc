#include "xenotime/scheduler/scenario/parameter_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

PolicyInfo Policy(const std::string& name,
                  const std::vector<std::string>& parameters) {
  PolicyInfo policy;
  policy.name = name;
  for (const std::string& parameter : parameters) {
    policy.parameters.push_back({.name = parameter, .unit = "", .help = ""});
  }
  return policy;
}

TEST(ParameterNamesTest, APolicyKnowsItsOwnNamesAndXens) {
  const PolicyInfo credit = Policy("credit", {"ratelimit_us"});
  EXPECT_EQ(ParameterNameIn(credit, "ratelimit_us"), "ratelimit_us");
  EXPECT_EQ(ParameterNameIn(credit, "sched_ratelimit_us"), "ratelimit_us");
  EXPECT_EQ(ParameterNameIn(credit, "sched_credit_tslice_ms"), std::nullopt)
      << "this one has none";
  EXPECT_EQ(ParameterNameIn(credit, "credit2_runqueue"), std::nullopt);
  EXPECT_EQ(ParameterNameIn(credit, "timer_slop"), std::nullopt);
}

TEST(ParameterNamesTest, AnotherPolicyOfTheSameWordsIsNotMeant) {
  EXPECT_EQ(
      ParameterNameIn(Policy("mine", {"ratelimit_us"}), "sched_ratelimit_us"),
      std::nullopt);
  EXPECT_EQ(ParameterNameIn(Policy("mine", {"sched_ratelimit_us"}),
                            "sched_ratelimit_us"),
            "sched_ratelimit_us");
}

TEST(ParameterNamesTest, BootOptionsThatAreParametersAreTold) {
  EXPECT_TRUE(IsXenParameter("sched_ratelimit_us"));
  EXPECT_FALSE(IsXenParameter("ratelimit_us"));
  EXPECT_FALSE(IsXenParameter("vwfi"));
}

TEST(ParameterNamesTest, PuttingReplacesEitherSpelling) {
  ParameterList list = {{"tslice_ms", "5"}, {"ratelimit_us", "1"}};
  PutParameter(list, "sched_ratelimit_us", "2");
  EXPECT_THAT(list, ElementsAre(Pair("tslice_ms", "5"),
                                Pair("sched_ratelimit_us", "2")));
  PutParameter(list, "ratelimit_us", "3");
  EXPECT_THAT(list,
              ElementsAre(Pair("tslice_ms", "5"), Pair("ratelimit_us", "3")));
}

Scenario Sample() {
  Scenario scenario;
  scenario.scheduler = "credit";
  scenario.parameters = {{"tslice_ms", "5"},
                         {"sched_ratelimit_us", "2"},
                         {"credit2_runqueue", "core"}};
  return scenario;
}

TEST(UseSchedulerTest, SettlingLeavesTheNamesOfThePolicyOnly) {
  Scenario scenario = Sample();
  EXPECT_THAT(
      UseScheduler(scenario, Policy("credit2", {"ratelimit_us", "runqueue"}),
                   XenNames::kSettle),
      ElementsAre("tslice_ms"));
  EXPECT_EQ(scenario.scheduler, "credit2");
  EXPECT_THAT(scenario.parameters,
              ElementsAre(Pair("ratelimit_us", "2"), Pair("runqueue", "core")));
}

TEST(UseSchedulerTest, KeepingLeavesXensNamesForLater) {
  Scenario scenario = Sample();
  EXPECT_THAT(UseScheduler(scenario, Policy("null", {}), XenNames::kKeep),
              ElementsAre("tslice_ms"));
  EXPECT_THAT(scenario.parameters,
              ElementsAre(Pair("sched_ratelimit_us", "2"),
                          Pair("credit2_runqueue", "core")));
}

TEST(UseSchedulerTest, TheSameSchedulerKeepsWhatItDoesNotKnow) {
  Scenario scenario = Sample();
  scenario.parameters = {{"slice", "3"}};
  EXPECT_THAT(UseScheduler(scenario, Policy("credit", {}), XenNames::kSettle),
              IsEmpty());
  EXPECT_THAT(scenario.parameters, ElementsAre(Pair("slice", "3")));
}

}  // namespace
}  // namespace xenotime
