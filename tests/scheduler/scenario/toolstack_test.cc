// What a toolstack does during a run, from the scenario's text to the trace.

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/scenario/validate.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kTwoPools[] = R"(
scheduler credit
pcpus 4
duration 100000000
pool 1 scheduler=null pcpus=2-3
domain 1 weight=512
vcpu 1.0 : run 1000000000
)";

TEST(Toolstack, ADomainThatMovesRunsInTheOtherPoolFromThenOn) {
  const TextRun run =
      RunText(absl::StrCat(kTwoPools, "at 10000000 domain 1 pool=1\n"));
  EXPECT_EQ(run.trace,
            "0 1.0 0 10000000 parked\n1 idle 0 100000000 idle\n"
            "2 idle 0 10000000 idle\n3 idle 0 100000000 idle\n"
            "0 idle 10000000 100000000 idle\n"
            "2 1.0 10000000 100000000 end\n");
  EXPECT_EQ(run.report.domains[0].weight, 256u) << "a move resets it";
}

TEST(Toolstack, APcpuThatLeavesItsPoolIdles) {
  const TextRun run = RunText(absl::StrCat(kTwoPools,
                                           "at 10000000 vcpu 1.0 hard=1\n"
                                           "at 20000000 pool 0 remove=1\n"));
  EXPECT_THAT(run.trace, HasSubstr("1 1.0 10000000 20000000 migrating\n"));
  EXPECT_THAT(run.trace, HasSubstr("0 1.0 20000000 100000000 end\n"));
}

TEST(Toolstack, AnotherTableOfArinc653BeginsWithTheNextDecision) {
  const TextRun run = RunText(R"(
scheduler arinc653
pcpus 1
duration 100000000
domain 1 vcpus=2
vcpu 1.* : run 1000000000
arinc653 40000000 : 1.0 30000000; 1.1 10000000
at 10000000 arinc653 25000000 : 1.1 20000000
)");
  EXPECT_THAT(run.trace, HasSubstr("0 1.0 0 30000000 "))
      << "nobody is asked to decide";
  EXPECT_THAT(run.trace, HasSubstr("0 idle 30000000 35000000 "));
  EXPECT_THAT(run.trace, HasSubstr("0 1.1 35000000 55000000 "));
  EXPECT_THAT(run.trace, HasSubstr("0 1.1 60000000 80000000 "));
}

TEST(Toolstack, HotplugBreaksAffinityAndRestoresItWhenAsked) {
  const std::string away = absl::StrCat(
      kTwoPools, "at 10000000 vcpu 1.0 hard=1\nat 20000000 pcpu 1 offline\n");
  EXPECT_THAT(RunText(absl::StrCat(away, "at 30000000 pcpu 1 online\n")).trace,
              HasSubstr("0 1.0 20000000 100000000 end\n"));
  EXPECT_THAT(
      RunText(absl::StrCat(away, "at 30000000 pcpu 1 online restore\n")).trace,
      AllOf(HasSubstr("0 1.0 20000000 30000000 migrating\n"),
            HasSubstr("1 1.0 30000000 100000000 end\n")));
}

TEST(Toolstack, ALateDomainStartsWhenItIsCreated) {
  const TextRun run = RunText(absl::StrCat(
      kTwoPools, "domain 2 create=30000000 pool=1\nvcpu 2.0 : run 1000000\n"));
  EXPECT_THAT(run.trace, HasSubstr("2 2.0 30000000 100000000 end\n"));
}

TEST(Toolstack, ADestroyedDomainIsGone) {
  const TextRun run =
      RunText(absl::StrCat(kTwoPools, "at 10000000 domain 1 destroy\n"));
  EXPECT_THAT(run.trace, AllOf(HasSubstr("0 1.0 0 10000000 parked\n"),
                               HasSubstr("0 idle 10000000 100000000 idle\n")));
}

TEST(Toolstack, APauseHoldsUntilItIsTakenBack) {
  const TextRun run = RunText(absl::StrCat(kTwoPools,
                                           "at 10000000 domain 1 pause\n"
                                           "at 11000000 vcpu 1.0 pause\n"
                                           "at 12000000 domain 1 unpause\n"
                                           "at 15000000 vcpu 1.0 unpause\n"));
  EXPECT_THAT(run.trace, HasSubstr("0 1.0 15000000 100000000 end\n"));
}

TEST(Toolstack, APollEndsWithItsTimeOrWithASignal) {
  const TextRun run = RunText(R"(
scheduler null
pcpus 2
vwfi native
duration 1000000
domain 1 vcpus=2
vcpu 1.0 : run 1000; poll 100000
vcpu 1.1 : run 350000; wake 1.0; exit
)");
  EXPECT_THAT(run.trace, AllOf(HasSubstr("0 1.0 0 1000 blocked\n"),
                               HasSubstr("0 1.0 101000 102000 blocked\n"),
                               HasSubstr("0 1.0 350000 351000 blocked\n"),
                               HasSubstr("0 1.0 451000 452000 blocked\n")));
}

struct BadCourse {
  const char* actions;
  const char* phrase;
};

class BadCourseTest : public ::testing::TestWithParam<BadCourse> {};

TEST_P(BadCourseTest, IsRefusedWithWhatHoldsThen) {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  const Findings findings = Validate(
      ScenarioOf(absl::StrCat(kTwoPools, GetParam().actions)), registry);
  ASSERT_FALSE(findings.errors.empty());
  EXPECT_THAT(findings.errors[0], HasSubstr(GetParam().phrase));
}

constexpr BadCourse kBadCourses[] = {
    {"at 1 domain 1 pool=9\n", "there is no pool 9"},
    {"at 1 pool 1 remove=2\nat 2 pool 1 remove=3\nat 3 domain 1 pool=1\n",
     "pool 1 has no pCPU then"},
    {"at 1 pool 0 remove=0\n", "pCPU 0 cannot leave pool 0"},
    {"at 1 pool 0 add=2\n", "pCPU 2 is in pool 1 then"},
    {"at 1 pool 1 remove=1\n", "pCPU 1 is in pool 0 then"},
    {"at 1 pcpu 2 offline\n", "only one of pool 0"},
    {"at 1 pcpu 1 online\n", "only an unplugged one can return"},
    {"at 1 pcpu 1 offline\nat 2 pool 0 add=1\n", "pCPU 1 is unplugged then"},
    {"at 1 domain 1 pool=1\nat 2 pool 1 remove=2\nat 3 pool 1 remove=3\n",
     "the last one of pool 1"},
    {"at 1 domain 1 destroy\nat 2 domain 1 pause\n", "destroyed before 2 ns"},
    {"domain 2 create=5\nvcpu 2.0 : run 1\nat 4 domain 2 pause\n",
     "created only after 4 ns"},
    {"domain 2 create=5\nvcpu 2.0 start=4 : run 1\n",
     "before the domain's creation"},
    {"at 1 domain 1 unpause\n", "it is not paused then"},
    {"at 1 vcpu 1.0 hard=2-3\n", "none of these pCPUs is in pool 0 then"},
    {"domain 2 pool=1\nvcpu 2.0 hard=0 : run 1\n",
     "none of these pCPUs is in pool 1 then"},
    {"pool 2 scheduler=fair\n", "unknown scheduler \"fair\""},
    {"pool 1 scheduler=null pcpus=1\n", "each pool its own"},
    {"pool 2 scheduler=null pcpus=3\n", "is in pool 1 already"},
    {"pool 2 scheduler=null pcpus=0\n", "pCPU 0 belongs to pool 0"},
    {"pool 2 scheduler=credit tslice_ms=0\n", "tslice_ms"},
};
INSTANTIATE_TEST_SUITE_P(All, BadCourseTest, ::testing::ValuesIn(kBadCourses));

}  // namespace
}  // namespace xenotime
