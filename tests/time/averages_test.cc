#include "xenotime/time/averages.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(AveragesTest, TheMedianIsTheLowerOfTwo) {
  EXPECT_EQ(MedianOf({}), 0);
  EXPECT_EQ(MedianOf({3}), 3);
  EXPECT_EQ(MedianOf({4, 1}), 1);
  EXPECT_EQ(MedianOf({9, 1, 5}), 5);
}

TEST(AveragesTest, TheMeanIsRoundedToTheNearest) {
  EXPECT_EQ(MeanOf({}), 0);
  EXPECT_EQ(MeanOf({1, 2}), 2);
  EXPECT_EQ(MeanOf({-1, -2}), -2);
  EXPECT_EQ(MeanOf({1, 1, 2}), 1);
  EXPECT_EQ(MeanOf({INT64_MAX, INT64_MAX}), INT64_MAX);
}

}  // namespace
}  // namespace xenotime
