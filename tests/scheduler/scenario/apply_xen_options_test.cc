#include "xenotime/scheduler/scenario/apply_xen_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace xenotime {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::StartsWith;

PolicyInfo Policy(const std::string& name,
                  const std::vector<std::string>& parameters) {
  PolicyInfo policy;
  policy.name = name;
  for (const std::string& parameter : parameters) {
    PolicyParameter known = {.name = parameter, .unit = "", .help = ""};
    known.minimum = -40;
    known.maximum = 4'294'967'295;
    if (parameter == "runqueue") known.words = {"cpu", "core", "socket"};
    policy.parameters.push_back(known);
  }
  return policy;
}

PolicyRegistry Without(const std::string& missing) {
  PolicyRegistry registry;
  for (const PolicyInfo& policy :
       {Policy("credit", {"tslice_ms", "ratelimit_us", "migrate_delay_us",
                          "load_balance_ratelimit_us", "tickle_one_idle"}),
        Policy("credit2",
               {"ratelimit_us", "runqueue", "max_cpus_runqueue",
                "migrate_resist_us", "balance_under", "balance_over",
                "load_window_shift", "load_precision_shift", "cap_period_ms"}),
        Policy("null", {})}) {
    if (policy.name != missing) registry.Add(policy);
  }
  return registry;
}

const PolicyRegistry& Registry() {
  static const auto* const kRegistry = new PolicyRegistry(Without(""));
  return *kRegistry;
}

struct Outcome {
  Scenario scenario;
  Findings findings;
};

Outcome Apply(const std::string& text, Scenario scenario = Scenario(),
              const PolicyRegistry& registry = Registry()) {
  scenario.xen = text;
  Findings findings = ApplyXenOptions(scenario, registry);
  EXPECT_EQ(scenario.xen, "");
  return {std::move(scenario), std::move(findings)};
}

TEST(ApplyXenOptionsTest, NothingChangesNothing) {
  const Outcome outcome = Apply("");
  EXPECT_EQ(outcome.scenario, Scenario());
  EXPECT_THAT(outcome.findings.warnings, IsEmpty());
  EXPECT_THAT(outcome.findings.errors, IsEmpty());
}

TEST(ApplyXenOptionsTest, EachOptionGoesToItsField) {
  Scenario arm;
  arm.topology.architecture = Architecture::kArm;
  const Outcome outcome = Apply(
      "sched=credit2 sched_ratelimit_us=500 credit2_runqueue=core vwfi=native",
      arm);
  EXPECT_EQ(outcome.scenario.scheduler, "credit2");
  EXPECT_EQ(outcome.scenario.vwfi, Vwfi::kNative);
  EXPECT_THAT(outcome.scenario.parameters,
              ElementsAre(Pair("sched_ratelimit_us", "500"),
                          Pair("credit2_runqueue", "core")));
  EXPECT_THAT(outcome.findings.warnings, IsEmpty());
}

TEST(ApplyXenOptionsTest, TheGranularityIsKept) {
  const Outcome outcome = Apply("sched-gran=socket");
  EXPECT_EQ(outcome.scenario.granularity, SchedGran::kSocket);
  EXPECT_THAT(outcome.findings.warnings, IsEmpty());
  EXPECT_EQ(Apply("sched-gran=cpu").scenario.granularity, SchedGran::kCpu);
}

TEST(ApplyXenOptionsTest, VwfiOnX86IsUsedWithAWarning) {
  const Outcome outcome = Apply("vwfi=native");
  EXPECT_EQ(outcome.scenario.vwfi, Vwfi::kNative);
  EXPECT_THAT(outcome.findings.warnings,
              ElementsAre("xen: vwfi is an option of Arm, and the machine is "
                          "x86; it is used all the same"));
}

struct Correction {
  const char* text;
  const char* name;
  const char* used;  // nullptr: an error
  const char* said;  // "": silence
};

class XenCorrectionTest : public ::testing::TestWithParam<Correction> {};

TEST_P(XenCorrectionTest, IsThatOfXensBoot) {
  const Outcome outcome = Apply(GetParam().text);
  const std::string said = GetParam().said;
  if (GetParam().used == nullptr) {
    EXPECT_THAT(outcome.findings.errors, ElementsAre(HasSubstr(said)));
    return;
  }
  EXPECT_THAT(outcome.scenario.parameters,
              Contains(Pair(GetParam().name, GetParam().used)));
  EXPECT_THAT(outcome.findings.errors, IsEmpty());
  if (said.empty()) {
    EXPECT_THAT(outcome.findings.warnings, IsEmpty());
  } else {
    EXPECT_THAT(outcome.findings.warnings, ElementsAre(HasSubstr(said)));
  }
}

const Correction kCorrections[] = {
    {"sched_ratelimit_us=0", "sched_ratelimit_us", "0", ""},
    {"sched_ratelimit_us", "sched_ratelimit_us", "0", ""},
    {"sched_ratelimit_us=99", "sched_ratelimit_us", "1000",
     "xen: sched_ratelimit_us: 99 is out of range (0 (off), 100..500000 us); "
     "1000 is used"},
    {"sched_ratelimit_us=500001", "sched_ratelimit_us", "1000", "500001"},
    {"sched_ratelimit_us=-1", "sched_ratelimit_us", "1000", ": -1 is out"},
    {"sched_credit_tslice_ms=0", "sched_credit_tslice_ms", "30", ": 0 is out"},
    {"sched_credit_tslice_ms=1000", "sched_credit_tslice_ms", "1000", ""},
    {"sched_credit_tslice_ms=1001", "sched_credit_tslice_ms", "30", "30"},
    {"sched_credit_tslice_ms=-5", "sched_credit_tslice_ms", "30", "4294967291"},
    {"vcpu_migration_delay=100001", "vcpu_migration_delay", "0", "0 is used"},
    {"load-balance-ratelimit=1000001", "load-balance-ratelimit", "1000000",
     "1000000 is used"},
    {"no-tickle_one_idle_cpu", "tickle_one_idle_cpu", "0", ""},
    {"sched_credit2_max_cpus_runqueue=1", "sched_credit2_max_cpus_runqueue",
     "1", ""},
    {"sched_credit2_max_cpus_runqueue=65535", "sched_credit2_max_cpus_runqueue",
     "4096", "4096 is used"},
    {"sched_credit2_max_cpus_runqueue=0", "", nullptr,
     "xen: sched_credit2_max_cpus_runqueue: 0 is not valid; give >= 1"},
    {"sched_credit2_migrate_resist=-1", "sched_credit2_migrate_resist",
     "4294967295", ""},
    {"credit2_balance_over=-18", "credit2_balance_over", "-18", ""},
    {"credit2_balance_over=-19", "", nullptr,
     "makes the exponent -1, which is undefined; give -18..44"},
    {"credit2_load_precision_shift=20 credit2_balance_under=-20",
     "credit2_balance_under", "-20", ""},
    {"credit2_load_window_shift=11", "credit2_load_window_shift", "11", ""},
    {"credit2_load_window_shift=10", "credit2_load_window_shift", "30", "30"},
    {"credit2_load_window_shift=74", "", nullptr, "give 11..73"},
    {"credit2_load_precision_shift=3", "credit2_load_precision_shift", "4",
     "4 is used"},
    {"credit2_cap_period_ms=0", "credit2_cap_period_ms", "10", "10 is used"},
};

INSTANTIATE_TEST_SUITE_P(Table, XenCorrectionTest,
                         ::testing::ValuesIn(kCorrections));

TEST(ApplyXenOptionsTest, TheParsersComplaintsComeFirst) {
  EXPECT_THAT(Apply("sched_ratelimit_us=50us").findings.warnings,
              ElementsAre(StartsWith("xen: parameter \"sched_ratelimit_us\" "
                                     "has invalid value \"50us\", rc=-22!"),
                          HasSubstr("50 is out of range")));
}

TEST(ApplyXenOptionsTest, WhatHasNoEffectYetSaysSoOnce) {
  const Outcome outcome = Apply("timer_slop=1 timer_slop=2 no-tdt maxcpus=4");
  EXPECT_THAT(outcome.findings.warnings,
              AllOf(SizeIs(3), Each(HasSubstr(" has no effect yet ("))));
  EXPECT_EQ(outcome.scenario, Scenario());
}

TEST(ApplyXenOptionsTest, OptionsOfTimeAreCorrectedToo) {
  EXPECT_THAT(Apply("rcu-idle-timer-period-ms=101").findings.warnings,
              ElementsAre(HasSubstr("101 is out of range (1..100 ms); 10"),
                          HasSubstr("no effect yet")));
}

TEST(ApplyXenOptionsTest, AnUnknownSchedulerBecomesXensDefault) {
  const Outcome outcome = Apply("sched=bfs");
  EXPECT_EQ(outcome.scenario.scheduler, "credit2");
  EXPECT_THAT(outcome.findings.warnings,
              ElementsAre("xen: sched: \"bfs\" is not a scheduler of this "
                          "program (credit, credit2, null); credit2 is used, "
                          "Xen's default"));
}

TEST(ApplyXenOptionsTest, WithoutCredit2TheScenariosSchedulerStays) {
  const PolicyRegistry registry = Without("credit2");
  const Outcome outcome = Apply("sched=bfs", Scenario(), registry);
  EXPECT_EQ(outcome.scenario.scheduler, "credit");
  EXPECT_THAT(outcome.findings.warnings,
              ElementsAre(HasSubstr("credit is used, as credit2, Xen's "
                                    "default, is missing too")));
  EXPECT_THAT(
      Apply("credit2_runqueue=core", Scenario(), registry).findings.warnings,
      ElementsAre("xen: credit2_runqueue has no effect, as no "
                  "scheduler of this program has it (credit2)"));
}

TEST(ApplyXenOptionsTest, AProgramWithoutSchedulersIsAnError) {
  EXPECT_THAT(Apply("sched=bfs", Scenario(), PolicyRegistry()).findings.errors,
              ElementsAre(HasSubstr("\"bfs\" is not a scheduler")));
}

TEST(ApplyXenOptionsTest, AnotherSchedulerLosesParametersOfTheFirst) {
  Scenario scenario;
  scenario.parameters = {{"tslice_ms", "5"}, {"ratelimit_us", "200"}};
  const Outcome outcome = Apply("sched=credit2", scenario);
  EXPECT_THAT(outcome.scenario.parameters,
              ElementsAre(Pair("ratelimit_us", "200")));
  EXPECT_THAT(outcome.findings.warnings,
              ElementsAre("xen: sched: credit2 has no parameter tslice_ms; "
                          "left out"));
}

TEST(ApplyXenOptionsTest, OptionsReplaceTheScenariosParameters) {
  Scenario scenario;
  scenario.parameters = {{"ratelimit_us", "200"}};
  EXPECT_THAT(Apply("sched_ratelimit_us=500", scenario).scenario.parameters,
              ElementsAre(Pair("sched_ratelimit_us", "500")));
}

TEST(ApplyXenOptionsTest, PoolsGetWhatTheirSchedulersHave) {
  Scenario scenario;
  scenario.pools.resize(2);
  scenario.pools[0].scheduler = "null";
  scenario.pools[1].scheduler = "credit2";
  const Outcome outcome =
      Apply("sched_ratelimit_us=500 sched_credit_tslice_ms=5", scenario);
  EXPECT_THAT(outcome.scenario.pools[0].parameters, IsEmpty());
  EXPECT_THAT(outcome.scenario.pools[1].parameters,
              ElementsAre(Pair("sched_ratelimit_us", "500")));
}

TEST(ApplyXenOptionsTest, WhatThePolicyCannotComputeIsAnErrorOfTheOption) {
  PolicyInfo narrow = Policy("credit2", {"cap_period_ms"});
  narrow.parameters[0].minimum = 1;
  narrow.parameters[0].maximum = 1000;
  PolicyRegistry registry;
  registry.Add(narrow);
  const Outcome outcome =
      Apply("credit2_cap_period_ms=1001", Scenario(), registry);
  EXPECT_THAT(outcome.findings.errors,
              ElementsAre(StartsWith("xen: credit2_cap_period_ms: ")));
  EXPECT_THAT(outcome.scenario.parameters, IsEmpty());
}

TEST(ApplyXenOptionsTest, AVeryLongStringIsAnError) {
  const Outcome outcome = Apply(std::string(5'000'000, 'x'));
  EXPECT_THAT(outcome.findings.errors,
              ElementsAre("xen: 5000000 bytes are too many; give at most "
                          "65536"));
  EXPECT_EQ(outcome.scenario, Scenario());
}

TEST(ApplyXenOptionsTest, HostileTextIsEscaped) {
  const Outcome outcome =
      Apply(std::string("sched=\x1b\0[2J\x07 \xff\xfe=1", 18));
  EXPECT_THAT(outcome.findings.warnings, Not(IsEmpty()));
  for (const std::string& warning : outcome.findings.warnings) {
    for (char c : warning) EXPECT_TRUE(c >= ' ' && c < '\x7f') << warning;
  }
}

TEST(HasEffectTest, FollowsTheProgramsPolicies) {
  EXPECT_TRUE(HasEffect(*FindXenOption("sched"), Registry()));
  EXPECT_TRUE(HasEffect(*FindXenOption("credit2_runqueue"), Registry()));
  EXPECT_FALSE(
      HasEffect(*FindXenOption("credit2_runqueue"), Without("credit2")));
  EXPECT_FALSE(HasEffect(*FindXenOption("timer_slop"), Registry()));
}

}  // namespace
}  // namespace xenotime
