#include "xenotime/cli/duration_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;

TEST(ParseDuration, ReadsEveryUnit) {
  EXPECT_EQ(*ParseDuration("500ms"), Milliseconds(500));
  EXPECT_EQ(*ParseDuration("2s"), Seconds(2));
  EXPECT_EQ(*ParseDuration("1500us"), Microseconds(1500));
  EXPECT_EQ(*ParseDuration("7ns"), Nanoseconds(7));
  EXPECT_EQ(*ParseDuration("123456"), Nanoseconds(123456));
  EXPECT_EQ(*ParseDuration("0"), Duration());
  EXPECT_EQ(*ParseDuration("9223372036854775807"), Duration::Max());
}

TEST(ParseDuration, RefusesWithAReason) {
  EXPECT_THAT(ParseDuration("-1ms").status().message(),
              HasSubstr("is negative"));
  for (const char* text :
       {"9223372036854775808", "9223372037s", "99999999999999999999999999s"}) {
    EXPECT_THAT(ParseDuration(text).status().message(),
                HasSubstr("is too long"))
        << text;
  }
  for (const char* text :
       {"", "ms", "5 ms", "5m", "1.5s", "0x10", "5ms ", "+5s", "fast"}) {
    EXPECT_THAT(ParseDuration(text).status().message(),
                HasSubstr("is not valid"))
        << text;
  }
}

TEST(FormatDuration, TakesTheLargestExactUnit) {
  EXPECT_EQ(FormatDuration(Seconds(3)), "3s");
  EXPECT_EQ(FormatDuration(Milliseconds(1500)), "1500ms");
  EXPECT_EQ(FormatDuration(Nanoseconds(1001)), "1001ns");
  EXPECT_EQ(FormatDuration(Duration()), "0ns");
}

}  // namespace
}  // namespace xenotime
