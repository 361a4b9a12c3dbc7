#include "xenotime/scheduler/trace/samples.h"

#include <limits>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

Samples Of(std::initializer_list<int64_t> values) {
  Samples samples;
  for (int64_t value : values) samples.Add(value);
  return samples;
}

TEST(SamplesTest, NoValuesSummarizeToZeros) {
  const SampleSummary s = Samples().Summarize();
  EXPECT_EQ(s.count, 0);
  EXPECT_EQ(s.min, 0);
  EXPECT_EQ(s.max, 0);
  EXPECT_EQ(s.warm_max, 0);
}

TEST(SamplesTest, OneValueIsEveryQuantile) {
  const SampleSummary s = Of({7}).Summarize();
  EXPECT_EQ(s.count, 1);
  for (int64_t value : {s.min, s.average, s.median, s.p90, s.p99, s.max}) {
    EXPECT_EQ(value, 7);
  }
}

TEST(SamplesTest, TheMedianIsTheLowerOfTwoMiddleValues) {
  EXPECT_EQ(Of({40, 10, 30, 20}).Summarize().median, 20);
  EXPECT_EQ(Of({50, 40, 10, 30, 20}).Summarize().median, 30);
}

TEST(SamplesTest, QuantilesAreNearestRank) {
  Samples samples;
  for (int64_t i = 200; i > 0; --i) samples.Add(i);
  EXPECT_EQ(samples.Summarize().p90, 180);
  EXPECT_EQ(samples.Summarize().p999, 200);
  EXPECT_EQ(samples.Summarize().p99, 198);
  samples.Add(201);
  EXPECT_EQ(samples.Summarize().p90, 181);
  EXPECT_EQ(samples.Summarize().p99, 199);
}

TEST(SamplesTest, TheAverageIsAFloorForNegativeValuesToo) {
  EXPECT_EQ(Of({1, 2}).Summarize().average, 1);
  EXPECT_EQ(Of({-1, -2}).Summarize().average, -2);
  EXPECT_EQ(Of({-1, 1}).Summarize().average, 0);
}

TEST(SamplesTest, TheSumMayExceedSixtyFourBits) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Of({kMax, kMax, kMax}).Summarize().average, kMax);
}

TEST(SamplesTest, TheFirstValuesDoNotCountForTheWarmMaximum) {
  Samples samples = Of({900, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(samples.Summarize().max, 900);
  EXPECT_EQ(samples.Summarize().warm_max, 0);
  samples.Add(5);
  samples.Add(3);
  EXPECT_EQ(samples.Summarize().warm_max, 5);
}

TEST(SamplesTest, AppendKeepsTheOrderAndWorksOnItself) {
  Samples samples = Of({3, 1});
  samples.Append(Of({2}));
  samples.Append(samples);
  EXPECT_EQ(samples.values(), (std::vector<int64_t>{3, 1, 2, 3, 1, 2}));
}

}  // namespace
}  // namespace xenotime
