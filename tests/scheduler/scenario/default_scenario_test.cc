#include "xenotime/scheduler/scenario/default_scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/validate.h"
#include "xenotime/scheduler/sim/models.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(DefaultScenarioTest, TheTableHasTheDocumentedNames) {
  const auto named = [](const char* name) {
    return Field(&BuiltinWorkload::name, name);
  };
  EXPECT_THAT(
      BuiltinWorkloads(),
      ElementsAre(named("irq-remote"), named("irq-timer"),
                  named("irq-timer-spin"), named("mix"), named("pingpong")));
}

TEST(DefaultScenarioTest, EveryWorkloadIsSound) {
  PolicyRegistry registry;
  for (const char* name : {"credit", "credit2"}) {
    PolicyInfo info;
    info.name = name;
    registry.Add(std::move(info));
  }
  for (const BuiltinWorkload& workload : BuiltinWorkloads()) {
    const Findings findings = Validate(workload.scenario, registry);
    EXPECT_THAT(findings.errors, IsEmpty()) << workload.name;
    EXPECT_THAT(findings.warnings, IsEmpty()) << workload.name;
    EXPECT_EQ(workload.scenario.name, workload.name);
    EXPECT_EQ(workload.scenario.duration, Seconds(1));
  }
}

TEST(DefaultScenarioTest, TheDefaultIsTheRemoteInterrupt) {
  const Scenario scenario = DefaultScenario();
  EXPECT_EQ(scenario, BuiltinWorkloads()[0].scenario);
  EXPECT_TRUE(std::holds_alternative<SignalLatencyWorkload>(
      scenario.domains[1].vcpus[0].workload));
}

TEST(DefaultScenarioTest, CostsAddUpToThePublishedLatencies) {
  const CostModel costs = DefaultScenario().sim.costs;
  const Duration spin = costs.irq_entry + costs.injection;
  EXPECT_EQ(spin, Nanoseconds(1890));
  const Duration common = spin + costs.softirq + costs.context_switch +
                          costs.context_tail + costs.idle_exit;
  EXPECT_EQ(common + costs.wake + costs.decision, Nanoseconds(4850));
}

TEST(DefaultScenarioTest, WorkloadsAreFoundByName) {
  EXPECT_TRUE(FindBuiltinWorkload("mix").ok());
  EXPECT_THAT(std::string(FindBuiltinWorkload("x").status().message()),
              HasSubstr("unknown workload \"x\"; known are irq-remote, "));
}

}  // namespace
}  // namespace xenotime
