#include "xenotime/proto/convert/load_scenario.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/scenario_lines.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kLines[] = "# a comment: {\nscheduler null\nduration 7\n";
constexpr char kMessage[] = "# a comment\nscheduler: 'null' duration_ns: 7\n";

std::string MakeFile(const std::string& name, const std::string& content) {
  const std::string path = testing::TempDir() + "/" + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

TEST(LoadScenarioTest, TheExtensionDecidesTheFormat) {
  for (const char* name : {"a.textproto", "a.txtpb", "a.pbtxt"}) {
    const auto scenario = LoadScenario(MakeFile(name, kMessage));
    ASSERT_TRUE(scenario.ok()) << scenario.status();
    EXPECT_EQ(scenario->duration, Nanoseconds(7));
    EXPECT_FALSE(LoadScenario(MakeFile(name, kLines)).ok());
  }
  EXPECT_TRUE(LoadScenario(MakeFile("a.scenario", kLines)).ok());
  EXPECT_FALSE(LoadScenario(MakeFile("a.scenario", kMessage)).ok());
}

TEST(LoadScenarioTest, WithoutAKnownExtensionTheFirstLineDecides) {
  for (const char* text : {kLines, kMessage, "duration 7\nscheduler null",
                           "topology {}\nscheduler:'null'\nduration_ns : 7",
                           "scheduler : 'null'\nduration_ns: 7"}) {
    const auto scenario = LoadScenario(MakeFile("a.txt", text));
    ASSERT_TRUE(scenario.ok()) << scenario.status() << text;
    EXPECT_EQ(scenario->duration, Nanoseconds(7)) << text;
    EXPECT_EQ(scenario->scheduler, "null") << text;
  }
}

TEST(LoadScenarioTest, AScenarioWithoutNameGetsTheFiles) {
  EXPECT_EQ(LoadScenario(MakeFile("one.two.scenario", kLines))->name,
            "one.two");
  EXPECT_EQ(LoadScenario(MakeFile("b.textproto", "name: 'own'"))->name, "own");
}

struct Place {
  const char* path;
  int line;
};

void ExpectPlaces(const std::string& file, const std::vector<Place>& places) {
  ScenarioLines lines;
  const auto scenario = LoadScenario(file, &lines);
  ASSERT_TRUE(scenario.ok()) << scenario.status();
  for (const Place& place : places) {
    EXPECT_EQ(lines.Find(place.path), place.line) << place.path;
  }
}

TEST(LoadScenarioTest, LinesAreKnownOfTheLineFormat) {
  ExpectPlaces(MakeFile("lines.scenario",
                        "scheduler credit\n"
                        "pcpus 4\n"
                        "param tslice_ms 5\n"
                        "xen vwfi=native\n"
                        "domain 1 vcpus=3\n"
                        "domain 2\n"
                        "vcpu 1.1-2 : run 1\n"
                        "pool 1 pcpus=3\n"
                        "at 5 domain 1 weight=3\n"
                        "duration 8\n"),
               {{"scheduler", 1},
                {"topology.nodes", 2},
                {"parameters.tslice_ms", 3},
                {"xen", 4},
                {"domains[0].weight", 5},
                {"domains[0].vcpus[0].hard", 5},
                {"domains[1]", 6},
                {"domains[0].vcpus[2].program.phases[0].run_ns", 7},
                {"pools[0].pcpus", 8},
                {"actions[0].at_ns", 9},
                {"duration_ns", 10}});
}

TEST(LoadScenarioTest, LinesAreKnownOfTheTextProto) {
  ExpectPlaces(MakeFile("lines.textproto",
                        "scheduler: 'credit'\n"
                        "topology {\n"
                        "  cores: 4\n"
                        "}\n"
                        "parameters { name: 'tslice_ms' value: '5' }\n"
                        "domains {\n"
                        "  number: 1\n"
                        "  vcpus { count: 2 }\n"
                        "  vcpus {}\n"
                        "}\n"
                        "domains { number: 2 vcpus {} }\n"
                        "actions { at_ns: 5 domain: 1 weight: 3 }\n"
                        "costs {\n"
                        "  wake_ns: 5\n"
                        "}\n"),
               {{"scheduler", 1},
                {"topology.cores", 3},
                {"topology.nodes", 2},
                {"parameters.tslice_ms", 5},
                {"domains[0].weight", 6},
                {"domains[0].vcpus[1].hard", 8},
                {"domains[0].vcpus[2].hard", 9},
                {"domains[1].vcpus", 11},
                {"actions[0].at_ns", 12},
                {"costs.wake_ns", 14},
                {"duration_ns", 0}});
}

TEST(LoadScenarioTest, AMissingFileIsNotFound) {
  const absl::Status status = LoadScenario("/no/such/file").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), StartsWith("/no/such/file"));
}

TEST(LoadScenarioTest, AFolderIsRefused) {
  EXPECT_THAT(std::string(LoadScenario(testing::TempDir()).status().message()),
              HasSubstr("a folder; give a scenario file"));
}

TEST(LoadScenarioTest, AnUnreadableFileIsRefused) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const std::string path = MakeFile("secret.scenario", kLines);
  chmod(path.c_str(), 0);
  EXPECT_EQ(LoadScenario(path).status().code(),
            absl::StatusCode::kPermissionDenied);
  chmod(path.c_str(), 0600);
}

TEST(LoadScenarioTest, AnEmptyFileIsRefused) {
  for (const char* text : {"", " \n\t\n"}) {
    EXPECT_THAT(
        std::string(
            LoadScenario(MakeFile("e.scenario", text)).status().message()),
        HasSubstr("e.scenario:1: empty"));
  }
}

TEST(LoadScenarioTest, AFileThatIsTooLargeIsRefused) {
  const std::string path = MakeFile("large.scenario", "");
  ASSERT_EQ(truncate(path.c_str(), (16 << 20) + 1), 0);
  EXPECT_THAT(std::string(LoadScenario(path).status().message()),
              HasSubstr("too large; at most 16777216"));
  EXPECT_THAT(std::string(LoadScenario("/dev/zero").status().message()),
              HasSubstr("too large"));
}

TEST(LoadScenarioTest, ADashReadsTheStandardInput) {
  const int saved = dup(STDIN_FILENO);
  const int file = open(MakeFile("in", kLines).c_str(), O_RDONLY);
  dup2(file, STDIN_FILENO);
  const auto scenario = LoadScenario("-");
  dup2(saved, STDIN_FILENO);
  close(file);
  close(saved);
  ASSERT_TRUE(scenario.ok()) << scenario.status();
  EXPECT_EQ(scenario->name, "stdin");
}

TEST(LoadScenarioTest, ErrorsOfTheContentBeginWithThePath) {
  const std::string path = MakeFile("bad.scenario", "\nnonsense\n");
  EXPECT_THAT(std::string(LoadScenario(path).status().message()),
              StartsWith(path + ":2: unknown keyword"));
}

}  // namespace
}  // namespace xenotime
