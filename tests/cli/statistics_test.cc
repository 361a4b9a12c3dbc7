#include "xenotime/cli/statistics.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

using Values = std::vector<int64_t>;

TEST(SpreadOf, NothingIsZero) {
  const Spread spread = SpreadOf({});
  EXPECT_EQ(spread.count, 0);
  EXPECT_EQ(spread.median, 0);
  EXPECT_EQ(spread.noise(), 0);
}

TEST(SpreadOf, TakesNearestRanks) {
  const Spread spread = SpreadOf({50, 10, 40, 20, 30});
  EXPECT_EQ(spread.count, 5);
  EXPECT_EQ(spread.min, 10);
  EXPECT_EQ(spread.lower_quartile, 20);
  EXPECT_EQ(spread.median, 30);
  EXPECT_EQ(spread.upper_quartile, 40);
  EXPECT_EQ(spread.max, 50);
  EXPECT_EQ(SpreadOf({1, 2, 3, 4}).median, 2) << "the lower middle";
}

TEST(SpreadOf, FewRepeatsAreJudgedByTheirRange) {
  EXPECT_EQ(SpreadOf({10, 20, 30, 100}).noise(), 90);
  EXPECT_EQ(SpreadOf({10, 20, 30, 40, 1000}).noise(), 20);
}

TEST(Compare, TellsClearDifferencesApart) {
  const Difference difference = Compare(
      {100, 103, 99, 101, 102}, {205, 199, 201, 200, 202}, Repeats::kMeasured);
  EXPECT_EQ(difference.verdict, Verdict::kLess);
  EXPECT_EQ(difference.median, -100);
  EXPECT_LE(difference.low, -100);
  EXPECT_GE(difference.high, -100);
  EXPECT_LT(difference.high, 0);
}

TEST(Compare, IsAntisymmetric) {
  const Values a = {100, 103, 99, 101, 102};
  const Values b = {205, 199, 201, 200, 202};
  const Difference forth = Compare(a, b, Repeats::kMeasured);
  const Difference back = Compare(b, a, Repeats::kMeasured);
  EXPECT_EQ(back.verdict, Verdict::kGreater);
  EXPECT_EQ(forth.median, -back.median);
  EXPECT_EQ(forth.low, -back.high);
  EXPECT_EQ(forth.high, -back.low);
}

TEST(Compare, DifferencesWithinTheNoiseAreNone) {
  EXPECT_EQ(Compare({100, 150, 90, 120, 110}, {115, 95, 140, 105, 130},
                    Repeats::kMeasured)
                .verdict,
            Verdict::kNotDistinguishable);
}

// All pairs agree, but a variant differs from itself by more.
TEST(Compare, DifferencesSmallerThanTheSpreadAreNone) {
  EXPECT_EQ(Compare({100, 200, 300, 400, 500}, {101, 201, 301, 401, 501},
                    Repeats::kMeasured)
                .verdict,
            Verdict::kNotDistinguishable);
}

TEST(Compare, OneMeasuredRepeatSaysNothing) {
  EXPECT_EQ(Compare({100}, {5000}, Repeats::kMeasured).verdict,
            Verdict::kNotDistinguishable);
}

TEST(Compare, OneDeterministicRepeatIsExact) {
  EXPECT_EQ(Compare({100}, {101}, Repeats::kDeterministic).verdict,
            Verdict::kLess);
  EXPECT_EQ(Compare({100}, {100}, Repeats::kDeterministic).verdict,
            Verdict::kNotDistinguishable);
}

TEST(Compare, NothingIsNotDistinguishable) {
  EXPECT_EQ(Compare({}, {1}, Repeats::kDeterministic).verdict,
            Verdict::kNotDistinguishable);
}

TEST(Compare, RepeatsWithoutPartnerAreLeftOut) {
  const Difference difference =
      Compare({100, 100, 9000}, {200, 200}, Repeats::kDeterministic);
  EXPECT_EQ(difference.median, -100);
  EXPECT_EQ(difference.verdict, Verdict::kLess);
}

// The verdict about a variant and itself is wrong in few cases.
TEST(Compare, RarelySeesADifferenceThatIsNotThere) {
  Rng rng(7, "statistics_test");
  int wrong = 0;
  constexpr int kTrials = 200;
  for (int trial = 0; trial < kTrials; ++trial) {
    Values a, b;
    for (int i = 0; i < 5; ++i) {
      a.push_back(1000 + rng.Between(0, 100) + rng.Between(0, 100));
      b.push_back(1000 + rng.Between(0, 100) + rng.Between(0, 100));
    }
    if (Compare(a, b, Repeats::kMeasured).verdict !=
        Verdict::kNotDistinguishable) {
      ++wrong;
    }
  }
  EXPECT_LE(wrong, kTrials / 20);
}

}  // namespace
}  // namespace xenotime
