#include "xenotime/formats/json_text.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(JsonTextTest, KeepsTheOrderOfKeysAndEndsTheLine) {
  EXPECT_EQ(JsonText({{"b", 1}, {"a", 2}}), "{\n  \"b\": 1,\n  \"a\": 2\n}\n");
}

TEST(JsonTextTest, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(JsonText("a\xff"), "\"a\xEF\xBF\xBD\"\n");
}

}  // namespace
}  // namespace xenotime
