// The tutorial's code is the example's code.

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/testing/scenario_files.h"

namespace xenotime {
namespace {

// The contents of the fenced blocks of a language.
std::vector<std::string> CodeBlocks(const std::string& text,
                                    const std::string& language) {
  const std::string fence = "```" + language + "\n";
  std::vector<std::string> blocks;
  for (size_t at = text.find(fence); at != std::string::npos;
       at = text.find(fence, at)) {
    at += fence.size();
    const size_t end = text.find("```", at);
    blocks.push_back(text.substr(at, end - at));
    at = end + 3;
  }
  return blocks;
}

TEST(TutorialTest, EveryBlockOfCodeIsAPieceOfTheExample) {
  const std::string example =
      ReadTestFile("examples/round_robin/round_robin_policy.h") +
      ReadTestFile("examples/round_robin/round_robin_policy.cc") +
      ReadTestFile("examples/round_robin/main.cc");
  const auto blocks =
      CodeBlocks(ReadTestFile("docs/write-your-own-scheduler.md"), "cpp");
  EXPECT_GE(blocks.size(), 9u);
  for (const std::string& block : blocks) {
    EXPECT_NE(example.find(block), std::string::npos) << block;
  }
}

TEST(TutorialTest, TheBuildRulesAreThoseOfTheExample) {
  const std::string build = ReadTestFile("examples/round_robin/BUILD");
  const auto blocks =
      CodeBlocks(ReadTestFile("docs/write-your-own-scheduler.md"), "python");
  ASSERT_EQ(blocks.size(), 1u);
  const size_t empty_line = blocks[0].find("\n\n");
  ASSERT_NE(empty_line, std::string::npos);
  EXPECT_NE(build.find(blocks[0].substr(0, empty_line)), std::string::npos);
  EXPECT_NE(build.find(blocks[0].substr(empty_line + 2)), std::string::npos);
}

}  // namespace
}  // namespace xenotime
