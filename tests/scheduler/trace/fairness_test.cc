#include "xenotime/scheduler/trace/fairness.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(FairnessTest, EqualProgressIsAMillion) {
  const Fairness f = FairnessOf({{50, 100}, {500, 1000}, {1, 2}});
  EXPECT_EQ(f.jain_ppm, 1'000'000);
  EXPECT_EQ(f.max_over_min_ppm, 1'000'000);
}

TEST(FairnessTest, OneWhoHasEverythingAmongNIsAnNth) {
  const Fairness f = FairnessOf({{100, 100}, {0, 100}, {0, 100}, {0, 100}});
  EXPECT_EQ(f.jain_ppm, 250'000);
  EXPECT_EQ(f.max_over_min_ppm, -1);
}

TEST(FairnessTest, UnequalProgressIsBetween) {
  // x = 1 and 1/2: (3/2)^2 / (2 * 5/4) = 0.9.
  const Fairness f = FairnessOf({{100, 100}, {50, 100}});
  EXPECT_EQ(f.jain_ppm, 900'000);
  EXPECT_EQ(f.max_over_min_ppm, 2'000'000);
}

TEST(FairnessTest, WhoeverIsEntitledToNothingDoesNotCount) {
  EXPECT_EQ(FairnessOf({{100, 100}, {0, 0}}).jain_ppm, 1'000'000);
  EXPECT_EQ(FairnessOf({{0, 0}}).jain_ppm, 0);
  EXPECT_EQ(FairnessOf({}).jain_ppm, 0);
}

TEST(FairnessTest, HugeValuesDoNotOverflow) {
  const int64_t most = int64_t{1} << 62;
  const Fairness f = FairnessOf({{most, 1}, {most, most}});
  EXPECT_GT(f.jain_ppm, 499'000);
  EXPECT_LT(f.jain_ppm, 502'000);
}

}  // namespace
}  // namespace xenotime
