#include "xenotime/cli/explain_command.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/tests/cli/fake_world.h"

namespace xenotime {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ExplainCommandTest : public testing::Test {
 protected:
  ExplainCommandTest() {
    world_.registry = PolicyRegistry();
    AddBuiltinPolicies(world_.registry);
    std::ofstream(path_) << "scheduler credit\npcpus 1\nduration 100000000\n"
                            "domain 1 vcpus=1\ndomain 2 vcpus=1\n"
                            "vcpu 1.0 : run 1000000000\n"
                            "vcpu 2.0 : run 300000; sleep 5000000\n";
  }

  int Explain(std::vector<std::string> words) {
    words.insert(words.begin(), {"explain", path_});
    return world_.Execute(words);
  }

  FakeWorld world_;
  const std::string path_ = testing::TempDir() + "explained.scenario";
};

TEST_F(ExplainCommandTest, PrintsTheStateAndBothDecisions) {
  EXPECT_EQ(Explain({"--vcpu", "1.0", "--at", "35300us"}), kExitOk);
  EXPECT_THAT(world_.err.str(), IsEmpty());
  EXPECT_THAT(
      world_.out.str(),
      AllOf(
          HasSubstr("vCPU 1.0 at 35,300,000 ns: runnable since 35,300,000 ns"),
          HasSubstr("1.0 was switched out (preempted)"),
          HasSubstr("asked for: tickle by pCPU 0 after the wake of 2.0"),
          HasSubstr("1.0 -> 2.0"), HasSubstr("CANDIDATE"),
          HasSubstr("rule: the head of the run queue"),
          HasSubstr("The next one, at")));
}

TEST_F(ExplainCommandTest, JsonHasTheDocumentedKeys) {
  EXPECT_EQ(Explain({"--vcpu=1.0", "--at=35300us", "--json"}), kExitOk);
  const auto json = nlohmann::json::parse(world_.out.str());
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["state"]["runstate"], "runnable");
  EXPECT_EQ(json["before"]["reason"], "preempted");
  EXPECT_EQ(json["before"]["candidates"][0]["vcpu"], "2.0");
  std::ifstream in("docs/explain.md");
  const std::string document((std::istreambuf_iterator<char>(in)),
                             std::istreambuf_iterator<char>());
  ASSERT_FALSE(document.empty());
  for (const auto& part : {json, json["state"], json["before"]}) {
    for (const auto& item : part.items()) {
      EXPECT_THAT(document, HasSubstr("`" + item.key() + "`"));
    }
  }
}

TEST_F(ExplainCommandTest, AnotherSchedulerCanBeAskedAbout) {
  EXPECT_EQ(Explain({"--vcpu=1.0", "--at=1ms", "--scheduler=null"}), kExitOk);
  EXPECT_THAT(world_.out.str(),
              AllOf(HasSubstr("scheduler null"), HasSubstr("switched in")));
}

TEST_F(ExplainCommandTest, BadQuestionsAreExitCode2) {
  EXPECT_EQ(Explain({"--vcpu=9.0", "--at=1ms"}), kExitUsage);
  EXPECT_EQ(Explain({"--vcpu=1.x", "--at=1ms"}), kExitUsage);
  EXPECT_EQ(Explain({"--vcpu=1.0", "--at=10s"}), kExitUsage);
  EXPECT_EQ(Explain({"--vcpu=1.0", "--at=soon"}), kExitUsage);
  EXPECT_EQ(Explain({"--vcpu=1.0"}), kExitUsage);
  EXPECT_THAT(world_.err.str(),
              AllOf(HasSubstr("there is no vCPU 9.0"), HasSubstr("--vcpu"),
                    HasSubstr("not within the run"), HasSubstr("--at")));
  EXPECT_THAT(world_.out.str(), IsEmpty());
}

}  // namespace
}  // namespace xenotime
