#include "xenotime/cli/progress.h"

#include <sstream>
#include <string>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(Progress, IsSilentWithoutATerminal) {
  std::ostringstream out;
  {
    Progress progress(out, false);
    progress.Show("half");
  }
  EXPECT_EQ(out.str(), "");
}

TEST(Progress, RewritesOneLineAndWipesIt) {
  std::ostringstream out;
  {
    Progress progress(out, true);
    progress.Show("first");
    progress.Show("2nd");
  }
  EXPECT_EQ(out.str(), "\rfirst\r2nd  \r   \r");
}

TEST(Progress, FitsATerminal) {
  std::ostringstream out;
  Progress progress(out, true);
  progress.Show(std::string(500, 'x'));
  EXPECT_EQ(out.str().size(), 80u);
}

}  // namespace
}  // namespace xenotime
