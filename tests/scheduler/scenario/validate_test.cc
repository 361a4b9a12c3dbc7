#include "xenotime/scheduler/scenario/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

PolicyInfo Info(const std::string& name, CapRule rule) {
  PolicyInfo info;
  info.name = name;
  info.cap_rule = rule;
  return info;
}

const PolicyRegistry& Registry() {
  static const PolicyRegistry* const registry = [] {
    auto* filled = new PolicyRegistry;
    PolicyInfo credit = Info("credit", CapRule::kReject);
    credit.parameters = {
        {"tslice_ms", "ms", 30, 1, 1000, false, "time slice"},
        {"ratelimit_us", "us", 1000, 100, 500000, true, "rate limit"}};
    credit.warn = [](const PolicyParameters& values) -> std::string {
      const bool odd =
          values.Get("ratelimit_us") > 1000 * values.Get("tslice_ms");
      return odd ? "ratelimit_us is above tslice_ms" : "";
    };
    filled->Add(std::move(credit));
    filled->Add(Info("credit2", CapRule::kWarn));
    filled->Add(Info("null", CapRule::kIgnored));
    return filled;
  }();
  return *registry;
}

// Two pCPUs, domains 1 (2 vCPUs) and 2 (1 vCPU), nothing wrong with it.
Scenario Sound() {
  Scenario scenario;
  scenario.topology.cores = 2;
  VcpuSpec hog;
  hog.workload = PhasesWorkload{{{PhaseSpec::Kind::kRun, Microseconds(100)}}};
  DomainSpec domain;
  domain.vcpus = {hog, hog};
  scenario.domains.push_back(domain);
  domain.number = 2;
  domain.vcpus = {hog};
  scenario.domains.push_back(domain);
  return scenario;
}

PhaseSpec& FirstPhase(Scenario& s) {
  return std::get<PhasesWorkload>(s.domains[0].vcpus[0].workload).phases[0];
}

PoolSpec CreditPoolOf(uint32_t pcpu) {
  PoolSpec pool;
  pool.pcpus = {pcpu};
  return pool;
}

AdminAction CapChange(uint32_t cap) {
  AdminAction action;
  action.domain = 1;
  action.cap = cap;
  return action;
}

TEST(ValidateTest, ASoundScenarioHasNoFindings) {
  const Findings findings = Validate(Sound(), Registry());
  EXPECT_THAT(findings.errors, IsEmpty());
  EXPECT_THAT(findings.warnings, IsEmpty());
}

struct Defect {
  const char* name;
  std::function<void(Scenario&)> make;
  const char* message;
};

class ValidateErrorTest : public ::testing::TestWithParam<Defect> {};

TEST_P(ValidateErrorTest, OneDefectGivesOneErrorThatNamesTheField) {
  Scenario scenario = Sound();
  GetParam().make(scenario);
  EXPECT_THAT(Validate(scenario, Registry()).errors,
              ElementsAre(HasSubstr(GetParam().message)));
}

const Defect kErrors[] = {
    {"Scheduler", [](Scenario& s) { s.scheduler = "cfs"; },
     "scheduler: unknown scheduler \"cfs\"; known are credit, credit2, null"},
    {"Parameter",
     [](Scenario& s) {
       s.parameters = {{"slice", "3"}};
     },
     "parameters.slice: there is no such parameter; scheduler credit has "
     "tslice_ms, ratelimit_us"},
    {"ParameterRange",
     [](Scenario& s) {
       s.parameters = {{"tslice_ms", "1001"}};
     },
     "parameters.tslice_ms: \"1001\" is not valid; give 1..1000"},
    {"ParameterInXensSpelling",
     [](Scenario& s) {
       s.parameters = {{"sched_ratelimit_us", "99"}};
     },
     "parameters.sched_ratelimit_us: parameter ratelimit_us: \"99\" is not"},
    {"ParameterWithControlCharacters",
     [](Scenario& s) {
       s.parameters = {{"\x1b[2J", "99"}};
     },
     "parameters.\\x1b[2J: there is no such parameter"},
    {"BootOption",
     [](Scenario& s) { s.xen = "sched_credit2_max_cpus_runqueue=0"; },
     "xen: sched_credit2_max_cpus_runqueue: 0 is not valid"},
    {"SchedulerOfABootOption",
     [](Scenario& s) {
       s.xen = "sched=null";
       s.domains[0].weight = 0;
     },
     "domains[0].weight: 0 is not valid"},
    {"NoSockets", [](Scenario& s) { s.topology.sockets = 0; },
     "topology.sockets: 0 is not valid; give 1..4096"},
    {"OverflowingProduct",
     [](Scenario& s) {
       s.topology = {4096, 4096, 256, 0};
     },
     "topology: 4294967296 pCPUs are too many; give at most 4096"},
    {"HugeCount", [](Scenario& s) { s.topology.threads = 4294967295u; },
     "topology.threads: 4294967295"},
    {"Nodes", [](Scenario& s) { s.topology.nodes = 2; },
     "topology.nodes: 2 is more than there are sockets (1)"},
    {"Duration", [](Scenario& s) { s.duration = Duration(); },
     "duration_ns: 0 ns is not valid; give at least 1 ns"},
    {"Snapshot", [](Scenario& s) { s.snapshot = Nanoseconds(-1); },
     "snapshot_ns: -1 ns"},
    {"Stagger", [](Scenario& s) { s.stagger = Nanoseconds(-1); },
     "stagger_ns: -1 ns"},
    {"NoDomains", [](Scenario& s) { s.domains.clear(); },
     "domains: there is none"},
    {"NoVcpus", [](Scenario& s) { s.domains[1].vcpus.clear(); },
     "domains[1].vcpus: there is none"},
    {"NoPrograms",
     [](Scenario& s) {
       s.domains.pop_back();
       s.domains[0].vcpus = {VcpuSpec()};
     },
     "domains: empty workload"},
    {"TooManyVcpus", [](Scenario& s) { s.domains[0].vcpus.resize(65535); },
     "domains: 65536 vCPUs are too many; give at most 65535"},
    {"DomainZero", [](Scenario& s) { s.domains[1].number = 0; },
     "domains[1].number: 0 is not valid; give 1..32767"},
    {"DomainNumber", [](Scenario& s) { s.domains[1].number = 32768; },
     "domains[1].number: 32768"},
    {"DuplicateDomain", [](Scenario& s) { s.domains[1].number = 1; },
     "domains[1].number: 1 is the number of another domain"},
    {"WeightZero", [](Scenario& s) { s.domains[0].weight = 0; },
     "domains[0].weight: 0 is not valid; give 1..65535"},
    {"Weight", [](Scenario& s) { s.domains[0].weight = 65536; },
     "domains[0].weight: 65536"},
    {"CapSentinel", [](Scenario& s) { s.domains[0].cap = 65535; },
     "domains[0].cap: 65535 is not valid; give 0 (none) or 1..65534"},
    {"CapRejected", [](Scenario& s) { s.domains[0].cap = 201; },
     "domains[0].cap: 201 percent is more than 2 vCPUs can use; give at most "
     "200"},
    {"EmptyAffinity",
     [](Scenario& s) { s.domains[0].vcpus[1].hard = PcpuList(); },
     "domains[0].vcpus[1].hard: no pCPU is in it"},
    {"AffinityOutside",
     [](Scenario& s) {
       s.domains[0].vcpus[1].soft = PcpuList{0, 2};
     },
     "domains[0].vcpus[1].soft: pCPU 2 is not in the machine; give 0..1"},
    {"AffinityUnsorted",
     [](Scenario& s) {
       s.domains[0].vcpus[1].soft = PcpuList{1, 0};
     },
     "domains[0].vcpus[1].soft: the pCPUs are not ascending"},
    {"Start", [](Scenario& s) { s.domains[0].vcpus[0].start = Instant(-2); },
     "domains[0].vcpus[0].start_ns: -2 ns"},
    {"RunOfZero", [](Scenario& s) { FirstPhase(s).duration = Duration(); },
     "domains[0].vcpus[0].program.phases[0].run_ns: 0 ns is not valid; give "
     "at least 1 ns"},
    {"NegativeSleep",
     [](Scenario& s) {
       FirstPhase(s) = {PhaseSpec::Kind::kSleep, Nanoseconds(-1)};
     },
     "domains[0].vcpus[0].program.phases[0].sleep_ns: -1 ns"},
    {"WakeDomain",
     [](Scenario& s) {
       FirstPhase(s) = {PhaseSpec::Kind::kWake, Duration(), 9, 0};
     },
     "phases[0].wake: there is no domain 9"},
    {"WakeVcpu",
     [](Scenario& s) {
       FirstPhase(s) = {PhaseSpec::Kind::kWake, Duration(), 1, 2};
     },
     "phases[0].wake: there is no vCPU 1.2; domain 1 has 2 vCPUs"},
    {"SignalTarget",
     [](Scenario& s) {
       s.domains[1].vcpus[0].workload = SignalSenderWorkload{7, 0};
     },
     "domains[1].vcpus[0].signal_sender.target: there is no domain 7"},
    {"Gap",
     [](Scenario& s) {
       s.domains[1].vcpus[0].workload = SignalSenderWorkload{1, 0, Duration()};
     },
     "domains[1].vcpus[0].signal_sender.gap_ns: 0 ns"},
    {"Delay",
     [](Scenario& s) {
       s.domains[1].vcpus[0].workload = TimerLatencyWorkload{Duration()};
     },
     "domains[1].vcpus[0].timer_latency.delay_ns: 0 ns"},
    {"ActionDomain",
     [](Scenario& s) {
       s.actions = {CapChange(5)};
       s.actions[0].domain = 3;
     },
     "actions[0].domain: there is no domain 3"},
    {"ActionVcpu",
     [](Scenario& s) {
       AdminAction action;
       action.domain = 2;
       action.vcpu = 1;
       action.hard = PcpuList{0};
       s.actions = {action};
     },
     "actions[0].vcpu: there is no vCPU 2.1"},
    {"ActionTime",
     [](Scenario& s) {
       s.actions = {CapChange(5)};
       s.actions[0].at = Instant(-1);
     },
     "actions[0].at_ns: -1 ns"},
    {"ActionCap", [](Scenario& s) { s.actions = {CapChange(300)}; },
     "actions[0].cap: 300 percent is more than 2 vCPUs can use"},
    {"CapOfThePoolsScheduler",
     [](Scenario& s) {
       s.scheduler = "null";
       s.topology.cores = 3;
       s.pools = {CreditPoolOf(2)};
       s.domains[1].pool = 1;
       s.domains[1].cap = 101;
     },
     "domains[1].cap: 101 percent is more than 1 vCPU can use"},
    {"CapAfterAMove",
     [](Scenario& s) {
       s.scheduler = "null";
       s.topology.cores = 3;
       s.pools = {CreditPoolOf(2)};
       AdminAction move;
       move.kind = AdminAction::Kind::kMoveDomain;
       move.domain = 1;
       move.pool = 1;
       s.actions = {move, CapChange(300)};
     },
     "actions[1].cap: 300 percent is more than 2 vCPUs can use"},
    {"ActionBudget",
     [](Scenario& s) {
       s.actions = {CapChange(0)};
       s.actions[0].period = Milliseconds(1);
       s.actions[0].budget = Milliseconds(2);
     },
     "actions[0]: a budget of 2000000 ns is not valid"},
    {"ActionWeight",
     [](Scenario& s) {
       s.actions = {CapChange(5)};
       s.actions[0].weight = 0;
     },
     "actions[0].weight: 0 is not valid"},
    {"Cost", [](Scenario& s) { s.sim.costs.wake = Nanoseconds(-1); },
     "costs.wake_ns: -1 ns"},
    {"Spin", [](Scenario& s) { s.threads.spin = Nanoseconds(-1); },
     "threads.spin_ns: -1 ns"},
};

INSTANTIATE_TEST_SUITE_P(Table, ValidateErrorTest, ::testing::ValuesIn(kErrors),
                         [](const auto& test) { return test.param.name; });

class ValidateWarningTest : public ::testing::TestWithParam<Defect> {};

TEST_P(ValidateWarningTest, OneOddityGivesOneWarningAndNoError) {
  Scenario scenario = Sound();
  GetParam().make(scenario);
  const Findings findings = Validate(scenario, Registry());
  EXPECT_THAT(findings.errors, IsEmpty());
  EXPECT_THAT(findings.warnings, ElementsAre(HasSubstr(GetParam().message)));
}

const Defect kWarnings[] = {
    {"CapAboveVcpus",
     [](Scenario& s) {
       s.scheduler = "credit2";
       s.domains[1].cap = 101;
     },
     "domains[1].cap: 101 percent is more than 1 vCPU can use"},
    {"NoCaps",
     [](Scenario& s) {
       s.scheduler = "null";
       s.domains[1].cap = 50;
     },
     "domains[1].cap: 50 has no effect, as scheduler null has no caps"},
    {"RepeatedParameter",
     [](Scenario& s) {
       s.parameters = {{"tslice_ms", "5"}, {"tslice_ms", "6"}};
     },
     "parameters.tslice_ms: it is given more than once"},
    {"RepeatedInBothSpellings",
     [](Scenario& s) {
       s.parameters = {{"tslice_ms", "5"}, {"sched_credit_tslice_ms", "6"}};
     },
     "parameters.sched_credit_tslice_ms: it is given more than once"},
    {"AnotherSchedulersParameter",
     [](Scenario& s) {
       s.parameters = {{"credit2_runqueue", "core"}};
     },
     "parameters.credit2_runqueue: scheduler credit does not have it"},
    {"BootOption", [](Scenario& s) { s.xen = "sched_credit_tslice_ms=0"; },
     "xen: sched_credit_tslice_ms: 0 is out of range"},
    {"OddCombination",
     [](Scenario& s) {
       s.parameters = {{"tslice_ms", "1"}, {"ratelimit_us", "1001"}};
     },
     "parameters: ratelimit_us is above tslice_ms"},
    {"ActionAfterTheEnd",
     [](Scenario& s) {
       s.actions = {CapChange(5)};
       s.actions[0].at = Instant(s.duration.ns());
     },
     "actions[0].at_ns: 1000000000 ns is not before the end"},
    {"ActionWithoutChange",
     [](Scenario& s) {
       s.actions = {CapChange(5)};
       s.actions[0].cap.reset();
     },
     "actions[0]: it changes nothing; give weight or cap"},
    {"ActionWithForeignFields",
     [](Scenario& s) {
       s.actions = {CapChange(5)};
       s.actions[0].hard = PcpuList{0};
     },
     "actions[0]: hard and soft do not belong to a domain"},
};

INSTANTIATE_TEST_SUITE_P(Table, ValidateWarningTest,
                         ::testing::ValuesIn(kWarnings),
                         [](const auto& test) { return test.param.name; });

TEST(ValidateTest, AllErrorsAreCollected) {
  Scenario scenario = Sound();
  scenario.scheduler = "cfs";
  scenario.topology.cores = 0;
  scenario.duration = Duration();
  scenario.domains[0].weight = 0;
  scenario.domains[1].cap = 70000;
  scenario.sim.faults.stall_ppm = 1'000'001;
  EXPECT_EQ(Validate(scenario, Registry()).errors.size(), 6u);
}

TEST(ValidateTest, AParameterThatIsZeroForOffIsAccepted) {
  Scenario scenario = Sound();
  scenario.parameters = {{"ratelimit_us", "0"}};
  EXPECT_THAT(Validate(scenario, Registry()).errors, IsEmpty());
}

}  // namespace
}  // namespace xenotime
