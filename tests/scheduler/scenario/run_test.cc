#include "xenotime/scheduler/scenario/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/scenario/default_scenario.h"

namespace xenotime {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const PolicyRegistry& Registry() {
  static const auto* const kRegistry = [] {
    auto* registry = new PolicyRegistry;
    AddBuiltinPolicies(*registry);
    return registry;
  }();
  return *kRegistry;
}

Scenario Mix() {
  Scenario scenario = *FindBuiltinWorkload("mix");
  scenario.duration = Milliseconds(20);
  return scenario;
}

Report RunOrDie(const Scenario& scenario) {
  absl::StatusOr<Report> report =
      xenotime::Run(scenario, Registry(), RunOptions());
  EXPECT_TRUE(report.ok()) << report.status();
  return report.ok() ? *report : Report();
}

TEST(RunTest, BootOptionsDoWhatTheFieldsDo) {
  Scenario options = Mix();
  options.xen = "sched=credit sched_credit_tslice_ms=5";
  Scenario fields = Mix();
  fields.parameters = {{"tslice_ms", "5"}};
  const Report report = RunOrDie(options);
  EXPECT_EQ(report.trace_hash, RunOrDie(fields).trace_hash);
  EXPECT_NE(report.trace_hash, RunOrDie(Mix()).trace_hash);
  EXPECT_THAT(report.warnings, IsEmpty());
}

TEST(RunTest, ParametersMayHaveXensNames) {
  Scenario xens = Mix();
  xens.parameters = {{"sched_credit_tslice_ms", "5"}};
  Scenario own = Mix();
  own.parameters = {{"tslice_ms", "5"}};
  EXPECT_EQ(RunOrDie(xens).trace_hash, RunOrDie(own).trace_hash);
}

TEST(RunTest, TheReportIsOfTheSchedulerThatBootOptionsChoose) {
  Scenario scenario = Mix();
  scenario.xen = "sched=null vwfi=native timer_slop=1";
  scenario.topology.architecture = Architecture::kArm;
  const Report report = RunOrDie(scenario);
  EXPECT_EQ(report.scheduler, "null");
  EXPECT_EQ(report.vwfi, "native");
  EXPECT_THAT(report.warnings,
              ElementsAre(HasSubstr("xen: timer_slop has no effect yet")));
}

TEST(RunTest, OptionsOfOtherSchedulersDoNothingButAWarning) {
  Scenario scenario = Mix();
  scenario.xen = "credit2_runqueue=core";
  const Report report = RunOrDie(scenario);
  EXPECT_EQ(report.trace_hash, RunOrDie(Mix()).trace_hash);
  EXPECT_THAT(report.warnings,
              ElementsAre(HasSubstr("parameters.credit2_runqueue: scheduler "
                                    "credit does not have it")));
}

TEST(RunTest, PoolsGetTheOptionsOfTheirSchedulers) {
  Scenario scenario = Mix();
  PoolSpec pool;
  pool.scheduler = "credit2";
  pool.pcpus = {3};
  scenario.pools = {pool};
  scenario.domains[1].pool = 1;
  Scenario fields = scenario;
  fields.pools[0].parameters = {{"ratelimit_us", "200"}};
  fields.parameters = {{"ratelimit_us", "200"}};
  scenario.xen = "sched_ratelimit_us=200";
  EXPECT_EQ(RunOrDie(scenario).trace_hash, RunOrDie(fields).trace_hash);
}

TEST(RunTest, WrongOptionsAndFieldsAreRefusedTogether) {
  Scenario scenario = Mix();
  scenario.xen = "sched_credit2_max_cpus_runqueue=0";
  scenario.domains[0].weight = 0;
  const absl::Status status =
      xenotime::Run(scenario, Registry(), RunOptions()).status();
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("xen: sched_credit2_max_cpus_runqueue: 0"),
                    HasSubstr("\ndomains[0].weight: 0")));
}

}  // namespace
}  // namespace xenotime
