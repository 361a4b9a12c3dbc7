#include "xenotime/cli/comparison.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/scenario/default_scenario.h"
#include "xenotime/tests/cli/fake_world.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ComparisonPlan Plan(int repeats) {
  return {.scenario = DefaultScenario(),
          .variants = {{ExecutorKind::kSim, "credit", Vwfi::kTrap},
                       {ExecutorKind::kSim, "null", Vwfi::kNative}},
          .seed = 7,
          .repeats = repeats};
}

TEST(RunComparison, InterleavesAndPairsSeeds) {
  FakeWorld world;
  std::vector<std::string> log;
  world.runner = [&](const Scenario& scenario, const PolicyRegistry&,
                     const RunOptions& options) {
    log.push_back(absl::StrCat(scenario.scheduler, " ",
                               static_cast<int>(scenario.vwfi), " ",
                               options.seed));
    return FakeReport(scenario, options, {100});
  };
  const auto comparison = RunComparison(Plan(2), world.environment());
  ASSERT_TRUE(comparison.ok());
  EXPECT_THAT(log,
              ElementsAre("credit 0 7", "null 2 7", "credit 0 8", "null 2 8"));
  EXPECT_FALSE(comparison->partial);
  ASSERT_EQ(comparison->variants.size(), 2u);
  EXPECT_THAT(comparison->variants[1].Medians(), ElementsAre(100, 100));
  EXPECT_EQ(comparison->variants[1].repeats[1].seed, 8u);
  EXPECT_THAT(comparison->variants[0].repeats[0].latency.samples.values(),
              IsEmpty())
      << "not asked for";
}

TEST(RunComparison, EndsEarlyWhenInterrupted) {
  FakeWorld world;
  world.runner = [&](const Scenario& scenario, const PolicyRegistry&,
                     const RunOptions& options) {
    Report report = FakeReport(scenario, options, {100});
    if (world.runs == 3) {
      world.stop = true;
      report.partial = true;
    }
    return report;
  };
  const auto comparison = RunComparison(Plan(5), world.environment());
  ASSERT_TRUE(comparison.ok());
  EXPECT_TRUE(comparison->partial);
  EXPECT_EQ(world.runs, 3);
  EXPECT_EQ(comparison->variants[0].repeats.size(), 1u)
      << "a partial repeat does not count beside a whole one";
  EXPECT_EQ(comparison->variants[1].repeats.size(), 1u);
}

TEST(RunComparison, AFailureNamesTheVariant) {
  FakeWorld world;
  world.runner = [](const Scenario&, const PolicyRegistry&,
                    const RunOptions&) -> absl::StatusOr<Report> {
    return absl::InternalError("boom");
  };
  EXPECT_THAT(RunComparison(Plan(1), world.environment()).status().message(),
              HasSubstr("sim credit trap: boom"));
}

TEST(RunComparison, CollectsEachWarningOnce) {
  FakeWorld world;
  world.runner = [](const Scenario& scenario, const PolicyRegistry&,
                    const RunOptions& options) {
    Report report = FakeReport(scenario, options, {1});
    report.warnings = {"odd"};
    return report;
  };
  const auto comparison = RunComparison(Plan(3), world.environment());
  EXPECT_THAT(comparison->variants[0].warnings, ElementsAre("odd"));
}

TEST(CheckPlan, FindsErrorsOfAnyVariant) {
  ComparisonPlan plan = Plan(1);
  plan.scenario.domains[0].weight = 65536;
  EXPECT_THAT(CheckPlan(plan, FakeRegistry()).status().message(),
              HasSubstr("domains[0].weight"));
}

TEST(CheckPlan, SaysWhichParametersAreLeftOut) {
  ComparisonPlan plan = Plan(1);
  plan.scenario.parameters = {{"tslice_ms", "5"}};
  const auto warnings = CheckPlan(plan, FakeRegistry());
  ASSERT_TRUE(warnings.ok()) << warnings.status();
  EXPECT_THAT(*warnings,
              ElementsAre("null has no parameter tslice_ms; left out"));
}

// The options of one scheduler do not concern the other; those of none are
// told.
TEST(CheckPlan, TellsBootOptionsOnlyIfNoSchedulerHasThem) {
  ComparisonPlan plan = Plan(1);
  plan.scenario.parameters = {{"sched_credit_tslice_ms", "5"},
                              {"credit2_runqueue", "core"}};
  const auto warnings = CheckPlan(plan, FakeRegistry());
  ASSERT_TRUE(warnings.ok()) << warnings.status();
  EXPECT_THAT(*warnings, ElementsAre("credit2_runqueue: no scheduler has it"));
}

TEST(RunComparison, GivesEachVariantItsOwnParametersAndAllTheWarnings) {
  FakeWorld world;
  ComparisonPlan plan = Plan(1);
  plan.scenario.parameters = {{"sched_credit_tslice_ms", "5"}};
  plan.warnings = {"odd"};
  std::vector<size_t> parameters;
  world.runner = [&](const Scenario& scenario, const PolicyRegistry&,
                     const RunOptions& options) {
    parameters.push_back(scenario.parameters.size());
    return FakeReport(scenario, options, {1});
  };
  const auto comparison = RunComparison(plan, world.environment());
  EXPECT_THAT(parameters, ElementsAre(1, 0));
  EXPECT_THAT(comparison->variants[1].warnings, ElementsAre("odd"));
}

}  // namespace
}  // namespace xenotime
