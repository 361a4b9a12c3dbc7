#include "xenotime/cli/conform_command.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/tests/cli/fake_world.h"

namespace xenotime {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr char kScenario[] =
    "pcpus 1\nduration 100\ndomain 1\nvcpu 1.0 : run 5; exit\n";
// What a run in which nothing happens gives.
constexpr char kIdle[] = "0 idle 0 100 idle\n";

class ConformCommandTest : public testing::Test {
 protected:
  ConformCommandTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_ + "/below");
    world_.runner = [](const Scenario& scenario, const PolicyRegistry&,
                       const RunOptions& options) {
      if (options.snapshot) options.snapshot(Instant(7), "state");
      return FakeReport(scenario, options, {});
    };
  }

  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
  }

  FakeWorld world_;
  const std::string folder_ = testing::TempDir() + "conform_command_test";
};

TEST_F(ConformCommandTest, AllIdentical) {
  Write("a.scenario", kScenario);
  Write("a.trace", kIdle);
  Write("below/b.scenario", kScenario);
  Write("below/b.trace", kIdle);
  Write("untraced.scenario", kScenario);
  EXPECT_EQ(world_.Execute({"conform", folder_}), kExitOk)
      << world_.out.str() << world_.err.str();
  EXPECT_EQ(world_.out.str(), "2 of 2 identical\n");
}

TEST_F(ConformCommandTest, ShowsTheFirstLineThatDiffers) {
  Write("a.scenario", kScenario);
  Write("a.trace", "0 1.0 0 100 end\n");
  Write("b.scenario", kScenario);
  Write("b.trace", kIdle);
  EXPECT_EQ(world_.Execute({"conform", folder_}), kExitNegative);
  EXPECT_EQ(world_.out.str(),
            folder_ +
                "/a: .trace line 1: expected \"0 1.0 0 100 end\", got "
                "\"0 idle 0 100 idle\"\n1 of 2 identical\n");
}

TEST_F(ConformCommandTest, UnknownSchedulersAndUnreadableFilesDiffer) {
  world_.runner = [](const Scenario&, const PolicyRegistry&,
                     const RunOptions&) -> absl::StatusOr<Report> {
    return absl::InvalidArgumentError("scheduler: unknown \"rtds\"");
  };
  Write("a.scenario", std::string("scheduler rtds\n") + kScenario);
  Write("a.trace", kIdle);
  Write("b.scenario", "nonsense 5\n");
  Write("b.trace", kIdle);
  EXPECT_EQ(world_.Execute({"conform", folder_}), kExitNegative);
  EXPECT_THAT(world_.out.str(), HasSubstr("unknown \"rtds\""));
  EXPECT_THAT(world_.out.str(), HasSubstr("b.scenario:1"));
  EXPECT_THAT(world_.out.str(), EndsWith("0 of 2 identical\n"));
}

TEST_F(ConformCommandTest, AFolderInPlaceOfARecordedFileDiffers) {
  Write("a.scenario", kScenario);
  fs::create_directories(folder_ + "/a.trace");
  EXPECT_EQ(world_.Execute({"conform", folder_}), kExitNegative);
  EXPECT_THAT(world_.out.str(), HasSubstr("a: .trace cannot be read"));
}

TEST_F(ConformCommandTest, ComparesOtherFilesOnlyIfAsked) {
  Write("a.scenario", kScenario);
  Write("a.trace", kIdle);
  Write("a.summary", "wrong\n");
  Write("a.credits", "7 state\n");
  EXPECT_EQ(world_.Execute({"conform", folder_}), kExitOk);
  EXPECT_EQ(world_.Execute({"conform", folder_, "--credits"}), kExitOk)
      << world_.out.str();
  EXPECT_EQ(world_.Execute({"conform", folder_, "--summary"}), kExitNegative);
  EXPECT_THAT(world_.out.str(), HasSubstr("a: .summary line 1: expected"));
}

TEST_F(ConformCommandTest, MissingOrEmptyFoldersAreBadInput) {
  EXPECT_EQ(world_.Execute({"conform", folder_ + "/none"}), kExitUsage);
  EXPECT_THAT(world_.err.str(), HasSubstr("none: there is no such folder"));
  EXPECT_EQ(world_.Execute({"conform", folder_}), kExitUsage);
  EXPECT_THAT(world_.err.str(), HasSubstr("no NAME.scenario"));
}

TEST_F(ConformCommandTest, InterruptedIsMarked) {
  Write("a.scenario", kScenario);
  Write("a.trace", kIdle);
  Write("b.scenario", kScenario);
  Write("b.trace", kIdle);
  world_.runner = [this](const Scenario& scenario, const PolicyRegistry&,
                         const RunOptions& options) {
    if (world_.runs == 2) world_.stop = true;
    return FakeReport(scenario, options, {});
  };
  EXPECT_EQ(world_.Execute({"conform", folder_}), kExitInterrupted);
  EXPECT_THAT(world_.out.str(), HasSubstr("PARTIAL: interrupted after 1 of 2"));
  EXPECT_THAT(world_.out.str(), EndsWith("1 of 2 identical\n"));
}

}  // namespace
}  // namespace xenotime
