#include "xenotime/cli/text_difference.h"

#include <string>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(FirstDifference, EqualTextsHaveNone) {
  EXPECT_FALSE(FirstDifference("", "").has_value());
  EXPECT_FALSE(FirstDifference("a\nb\n", "a\nb\n").has_value());
}

TEST(FirstDifference, NamesTheLine) {
  EXPECT_EQ(FirstDifference("a\nb\nc\n", "a\nx\nc\n"),
            "line 2: expected \"b\", got \"x\"");
  EXPECT_EQ(FirstDifference("ab\n", "ac\n"),
            "line 1: expected \"ab\", got \"ac\"");
}

TEST(FirstDifference, SeesWhereOneEnds) {
  EXPECT_EQ(FirstDifference("a\nb\n", "a\n"),
            "line 2: expected \"b\", got the end of the file");
  EXPECT_EQ(FirstDifference("a\n", "a\nb\n"),
            "line 2: expected the end of the file, got \"b\"");
  EXPECT_EQ(FirstDifference("a\n", "a"),
            "line 1: expected \"a\", got \"a\" without an end of line");
}

TEST(FirstDifference, CutsLongLinesAndEscapes) {
  const std::string text =
      *FirstDifference(std::string(1000, 'x') + "\n", "\x01\n");
  EXPECT_LT(text.size(), 200u);
  EXPECT_NE(text.find("\\x01"), std::string::npos);
}

}  // namespace
}  // namespace xenotime
