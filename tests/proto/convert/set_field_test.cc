#include "xenotime/proto/convert/set_field.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/validate.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Optional;
using ::testing::Pair;

// Domain 1 with two equal vCPUs on four pCPUs.
Scenario Sample() {
  Scenario scenario;
  scenario.topology.cores = 4;
  scenario.domains.resize(1);
  scenario.domains[0].vcpus.resize(2);
  for (VcpuSpec& vcpu : scenario.domains[0].vcpus) {
    vcpu.workload = PhasesWorkload{{{PhaseSpec::Kind::kRun, Nanoseconds(5)}}};
  }
  scenario.parameters = {{"tslice_ms", "5"}};
  return scenario;
}

Scenario With(const std::string& assignment) {
  Scenario scenario = Sample();
  const absl::Status status = SetField(scenario, assignment);
  EXPECT_TRUE(status.ok()) << status;
  return scenario;
}

TEST(SetFieldTest, ScalarsOfAllKindsAreSet) {
  EXPECT_EQ(With("duration_ns=5000000").duration, Milliseconds(5));
  EXPECT_EQ(With("snapshot_ns=-1").snapshot, Nanoseconds(-1));
  EXPECT_EQ(With("scheduler=null").scheduler, "null");
  EXPECT_EQ(With("topology.cores=8").topology.cores, 8u);
  EXPECT_EQ(With("domains[0].weight=512").domains[0].weight, 512u);
  EXPECT_EQ(With("costs.wake_ns=100").sim.costs.wake, Nanoseconds(100));
  EXPECT_FALSE(With("threads.pin=false").threads.pin);
  EXPECT_EQ(With("description=a=b").description, "a=b");
}

TEST(SetFieldTest, ListsAreEnteredByIndex) {
  const Scenario scenario = With("domains[0].vcpus[1].hard=0-2");
  EXPECT_EQ(scenario.domains[0].vcpus[0].hard, std::nullopt);
  EXPECT_THAT(scenario.domains[0].vcpus[1].hard,
              Optional(ElementsAre(0, 1, 2)));
}

TEST(SetFieldTest, SettingAWorkloadReplacesTheOther) {
  const Scenario scenario =
      With("domains[0].vcpus[0].timer_latency.delay_ns=7");
  EXPECT_EQ(scenario.domains[0].vcpus[0].workload,
            Workload(TimerLatencyWorkload{Nanoseconds(7)}));
}

TEST(SetFieldTest, WordsOfEnumerationsMayBeShort) {
  EXPECT_EQ(With("vwfi=VWFI_YIELD").vwfi, Vwfi::kYield);
  EXPECT_EQ(With("vwfi=yield").vwfi, Vwfi::kYield);
  EXPECT_EQ(With("threads.idle=poll").threads.idle, IdleMode::kPoll);
  EXPECT_EQ(With("threads.idle=park").threads.idle, IdleMode::kPark);
  EXPECT_EQ(With("threads.idle=spin-then-park").threads.idle,
            IdleMode::kSpinThenPark);
  EXPECT_EQ(With("topology.architecture=arm").topology.architecture,
            Architecture::kArm);
}

TEST(SetFieldTest, ParametersAreSetByNameAndReplaced) {
  EXPECT_THAT(With("parameters.ratelimit_us=0").parameters,
              ElementsAre(Pair("tslice_ms", "5"), Pair("ratelimit_us", "0")));
  EXPECT_THAT(With("parameters.tslice_ms=9").parameters,
              ElementsAre(Pair("tslice_ms", "9")));
  EXPECT_THAT(With("parameters.sched_credit_tslice_ms=9").parameters,
              ElementsAre(Pair("sched_credit_tslice_ms", "9")));
}

// Something wrong in every part that Validate looks at.
Scenario WrongEverywhere() {
  Scenario scenario = Sample();
  const Duration negative = Nanoseconds(-1);
  scenario.parameters = {{"tslice_ms", "-5"}, {"no such", "1"}};
  scenario.duration = scenario.snapshot = scenario.stagger = negative;
  scenario.topology.nodes = 9;
  scenario.domains[0].weight = 0;
  scenario.domains[0].cap = 65535;
  scenario.domains[0].vcpus.resize(6);
  auto& vcpus = scenario.domains[0].vcpus;
  using Kind = PhaseSpec::Kind;
  vcpus[0].start = Instant(-1);
  vcpus[0].hard = PcpuList{9};
  vcpus[0].workload = PhasesWorkload{{{Kind::kRun, negative},
                                      {Kind::kSleep, negative},
                                      {Kind::kDown, negative},
                                      {Kind::kWake, Duration(), 9, 9}}};
  vcpus[1].workload = TimerLatencyWorkload{negative};
  vcpus[2].workload = SignalSenderWorkload{9, 9, negative};
  scenario.domains[0].real_time = {.period = negative};
  scenario.frames = {.major = negative, .entries = {{9, 9, negative}}};
  scenario.domains.push_back(scenario.domains[0]);
  scenario.domains[1].vcpus.clear();
  AdminAction action;
  action.at = Instant(-1);
  action.domain = 9;
  scenario.actions = {action};
  scenario.sim.costs.wake = scenario.sim.latency.timer = negative;
  scenario.sim.costs.per_scheduler = {{"x", negative, negative}};
  scenario.sim.faults.late_ipi = negative;
  scenario.sim.faults.stall_ppm = 2'000'000;
  scenario.threads.spin = scenario.threads.watchdog = negative;
  return scenario;
}

TEST(SetFieldTest, TheFieldsThatValidateNamesAreThoseThatCanBeSet) {
  PolicyRegistry registry;
  registry.Add({.name = "credit",
                .summary = "",
                .parameters = {{"tslice_ms", "ms", 30, 1, 1000, false, ""}},
                .cap_rule = CapRule::kReject,
                .make = nullptr});
  const Findings findings = Validate(WrongEverywhere(), registry);
  EXPECT_GE(findings.errors.size(), 25u);
  for (const std::string& error : findings.errors) {
    const std::string path = error.substr(0, error.find(": "));
    Scenario scenario = WrongEverywhere();
    const absl::Status status = SetField(scenario, path + "=?");
    EXPECT_THAT(std::string(status.message()),
                Not(HasSubstr("there is no field")))
        << error;
  }
}

TEST(SetFieldTest, PoolsHaveParametersOfTheirOwn) {
  Scenario scenario = Sample();
  scenario.pools.resize(2);
  ASSERT_TRUE(SetField(scenario, "pools[1].parameters.tslice_ms=9").ok());
  EXPECT_THAT(scenario.pools[1].parameters,
              ElementsAre(Pair("tslice_ms", "9")));
  EXPECT_THAT(scenario.parameters, ElementsAre(Pair("tslice_ms", "5")));
  EXPECT_FALSE(SetField(scenario, "pools[2].parameters.tslice_ms=9").ok());
  EXPECT_FALSE(SetField(scenario, "pools.parameters.tslice_ms=9").ok());
}

struct BadAssignment {
  const char* text;
  const char* error;
};

class SetFieldErrorTest : public ::testing::TestWithParam<BadAssignment> {};

TEST_P(SetFieldErrorTest, NamesTheElementAndLeavesTheScenarioAsItWas) {
  Scenario scenario = Sample();
  const absl::Status status = SetField(scenario, GetParam().text);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr(GetParam().error));
  EXPECT_EQ(scenario, Sample());
}

constexpr BadAssignment kBadAssignments[] = {
    {"", "\"\" is not PATH=VALUE"},
    {"duration_ns", "\"duration_ns\" is not PATH=VALUE"},
    {"=5", "\"=5\" is not PATH=VALUE"},
    {"durations=5", "there is no field \"durations\"; there are name, "},
    {"domains[0].wait=5", "there is no field \"wait\"; there are number, "},
    {"costs.=5", "there is no field \"\""},
    {"domain[0].weight=5", "there is no field \"domain\""},
    {"domains.weight=5", "\"domains\" does not exist; domains has 1 entries"},
    {"domains[1].weight=5", "\"domains[1]\" does not exist"},
    {"domains[x].weight=5", "\"domains[x]\" is not NAME[INDEX]"},
    {"domains[0.weight=5", "\"domains[0\" is not NAME[INDEX]"},
    {"costs[0].wake_ns=5", "\"costs\" is not a list; leave out [0]"},
    {"duration_ns.x=5", "\"duration_ns\" has no fields"},
    {"costs=5", "costs: it is a group of fields; name one of irq_entry_ns"},
    {"duration_ns=5ms", "duration_ns: \"5ms\" is not valid; give a whole"},
    {"duration_ns=", "duration_ns: \"\" is not valid"},
    {"duration_ns=--5", "\"--5\" is not valid"},
    {"duration_ns=9223372036854775808", "at most 9223372036854775807"},
    {"topology.cores=-1", "\"-1\" is not valid; give a whole number 0.."},
    {"topology.cores=4294967296", "0..4294967295"},
    {"threads.pin=maybe", "give true or false"},
    {"vwfi=block", "give one of VWFI_TRAP, VWFI_YIELD, VWFI_NATIVE"},
    {"domains[0].vcpus[0].hard=x", "domains[0].vcpus[0].hard: \"x\""},
    {"topology.cores=5000", "topology: 1 * 5000 * 1 pCPUs are not valid"},
};

INSTANTIATE_TEST_SUITE_P(Table, SetFieldErrorTest,
                         ::testing::ValuesIn(kBadAssignments));

}  // namespace
}  // namespace xenotime
