// How --xen, --set, --scheduler and their like change a scenario, on the three
// commands that have them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "xenotime/tests/cli/fake_world.h"

namespace xenotime {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;

class ScenarioOptionsTest : public testing::Test {
 protected:
  ScenarioOptionsTest() {
    world_.runner = [this](const Scenario& scenario, const PolicyRegistry&,
                           const RunOptions& options) {
      seen_.push_back(scenario);
      return FakeReport(scenario, options, {1});
    };
  }

  // Of a scenario of one domain and `lines`.
  static std::string File(const std::string& lines) {
    const std::string path = testing::TempDir() + "options.scenario";
    std::ofstream(path) << "domain 1\nvcpu 1.0 : run 5\n" << lines;
    return path;
  }

  // The scenario that `run` ran.
  Scenario Run(const std::string& lines,
               const std::vector<std::string>& options) {
    std::vector<std::string> words = {"run", File(lines)};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(world_.Execute(words), kExitOk) << world_.err.str();
    return seen_.empty() ? Scenario() : seen_.back();
  }

  FakeWorld world_;
  std::vector<Scenario> seen_;
};

TEST_F(ScenarioOptionsTest, BootOptionsOfTheCommandLineAreApplied) {
  const Scenario scenario =
      Run("", {"--xen=sched=credit sched_credit_tslice_ms=7 vwfi=native"});
  EXPECT_EQ(scenario.vwfi, Vwfi::kNative);
  EXPECT_THAT(scenario.parameters, ElementsAre(Pair("tslice_ms", "7")));
  EXPECT_EQ(scenario.xen, "");
}

TEST_F(ScenarioOptionsTest, BootOptionsOfTheFileCountMoreThanItsFields) {
  EXPECT_THAT(
      Run("param tslice_ms 5\nxen sched_credit_tslice_ms=6\n", {}).parameters,
      ElementsAre(Pair("tslice_ms", "6")));
  EXPECT_THAT(
      Run("xen sched_credit_tslice_ms=6\nparam tslice_ms 5\n", {}).parameters,
      ElementsAre(Pair("tslice_ms", "6")))
      << "wherever they stand";
}

TEST_F(ScenarioOptionsTest, TheCommandLineCountsMoreThanTheFile) {
  const std::string lines = "xen sched_credit_tslice_ms=6\n";
  EXPECT_THAT(Run(lines, {"--set=parameters.tslice_ms=7"}).parameters,
              ElementsAre(Pair("tslice_ms", "7")));
  EXPECT_THAT(Run(lines, {"--xen=sched_credit_tslice_ms=8"}).parameters,
              ElementsAre(Pair("tslice_ms", "8")));
}

TEST_F(ScenarioOptionsTest, OnTheCommandLineTheLaterOneWins) {
  EXPECT_THAT(Run("", {"--set=parameters.tslice_ms=7", "--xen",
                       "sched_credit_tslice_ms=8"})
                  .parameters,
              ElementsAre(Pair("tslice_ms", "8")));
  EXPECT_THAT(Run("", {"--xen=sched_credit_tslice_ms=8", "--set",
                       "parameters.tslice_ms=7"})
                  .parameters,
              ElementsAre(Pair("tslice_ms", "7")));
  EXPECT_THAT(Run("", {"--xen=sched_credit_tslice_ms=8",
                       "--xen=sched_credit_tslice_ms=9"})
                  .parameters,
              ElementsAre(Pair("tslice_ms", "9")));
  EXPECT_THAT(Run("", {"--set=xen=sched_credit_tslice_ms=9"}).parameters,
              ElementsAre(Pair("tslice_ms", "9")));
}

TEST_F(ScenarioOptionsTest, TheOptionsOfTheirOwnCountMost) {
  const Scenario scenario =
      Run("", {"--scheduler=null", "--vwfi=yield",
               "--xen=sched=credit vwfi=native sched_credit_tslice_ms=7"});
  EXPECT_EQ(scenario.scheduler, "null");
  EXPECT_EQ(scenario.vwfi, Vwfi::kYield);
  EXPECT_THAT(scenario.parameters, IsEmpty());
  EXPECT_THAT(world_.err.str(),
              HasSubstr("null has no parameter sched_credit_tslice_ms"));
}

TEST_F(ScenarioOptionsTest, ParametersMayHaveXensNames) {
  EXPECT_THAT(Run("param sched_credit_tslice_ms 5\n", {}).parameters,
              ElementsAre(Pair("tslice_ms", "5")));
  EXPECT_THAT(
      Run("", {"--set", "parameters.sched_credit_tslice_ms=5"}).parameters,
      ElementsAre(Pair("tslice_ms", "5")));
}

TEST_F(ScenarioOptionsTest, WarningsAreInTheReportAndOnStandardError) {
  Run("xen timer_slop=50us\n",
      {"--xen=sched_credit_tslice_ms=0 speed=5", "--format=json"});
  EXPECT_THAT(
      world_.err.str(),
      AllOf(HasSubstr("xenotime: warning: xen: parameter \"timer_slop\" has "
                      "invalid value \"50us\", rc=-22!"),
            HasSubstr("xenotime: warning: xen: timer_slop has no effect yet"),
            HasSubstr("xenotime: warning: --xen: parameter \"speed\" unknown!"),
            HasSubstr("xenotime: warning: --xen: sched_credit_tslice_ms: 0 is "
                      "out of range (1..1000 ms); 30 is used")));
  const auto json = nlohmann::json::parse(world_.out.str());
  EXPECT_EQ(json["warnings"].size(), 4u) << json["warnings"];
}

TEST_F(ScenarioOptionsTest, WhatXenWouldNotSurviveIsBadInput) {
  for (const char* command : {"run", "compare", "validate"}) {
    FakeWorld world;
    EXPECT_EQ(world.Execute(
                  {command, "mix", "--xen=sched_credit2_max_cpus_runqueue=0"}),
              kExitUsage);
    EXPECT_THAT(world.err.str(),
                HasSubstr("--xen: sched_credit2_max_cpus_runqueue: 0 is not "
                          "valid; give >= 1"));
    EXPECT_EQ(world.runs, 0);
  }
}

TEST_F(ScenarioOptionsTest, HostileOptionsAreEscaped) {
  Run("", {std::string("--xen=\x1b[2J=\x07 sched=\x01\xff")});
  EXPECT_THAT(world_.err.str(),
              AllOf(HasSubstr("\\x1b[2J"), Not(HasSubstr("\x1b")),
                    Not(HasSubstr("\x07"))));
  FakeWorld world;
  EXPECT_EQ(world.Execute({"run", "mix", "--xen=" + std::string(100'000, 'x')}),
            kExitUsage);
  EXPECT_THAT(world.err.str(), HasSubstr("100000 bytes are too many"));
}

TEST_F(ScenarioOptionsTest, CompareTakesWhatTheBootOptionsChoose) {
  EXPECT_EQ(world_.Execute({"compare", "mix", "--repeat=1", "--executor=sim",
                            "--xen=sched=null vwfi=native"}),
            kExitOk)
      << world_.err.str();
  ASSERT_EQ(seen_.size(), 1u);
  EXPECT_EQ(seen_[0].scheduler, "null");
  EXPECT_EQ(seen_[0].vwfi, Vwfi::kNative);
}

TEST_F(ScenarioOptionsTest, CompareGivesEachSchedulerItsOptions) {
  EXPECT_EQ(world_.Execute({"compare", "mix", "--repeat=1", "--executor=sim",
                            "--vwfi=trap", "--xen=sched_credit_tslice_ms=7"}),
            kExitOk)
      << world_.err.str();
  ASSERT_EQ(seen_.size(), 2u);
  EXPECT_THAT(seen_[0].parameters, ElementsAre(Pair("tslice_ms", "7")));
  EXPECT_THAT(seen_[1].parameters, IsEmpty());
  EXPECT_THAT(world_.err.str(), IsEmpty());
}

TEST_F(ScenarioOptionsTest, CompareRefusesSeedsBeyondTheLast) {
  const std::string last = "18446744073709551615";
  EXPECT_EQ(world_.Execute({"compare", "mix", "--seed", last}), kExitUsage);
  EXPECT_THAT(world_.err.str(),
              HasSubstr("--seed: 18446744073709551615 and --repeat=5 lead "
                        "beyond 18446744073709551615; give at most "
                        "18446744073709551611"));
  EXPECT_THAT(seen_, IsEmpty());
  EXPECT_EQ(world_.Execute({"compare", "mix", "--seed", last, "--repeat=1",
                            "--executor=sim"}),
            kExitOk);
}

TEST_F(ScenarioOptionsTest, ListsOfWordsMayNotHaveHoles) {
  for (const char* option : {"--schedulers=credit,,null", "--vwfi=trap,",
                             "--executor=,sim", "--vwfi=trap,trap"}) {
    FakeWorld world;
    EXPECT_EQ(world.Execute({"compare", "mix", option}), kExitUsage) << option;
    EXPECT_EQ(world.runs, 0);
  }
}

TEST_F(ScenarioOptionsTest, ValidateTakesTheOptionsThatChangeAScenario) {
  const std::string file = File("param tslice_ms 5\n");
  EXPECT_EQ(world_.Execute({"validate", file, "--scheduler=null",
                            "--set=domains[0].weight=0", "--xen=timer_slop=1"}),
            kExitUsage);
  EXPECT_THAT(world_.err.str(),
              AllOf(HasSubstr("options.scenario: error: domains[0].weight: 0"),
                    HasSubstr("warning: --xen: timer_slop has no effect yet"),
                    HasSubstr("warning: null has no parameter tslice_ms")));
  FakeWorld world;
  EXPECT_EQ(world.Execute({"validate", file, "--scheduler=credit"}), kExitOk);
  EXPECT_THAT(world.err.str(), IsEmpty());
  EXPECT_EQ(world.Execute({"validate", file, "--scheduler=bfs"}), kExitUsage);
  EXPECT_THAT(world.err.str(), HasSubstr("--scheduler: unknown scheduler"));
}

TEST_F(ScenarioOptionsTest, ErrorsOfAFileNameTheLine) {
  const std::string file =
      File("param tslice_ms 5000\nvcpu 1.0 hard=7 : run 5\n");
  EXPECT_EQ(world_.Execute({"run", file}), kExitUsage);
  EXPECT_THAT(
      world_.err.str(),
      AllOf(HasSubstr("options.scenario:3: parameters.tslice_ms: \"5000\""),
            HasSubstr("options.scenario:4: domains[0].vcpus[0].hard: pCPU 7")));
}

TEST_F(ScenarioOptionsTest, AFieldOfTheCommandLineIsNotBlamedOnTheFile) {
  EXPECT_EQ(world_.Execute({"run", File(""), "--set=domains[0].weight=0"}),
            kExitUsage);
  EXPECT_THAT(world_.err.str(),
              HasSubstr("options.scenario: domains[0].weight: 0"));
}

TEST_F(ScenarioOptionsTest, AnUnknownCommandIsNamedAndTheNearestSuggested) {
  EXPECT_EQ(world_.Execute({"validte", "mix"}), kExitUsage);
  EXPECT_THAT(world_.err.str(),
              AllOf(StartsWith("xenotime: unknown command \"validte\"; known "
                               "are compare, run, "),
                    HasSubstr("; did you mean validate?")));
  FakeWorld world;
  EXPECT_EQ(world.Execute({"frob\x1b"}), kExitUsage);
  EXPECT_THAT(world.err.str(), AllOf(HasSubstr("\"frob\\x1b\""),
                                     Not(HasSubstr("did you mean"))));
}

TEST_F(ScenarioOptionsTest, AnUnknownWorkloadHasItsNearestSuggested) {
  EXPECT_EQ(world_.Execute({"run", "irq-remot"}), kExitUsage);
  EXPECT_THAT(world_.err.str(), HasSubstr("did you mean irq-remote?"));
}

TEST_F(ScenarioOptionsTest, ControlCharactersOfNamesAreEscaped) {
  EXPECT_EQ(world_.Execute({"run", "mix", "--set=name=a\x1b[2Jz"}), kExitOk);
  EXPECT_THAT(world_.out.str(), AllOf(StartsWith("a\\x1b[2Jz: scheduler"),
                                      Not(HasSubstr("\x1b"))));
  EXPECT_EQ(world_.Execute({"run", "no/such\x1b[2J"}), kExitUsage);
  EXPECT_EQ(world_.Execute({"run", "mix", "--no-such\x1b"}), kExitUsage);
  EXPECT_EQ(world_.Execute({"run", "mix", "--scheduler=\x1b"}), kExitUsage);
  EXPECT_EQ(world_.Execute({"compare", "mix", "--set=parameters.\x1b=1"}),
            kExitUsage);
  EXPECT_THAT(world_.err.str(), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace xenotime
