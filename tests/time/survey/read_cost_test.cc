#include "xenotime/time/survey/read_cost.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(ReadCostTest, EachReadHasItsNameAndACost) {
  const std::vector<ReadCost> costs = MeasureReads(false);
  ASSERT_EQ(costs.size(), 3u);
  EXPECT_EQ(NameOf(costs[0].read), "rdtsc");
  EXPECT_EQ(NameOf(costs[1].read), "lfence; rdtsc");
  EXPECT_EQ(NameOf(costs[2].read), "clock_gettime");
  EXPECT_EQ(NameOf(TimeRead::kTscp), "rdtscp");
  for (const ReadCost& cost : costs) {
    EXPECT_GT(cost.milliticks, 0) << NameOf(cost.read);
  }
}

}  // namespace
}  // namespace xenotime
