#include "xenotime/formats/scenario_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::Pair;

Scenario ParseOrDie(const std::string& text) {
  absl::StatusOr<Scenario> scenario = ParseScenarioText(text, "t");
  EXPECT_TRUE(scenario.ok()) << scenario.status();
  return scenario.ok() ? *scenario : Scenario();
}

const std::vector<PhaseSpec>& PhasesOf(const VcpuSpec& vcpu) {
  return std::get<PhasesWorkload>(vcpu.workload).phases;
}

TEST(ScenarioTextTest, EmptyTextGivesTheDefaults) {
  EXPECT_EQ(ParseOrDie(""), Scenario());
  EXPECT_EQ(ParseOrDie("\n  # nothing\n\n"), Scenario());
}

TEST(ScenarioTextTest, EveryDirectiveIsRead) {
  const Scenario scenario = ParseOrDie(
      "scheduler credit2\n"
      "topology 2 4 2\n"
      "nodes 1\n"
      "duration 5000\n"
      "snapshot 100\n"
      "stagger 7\n"
      "vwfi yield\n"
      "granularity socket\n"
      "param ratelimit_us 0\n"
      "param runqueue all\n"
      "domain 3 weight=512 cap=40 vcpus=2\n"
      "domain 1\n");
  EXPECT_EQ(scenario.scheduler, "credit2");
  EXPECT_EQ(scenario.topology, (TopologyShape{2, 4, 2, 1}));
  EXPECT_EQ(scenario.duration, Nanoseconds(5000));
  EXPECT_EQ(scenario.snapshot, Nanoseconds(100));
  EXPECT_EQ(scenario.stagger, Nanoseconds(7));
  EXPECT_EQ(scenario.vwfi, Vwfi::kYield);
  EXPECT_EQ(scenario.granularity, SchedGran::kSocket);
  EXPECT_THAT(scenario.parameters,
              ElementsAre(Pair("ratelimit_us", "0"), Pair("runqueue", "all")));
  ASSERT_EQ(scenario.domains.size(), 2u);
  EXPECT_EQ(scenario.domains[0].number, 3u);
  EXPECT_EQ(scenario.domains[0].weight, 512u);
  EXPECT_EQ(scenario.domains[0].cap, 40u);
  EXPECT_EQ(scenario.domains[0].vcpus.size(), 2u);
  EXPECT_EQ(scenario.domains[1].weight, 256u);
  EXPECT_EQ(scenario.domains[1].cap, 0u);
  EXPECT_EQ(scenario.domains[1].vcpus.size(), 1u);
}

TEST(ScenarioTextTest, BootOptionsOfSeveralLinesAddUp) {
  const Scenario scenario = ParseOrDie(
      "xen  sched=credit2\tvwfi=native # a comment\n"
      "xen timer_slop=50us\n");
  EXPECT_EQ(scenario.xen, "sched=credit2 vwfi=native timer_slop=50us");
}

TEST(ScenarioTextTest, PcpusAreTheCoresOfOneSocket) {
  EXPECT_EQ(ParseOrDie("pcpus 8\n").topology, (TopologyShape{1, 8, 1}));
}

TEST(ScenarioTextTest, EveryStepIsRead) {
  const Scenario scenario = ParseOrDie(
      "domain 1\n"
      "vcpu 1.0 : run 1; sleep 0; wait ;wake 1.0;yield; down 0; exit\n");
  using Kind = PhaseSpec::Kind;
  EXPECT_THAT(PhasesOf(scenario.domains[0].vcpus[0]),
              ElementsAre(PhaseSpec{Kind::kRun, Nanoseconds(1)},
                          PhaseSpec{Kind::kSleep}, PhaseSpec{Kind::kWait},
                          PhaseSpec{Kind::kWake, Duration(), 1, 0},
                          PhaseSpec{Kind::kYield}, PhaseSpec{Kind::kDown},
                          PhaseSpec{Kind::kExit}));
}

TEST(ScenarioTextTest, OurOwnWorkloadsAreRead) {
  const Scenario scenario = ParseOrDie(
      "domain 1 vcpus=3\n"
      "vcpu 1.0 : timer_latency delay=500000 wait=spin\n"
      "vcpu 1.1 : signal_latency\n"
      "vcpu 1.2 : signal_sender gap=9 target=1.1\n");
  const std::vector<VcpuSpec>& vcpus = scenario.domains[0].vcpus;
  EXPECT_EQ(vcpus[0].workload, Workload(TimerLatencyWorkload{
                                   Microseconds(500), GuestWait::kSpin}));
  EXPECT_EQ(vcpus[1].workload, Workload(SignalLatencyWorkload()));
  EXPECT_EQ(vcpus[2].workload,
            Workload(SignalSenderWorkload{1, 1, Nanoseconds(9)}));
}

TEST(ScenarioTextTest, MasksAreListsOfIdsAndRangesInAnyOrder) {
  const Scenario scenario =
      ParseOrDie("pcpus 8\ndomain 1\nvcpu 1.0 hard=5,0-3,2-4 soft=7 :\n");
  const VcpuSpec& vcpu = scenario.domains[0].vcpus[0];
  EXPECT_THAT(vcpu.hard, Optional(ElementsAre(0, 1, 2, 3, 4, 5)));
  EXPECT_THAT(vcpu.soft, Optional(ElementsAre(7)));
}

TEST(ScenarioTextTest, AllStaysAnExplicitMaskWhereverTheMachineIsGiven) {
  const Scenario scenario =
      ParseOrDie("domain 1 vcpus=2\nvcpu 1.0 hard=all : yield\npcpus 3\n");
  EXPECT_THAT(scenario.domains[0].vcpus[0].hard,
              Optional(ElementsAre(0, 1, 2)));
  EXPECT_EQ(scenario.domains[0].vcpus[1].hard, std::nullopt);
}

TEST(ScenarioTextTest, AVcpuLineNamesOneVcpuOrARangeOrAll) {
  const Scenario scenario = ParseOrDie(
      "domain 1 vcpus=4\n"
      "vcpu 1.* : yield\n"
      "vcpu 1.1-2 : wait\n"
      "vcpu 1.2 : exit\n");
  const std::vector<VcpuSpec>& vcpus = scenario.domains[0].vcpus;
  EXPECT_EQ(PhasesOf(vcpus[0])[0].kind, PhaseSpec::Kind::kYield);
  EXPECT_EQ(PhasesOf(vcpus[1])[0].kind, PhaseSpec::Kind::kWait);
  EXPECT_EQ(PhasesOf(vcpus[2])[0].kind, PhaseSpec::Kind::kExit);
  EXPECT_EQ(vcpus[0], vcpus[3]);
}

TEST(ScenarioTextTest, ALaterVcpuLineOverridesAnEarlierOneCompletely) {
  const Scenario scenario = ParseOrDie(
      "pcpus 2\ndomain 1\n"
      "vcpu 1.0 hard=0 soft=1 start=5 : run 1\n"
      "vcpu 1.0 : run 2\n");
  VcpuSpec expected;
  expected.workload = PhasesWorkload{{{PhaseSpec::Kind::kRun, Nanoseconds(2)}}};
  EXPECT_EQ(scenario.domains[0].vcpus[0], expected);
}

TEST(ScenarioTextTest, AnEmptyProgramIsNotStarted) {
  const Scenario scenario =
      ParseOrDie("domain 1\nvcpu 1.0 start=5 : # later\n");
  EXPECT_THAT(PhasesOf(scenario.domains[0].vcpus[0]), IsEmpty());
  EXPECT_EQ(scenario.domains[0].vcpus[0].start, Instant(5));
}

TEST(ScenarioTextTest, AtLinesChangeDomainsAndVcpus) {
  const Scenario scenario = ParseOrDie(
      "pcpus 2\n"
      "at 7 domain 1 cap=50\n"
      "at 6 vcpu 1.0 soft=all hard=1\n"
      "domain 1\n");
  ASSERT_EQ(scenario.actions.size(), 2u);
  AdminAction first;
  first.at = Instant(7);
  first.domain = 1;
  first.cap = 50;
  EXPECT_EQ(scenario.actions[0], first);
  AdminAction second;
  second.at = Instant(6);
  second.domain = 1;
  second.vcpu = 0;
  second.hard = PcpuList{1};
  second.soft = PcpuList{0, 1};
  EXPECT_EQ(scenario.actions[1], second);
}

TEST(ScenarioTextTest, CommentsBlankLinesTabsAndCarriageReturnsAreTolerated) {
  EXPECT_EQ(ParseOrDie("# x\r\n\r\n\tpcpus\t2 # two\r\n  duration 5\r\n"),
            ParseOrDie("pcpus 2\nduration 5"));
}

TEST(ScenarioTextTest, AWakeMayNameADomainOfALaterLine) {
  EXPECT_TRUE(
      ParseScenarioText("domain 1\nvcpu 1.0 : wake 2.0\ndomain 2\n", "t").ok());
}

TEST(ScenarioTextTest, AProgramOfAMillionStepsIsTheLargest) {
  std::string text = "domain 1\nvcpu 1.0 : yield";
  for (int i = 2; i < 1'000'000; ++i) text += ";wait";
  // The two lines without a slot of their own count as well.
  EXPECT_THAT(ParseScenarioText(text, "t").status().message(),
              HasSubstr("t:2: too many program steps"));
}

TEST(ScenarioTextTest, RepeatedAssignmentsToManyVcpusAreBounded) {
  std::string text = "domain 1 vcpus=65535\n";
  for (int i = 0; i < 100; ++i) text += "vcpu 1.* : yield\n";
  EXPECT_THAT(ParseScenarioText(text, "t").status().message(),
              HasSubstr("t:17: too many program steps"));
}

TEST(ScenarioTextTest, AffinitiesOfManyVcpusAreBounded) {
  EXPECT_THAT(ParseScenarioText("pcpus 4096\ndomain 1 vcpus=5000\n"
                                "vcpu 1.* hard=all :\n",
                                "t")
                  .status()
                  .message(),
              HasSubstr("t:3: the affinities are too large"));
}

TEST(ScenarioTextTest, ATextOfMoreThan16MiBIsRefused) {
  const std::string text((16 << 20) + 1, '\n');
  EXPECT_THAT(ParseScenarioText(text, "t").status().message(),
              HasSubstr("16777216"));
}

struct BadInput {
  const char* text;
  int line;
  const char* phrase;
};

class ScenarioTextBadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(ScenarioTextBadInputTest, IsRefusedWithItsLineAndAReason) {
  const BadInput& bad = GetParam();
  const absl::Status status =
      ParseScenarioText(bad.text, "f.scenario").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << bad.text;
  const std::string message(status.message());
  EXPECT_THAT(message, ::testing::StartsWith(
                           absl::StrCat("f.scenario:", bad.line, ": ")));
  EXPECT_THAT(message, HasSubstr(bad.phrase));
}

constexpr BadInput kBadInputs[] = {
    {"shceduler credit", 1, "unknown keyword \"shceduler\"; known are"},
    {"\n# c\nfoo", 3, "unknown keyword \"foo\""},
    {"pcpus", 1, "missing number of pCPUs"},
    {"pcpus 0", 1, "\"0\" is not valid; give a whole number 1..4096"},
    {"pcpus -1", 1, "\"-1\" is not valid"},
    {"pcpus +1", 1, "\"+1\" is not valid"},
    {"pcpus 1.5", 1, "\"1.5\" is not valid"},
    {"pcpus 0x4", 1, "\"0x4\" is not valid"},
    {"pcpus 4097", 1, "1..4096"},
    {"pcpus 4 4", 1, "unexpected \"4\""},
    {"pcpus 4\ntopology 1 4 1", 2,
     "duplicate topology; it was given in line 1"},
    {"topology 1 2", 1, "missing threads per core"},
    {"topology 64 64 2", 1, "8192 pCPUs; give at most 4096"},
    {"topology 4096 4096 4096", 1, "68719476736 pCPUs"},
    {"topology 4294967296 1 1", 1, "number of sockets"},
    {"nodes 0", 1, "number of nodes \"0\""},
    {"scheduler", 1, "missing scheduler name"},
    {"scheduler a b", 1, "unexpected \"b\""},
    {"scheduler a\nscheduler a", 2, "duplicate scheduler"},
    {"duration 0", 1, "duration \"0\" is not valid; give a whole number 1.."},
    {"duration 9223372036854775808", 1, "..9223372036854775807"},
    {"duration 99999999999999999999999999", 1, "is not valid"},
    {"duration 5ms", 1, "\"5ms\" is not valid"},
    {"snapshot -1", 1, "snapshot period"},
    {"stagger x", 1, "stagger \"x\""},
    {"vwfi block", 1, "\"block\" is not known; give trap or yield or native"},
    {"granularity node", 1, "\"node\" is not known; give cpu"},
    {"param ratelimit_us", 1, "missing parameter value"},
    {"param a b c", 1, "unexpected \"c\""},
    {"domain", 1, "missing domain number"},
    {"domain 0", 1, "1..32767"},
    {"domain 1\ndomain 1", 2, "duplicate domain 1"},
    {"domain 1 vcpus=0", 1, "vcpus \"0\" is not valid"},
    {"domain 1 vcpus=65536", 1, "1..65535"},
    {"domain 1 vcpus=65535\ndomain 2", 2, "65536 vCPUs; give at most 65535"},
    {"domain 1 weight=0", 1, "weight \"0\" is not valid; give a whole"},
    {"domain 1 cap=65535", 1, "0..65534"},
    {"domain 1 weight", 1, "\"weight\" is not KEY=VALUE"},
    {"domain 1 weight=", 1, "\"weight=\" is not KEY=VALUE"},
    {"domain 1 weight=1 weight=2", 1, "duplicate weight"},
    {"domain 1 colour=red", 1, "unknown key \"colour\"; known are weight"},
    {"vcpu 1.0 : exit", 1, "unknown domain 1; its domain line must come"},
    {"domain 1\nvcpu 1.1 : exit", 2, "vCPU index \"1\" is not valid"},
    {"domain 1\nvcpu 1 : exit", 2, "vCPU index \"\""},
    {"domain 1\nvcpu 1.0", 2, "missing ':'"},
    {"domain 1\nvcpu : exit", 2, "missing vCPU"},
    {"domain 1 vcpus=3\nvcpu 1.2-1 : exit", 2, "2..2"},
    {"domain 1 vcpus=3\nvcpu 1.0-3 : exit", 2, "last vCPU index \"3\""},
    {"domain 1\nvcpu 1.0 hard= : exit", 2, "\"hard=\" is not KEY=VALUE"},
    {"domain 1\nvcpu 1.0 hard=3-1 : exit", 2, "is not a set of pCPUs"},
    {"domain 1\nvcpu 1.0 hard=0,,1 : exit", 2, "hard \"0,,1\" is not a set"},
    {"domain 1\nvcpu 1.0 soft=4096 : exit", 2, "soft \"4096\""},
    {"domain 1\nvcpu 1.0 soft=ALL : exit", 2, "soft \"ALL\""},
    {"domain 1\nvcpu 1.0 hard=0 hard=0 : exit", 2, "duplicate hard"},
    {"domain 1\nvcpu 1.0 start=-5 : exit", 2, "start \"-5\""},
    {"domain 1\nvcpu 1.0 pin=0 : exit", 2,
     "known are hard, soft, start, period"},
    {"domain 1\nvcpu 1.0 : jump 5", 2, "unknown step \"jump\""},
    {"domain 1\nvcpu 1.0 : run", 2, "missing nanoseconds of run"},
    {"domain 1\nvcpu 1.0 : run 0", 2, "nanoseconds of run \"0\""},
    {"domain 1\nvcpu 1.0 : run 5 6", 2, "unexpected \"6\""},
    {"domain 1\nvcpu 1.0 : run 5;", 2, "missing step after ';'"},
    {"domain 1\nvcpu 1.0 : ; run 5", 2, "missing step before \"; run 5\""},
    {"domain 1\nvcpu 1.0 : run 5: exit", 2, "unexpected \": exit\""},
    {"domain 1\nvcpu 1.0 : wake 2.0\ndomain 3", 2, "unknown domain 2"},
    {"domain 1\nvcpu 1.0 : wake 1.1", 2, "unknown vCPU 1.1; domain 1 has 0..0"},
    {"domain 1\nvcpu 1.0 : wake 1.*", 2, "\"1.*\" is not a vCPU"},
    {"domain 1\nvcpu 1.0 : timer_latency delay=0", 2, "delay \"0\""},
    {"domain 1\nvcpu 1.0 : timer_latency wait=block", 2, "give wfi or spin"},
    {"domain 1\nvcpu 1.0 : exit; timer_latency", 2, "unknown step"},
    {"domain 1\nvcpu 1.0 : timer_latency; exit", 2, "missing KEY=VALUE"},
    {"domain 1\nvcpu 1.0 : signal_sender gap=5", 2, "missing target"},
    {"domain 1\nvcpu 1.0 : signal_sender target=3.0", 2, "unknown domain 3"},
    {"at", 1, "missing time"},
    {"at 5", 1, "missing domain, vcpu, pool, pcpu or arinc653"},
    {"at 5 core 0", 1, "\"core\" is not what changes"},
    {"at 5 pcpu 0", 1, "missing online or offline"},
    {"at 5 pcpu 0 away", 1, "\"away\" is no state"},
    {"at 5 pool 0", 1, "missing"},
    {"at 5 pool 0 take=1", 1, "known are add and remove"},
    {"domain 1\nat 5 domain 1 pool=1 cap=5", 2, "resets every value"},
    {"domain 1\nat 5 domain 1 pause now", 2, "unexpected \"now\""},
    {"domain 1\nat 5 vcpu 1.0 destroy", 2, "KEY=VALUE"},
    {"pool 0 scheduler=null", 1, "1..8191"},
    {"at 5 domain 1 cap=5", 1, "unknown domain 1"},
    {"domain 1\nat 5 vcpu 1.3 hard=0", 2, "unknown vCPU 1.3"},
    {"domain 1\nat 5 vcpu 1.* hard=0", 2, "\"1.*\" is not a vCPU"},
    {"domain 1\nat 5 domain 1 vcpus=5", 2, "known are weight, cap, period"},
    {"\x01\xff", 1, "unknown keyword \"\\x01\\xff\""},
};

INSTANTIATE_TEST_SUITE_P(Table, ScenarioTextBadInputTest,
                         ::testing::ValuesIn(kBadInputs));

}  // namespace
}  // namespace xenotime
