#include "xenotime/formats/line_cursor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;

TEST(LineCursorTest, WordsAreSeparatedByWhiteSpaceAndEndBeforeAComment) {
  LineCursor line("f", 3, "  one\ttwo   # three");
  EXPECT_EQ(line.Word("first"), "one");
  EXPECT_EQ(line.Word("second"), "two");
  EXPECT_TRUE(line.AtEnd());
  line.ExpectEnd();
  EXPECT_TRUE(line.ok());
}

TEST(LineCursorTest, AMissingWordFailsWithFileAndLine) {
  LineCursor line("f", 3, "");
  EXPECT_EQ(line.Word("name"), "");
  EXPECT_EQ(line.status(), absl::InvalidArgumentError("f:3: missing name"));
}

TEST(LineCursorTest, SeparatorsEndWordsOnceTheyAreSet) {
  LineCursor line("f", 1, "a:b c;d");
  EXPECT_EQ(line.Word("first"), "a:b");
  line.SetSeparators(":;");
  EXPECT_FALSE(line.Take(';'));
  EXPECT_EQ(line.Word("second"), "c");
  EXPECT_TRUE(line.Take(';'));
  EXPECT_EQ(line.Word("third"), "d");
}

TEST(LineCursorTest, NumbersAreBounded) {
  EXPECT_EQ(LineCursor("f", 1, "5").Number("n", 5, 5), 5);
  for (const char* text :
       {"4", "6", "-5", "+5", "5.0", "0x5", "5a", "", "99999999999999999999"}) {
    LineCursor line("f", 1, text);
    EXPECT_EQ(line.Number("n", 5, 5), 0) << text;
    EXPECT_FALSE(line.ok()) << text;
  }
}

TEST(LineCursorTest, KeyValueNeedsBothParts) {
  const LineCursor::Option option = LineCursor("f", 1, "k=v=w").KeyValue();
  EXPECT_EQ(option.key, "k");
  EXPECT_EQ(option.value, "v=w");
  for (const char* text : {"k", "k=", "=v", "="}) {
    LineCursor line("f", 1, text);
    line.KeyValue();
    EXPECT_THAT(line.status().message(), HasSubstr("is not KEY=VALUE"));
  }
}

TEST(LineCursorTest, TheFirstFailureStaysAndEndsTheLine) {
  LineCursor line("f", 1, "a b c");
  line.Fail("first");
  line.Fail("second");
  EXPECT_TRUE(line.AtEnd());
  EXPECT_EQ(line.Word("word"), "");
  line.ExpectEnd();
  EXPECT_EQ(line.status().message(), "f:1: first");
}

TEST(LineCursorTest, WhatIsLeftAtTheEndIsAFailure) {
  LineCursor line("f", 1, "a b");
  line.Word("word");
  line.ExpectEnd();
  EXPECT_THAT(line.status().message(), HasSubstr("unexpected \"b\""));
}

TEST(OnceEachTest, ASecondClaimOfAKeyFails) {
  LineCursor line("f", 1, "x");
  OnceEach once;
  once.Claim(line, "a");
  once.Claim(line, "b");
  EXPECT_TRUE(line.ok());
  once.Claim(line, "a");
  EXPECT_THAT(line.status().message(), HasSubstr("duplicate a"));
}

}  // namespace
}  // namespace xenotime
