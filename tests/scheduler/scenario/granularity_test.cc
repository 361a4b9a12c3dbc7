#include "xenotime/scheduler/scenario/granularity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/scheduler/scenario/validate.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

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

// Two sockets of two cores of two threads.
constexpr char kMachine[] = R"(
topology 2 2 2
duration 20000000
domain 1 vcpus=2
domain 2 vcpus=3
vcpu 1.* : run 700003; sleep 300007
vcpu 2.* : run 1000003
)";

Scenario Machine(const std::string& more) {
  return ScenarioOf(absl::StrCat(kMachine, more));
}

uint64_t HashOf(const std::string& more) {
  return RunScenario(Machine(more)).report.trace_hash;
}

TEST(GranularityTest, AResourceIsAPcpuACoreOrASocket) {
  EXPECT_EQ(ResourceSize(Machine("")), 1);
  EXPECT_EQ(ResourceSize(Machine("granularity core\n")), 2);
  EXPECT_EQ(ResourceSize(Machine("granularity socket\n")), 4);
  EXPECT_THAT(ResourceMembers(Machine(""), 5), ElementsAre(5));
  EXPECT_THAT(ResourceMembers(Machine("granularity core\n"), 5),
              ElementsAre(4, 5));
}

TEST(GranularityTest, CpuIsWhatARunHasWithoutTheWord) {
  for (const char* scheduler : {"credit", "credit2", "null", "rtds"}) {
    const std::string line = absl::StrCat("scheduler ", scheduler, "\n");
    EXPECT_EQ(HashOf(line), HashOf(line + "granularity cpu\n"));
    EXPECT_NE(HashOf(line), HashOf(line + "granularity core\n"));
  }
}

TEST(GranularityTest, TheBootOptionDoesWhatTheFieldDoes) {
  EXPECT_EQ(HashOf("scheduler credit\nxen sched=credit sched-gran=socket\n"),
            HashOf("scheduler credit\ngranularity socket\n"));
}

TEST(GranularityTest, TheThreadsRefuseWhatOnlyTheSimulationHas) {
  for (const char* how : {"granularity core\n", "xen sched-gran=core\n"}) {
    RunOptions options;
    options.executor = ExecutorKind::kThreads;
    const auto report = xenotime::Run(Machine(how), Registry(), options);
    EXPECT_THAT(report.status().message(),
                HasSubstr("core exists only in the simulation"));
  }
}

TEST(GranularityTest, ArmHasNone) {
  Scenario scenario = Machine("granularity core\n");
  scenario.topology.architecture = Architecture::kArm;
  EXPECT_THAT(Validate(scenario, Registry()).errors,
              ElementsAre(HasSubstr("core does not exist on Arm")));
}

struct Division {
  const char* lines;
  const char* phrase;  // of the error; "": none
};

class DivisionTest : public testing::TestWithParam<Division> {};

TEST_P(DivisionTest, IsRefusedUnlessWholeCoresStayTogether) {
  const Findings findings =
      Validate(Machine(absl::StrCat("granularity core\n", GetParam().lines)),
               Registry());
  if (std::string(GetParam().phrase).empty()) {
    EXPECT_THAT(findings.errors, IsEmpty());
  } else {
    ASSERT_FALSE(findings.errors.empty());
    EXPECT_THAT(findings.errors[0], HasSubstr(GetParam().phrase));
  }
}

constexpr Division kDivisions[] = {
    {"pool 1 pcpus=4-7\n", ""},
    {"pool 1 pcpus=5-7\n", "pools[0].pcpus: with granularity core, pCPUs 4-5"},
    {"at 1 pool 0 remove=2-3\nat 2 pool 0 add=2-3\n", ""},
    {"at 1 pool 0 remove=3\n", "actions[0].pcpus: with granularity core"},
    {"at 1 pcpu 3 offline\nat 2 pcpu 3 online\n", ""},
    {"at 1 pcpu 3 offline\nat 2 pcpu 2 offline\n", ""},
    {"at 1 pcpu 3 offline\nat 2 vcpu 1.0 hard=2\n",
     "none of these pCPUs is in pool 0 then"},
    {"at 1 pcpu 3 offline\nat 2 pool 0 add=2-3\n", "pCPU 3 is unplugged then"},
    {"at 1 pcpu 1 offline\n",
     "with pCPU 1 the whole resource leaves pool 0 (granularity: core), and "
     "pCPU 0, which is of it, cannot"},
    {"at 1 pcpu 0 offline\n", "pCPU 0 cannot leave pool 0; choose another"},
    {"pool 1 pcpus=2-3\nat 1 pcpu 3 offline\n", "only one of pool 0"},
};
INSTANTIATE_TEST_SUITE_P(All, DivisionTest, testing::ValuesIn(kDivisions));

TEST(GranularityTest, FramesNameTheFirstVcpuOfAUnit) {
  const Scenario scenario = Machine(R"(granularity core
scheduler arinc653
arinc653 5000000 : 1.0 2000000; 1.1 1000000; 2.2 2000000
)");
  const Findings findings = Validate(scenario, Registry());
  EXPECT_THAT(findings.errors, IsEmpty());
  EXPECT_THAT(findings.warnings,
              ElementsAre("frames.entries[1]: nothing runs in it, as vCPU 1.1 "
                          "runs in the frames of 1.0"));
  const Report report = RunScenario(scenario).report;
  EXPECT_EQ(report.metrics.vcpus[4].run_ns, 4 * 2'000'000);
  EXPECT_GT(report.metrics.vcpus[1].run_ns, 0);
  EXPECT_EQ(report.metrics.vcpus[2].run_ns, 0);
}

}  // namespace
}  // namespace xenotime
