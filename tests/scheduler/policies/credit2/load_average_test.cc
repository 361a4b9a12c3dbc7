#include "xenotime/scheduler/policies/credit2/load_average.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace xenotime::credit2 {
namespace {

const LoadScale kDefault(30, 18);

TEST(LoadScaleTest, CountsInUnitsOf1024Nanoseconds) {
  EXPECT_EQ(LoadScale::UnitsAt(Instant(1023)), 0);
  EXPECT_EQ(LoadScale::UnitsAt(Instant(1024)), 1);
  EXPECT_EQ(LoadScale::UnitsAt(Instant(100'000'000)), 97'656);
}

TEST(LoadScaleTest, ANewUnitCountsAsHalfALoad) {
  EXPECT_EQ(kDefault.Initial(), 131'072);
  EXPECT_EQ(kDefault.FromLoad(1), 262'144);
}

// The worked example of section 9.1.
TEST(LoadScaleTest, AveragesOverTheWindow) {
  const int64_t first = kDefault.Advance(0, 1, 97'656);
  EXPECT_EQ(first, 24'414);
  EXPECT_EQ(kDefault.Advance(first, 2, 195'312), 24'414 + 97'656 - 4'547);
}

TEST(LoadScaleTest, TruncatesTheTwoTermsOneByOne) {
  // (3 * 262144 >> 20) - (3 * 100000 >> 20) = 0 - 0, although 3 * 162144 is
  // not below a whole.
  EXPECT_EQ(kDefault.Advance(100'000, 1, 3), 100'000);
  EXPECT_EQ(kDefault.Advance(100'000, 1, 4), 100'001);
}

TEST(LoadScaleTest, ForgetsWhatIsOlderThanTheWindow) {
  EXPECT_FALSE(kDefault.Forgotten(5, 5 + (1 << 20)));
  EXPECT_TRUE(kDefault.Forgotten(5, 6 + (1 << 20)));
}

TEST(LoadScaleTest, TheLargestParametersDoNotOverflow) {
  const LoadScale wide(73, 40);
  const int64_t average = wide.FromLoad(65'535);
  EXPECT_EQ(wide.Advance(average, 65'535, INT64_MAX / 2), average);
  EXPECT_FALSE(wide.Forgotten(0, INT64_MAX));
}

}  // namespace
}  // namespace xenotime::credit2
