#include "xenotime/scheduler/scenario/nearest_word.h"

#include <gtest/gtest.h>

#include <string>

namespace xenotime {
namespace {

TEST(NearestWordTest, ATypingErrorFindsItsWord) {
  EXPECT_EQ(NearestWord("validte", {"run", "validate", "list"}), "validate");
  EXPECT_EQ(NearestWord("urn", {"run", "validate", "list"}), "run");
  EXPECT_EQ(NearestWord("sched_ratelimit", {"sched", "sched_ratelimit_us"}),
            "sched_ratelimit_us");
}

TEST(NearestWordTest, OfEquallyNearWordsTheFirstCounts) {
  EXPECT_EQ(NearestWord("ca", {"cat", "car"}), "cat");
}

TEST(NearestWordTest, NothingAlikeIsNothing) {
  EXPECT_EQ(NearestWord("frobnicate", {"run", "validate", "list"}), "");
  EXPECT_EQ(NearestWord("", {"run"}), "");
  EXPECT_EQ(NearestWord("xy", {"ab"}), "") << "every letter differs";
  EXPECT_EQ(NearestWord("run", {}), "");
}

TEST(NearestWordTest, VeryLongWordsAreNotCompared) {
  EXPECT_EQ(NearestWord(std::string(100'000, 'r'), {"run"}), "");
}

TEST(NearestWordTest, ASuggestionIsAQuestionOrNothing) {
  EXPECT_EQ(Suggestion("lst", {"run", "list"}), "; did you mean list?");
  EXPECT_EQ(Suggestion("frobnicate", {"run", "list"}), "");
}

}  // namespace
}  // namespace xenotime
