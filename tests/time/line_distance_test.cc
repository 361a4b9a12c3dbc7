#include "xenotime/time/line_distance.h"

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "xenotime/time/host_cores.h"

namespace xenotime {
namespace {

TEST(LineDistanceTest, TheLeastIsAtMostTheMedianAndTheAffinityComesBack) {
  const std::vector<int> cores = AllowedCores();
  if (cores.size() < 2) GTEST_SKIP() << "needs two CPUs";
  const auto line = MeasureLine(cores[0], cores[1]);
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_GT(line->least_ticks, 0);
  EXPECT_LE(line->least_ticks, line->median_ticks);
  EXPECT_EQ(AllowedCores(), cores);
}

TEST(LineDistanceTest, ACpuThatCannotBeUsedIsAnError) {
  const std::vector<int> cores = AllowedCores();
  EXPECT_TRUE(
      absl::IsInvalidArgument(MeasureLine(cores[0], cores[0]).status()));
  EXPECT_TRUE(absl::IsUnavailable(MeasureLine(cores[0], 1'023).status()));
  EXPECT_EQ(AllowedCores(), cores);
}

}  // namespace
}  // namespace xenotime
