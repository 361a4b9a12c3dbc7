// docs/parameters.md has the tables of the program.

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/scenario/toolstack_requests.h"
#include "xenotime/scheduler/scenario/xen_option_table.h"
#include "xenotime/tests/testing/scenario_files.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;

TEST(ParametersDocTest, HasEveryBootOption) {
  const std::string text = ReadTestFile("docs/parameters.md");
  constexpr const char* kArchitectures[] = {"", " (x86)", " (Arm)"};
  for (const XenOption& option : XenOptions()) {
    const char* quote = option.type == XenType::kFixed ? "" : "`";
    EXPECT_THAT(
        text, HasSubstr(absl::StrCat(
                  "\n| ", quote, option.name, quote,
                  kArchitectures[static_cast<int>(option.architecture)], " | ",
                  option.unit, " | ", option.default_text, " | ", option.valid,
                  " | ", option.invalid_gets, " | ", option.part, " | ")));
  }
}

TEST(ParametersDocTest, HasEveryRequest) {
  const std::string text = ReadTestFile("docs/parameters.md");
  for (const ToolstackRequest& row : ToolstackRequests()) {
    EXPECT_THAT(
        text, HasSubstr(absl::StrCat("\n| ", row.subject, " | ", row.word,
                                     " | `", row.command, "` | ", row.unit,
                                     " | ", row.default_text, " | ",
                                     row.hypervisor, " | ", row.tool, " | ")));
  }
}

}  // namespace
}  // namespace xenotime
