// docs/scenario-format.md says what the readers do.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/proto/convert/scenario_textproto.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/tests/testing/scenario_files.h"

namespace xenotime {
namespace {

// The fenced blocks of a Markdown text.
std::vector<std::string> BlocksOf(const std::string& markdown) {
  std::vector<std::string> blocks;
  bool inside = false;
  for (absl::string_view piece : absl::StrSplit(markdown, "```\n")) {
    if (inside) blocks.emplace_back(piece);
    inside = !inside;
  }
  return blocks;
}

TEST(ScenarioFormatDocTest, TheTwoExamplesAreTheSameScenario) {
  const std::vector<std::string> blocks =
      BlocksOf(ReadTestFile(TestDataPath("../docs/scenario-format.md")));
  absl::StatusOr<Scenario> lines = absl::NotFoundError("no example of lines");
  absl::StatusOr<Scenario> message = absl::NotFoundError("no text proto");
  for (const std::string& block : blocks) {
    if (absl::StartsWith(block, "scheduler ")) {
      lines = ParseScenarioText(block, "lines");
    } else if (absl::StartsWith(block, "# proto-file")) {
      message = ParseScenarioTextproto(block, "message");
    }
  }
  ASSERT_TRUE(lines.ok()) << lines.status();
  ASSERT_TRUE(message.ok()) << message.status();
  // What lines cannot say.
  lines->name = message->name;
  lines->description = message->description;
  lines->sim = message->sim;
  EXPECT_EQ(*lines, *message);
}

}  // namespace
}  // namespace xenotime
