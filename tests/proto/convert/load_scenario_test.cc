#include "xenotime/proto/convert/load_scenario.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/scenario/scenario.h"
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
