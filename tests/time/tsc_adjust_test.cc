#include "xenotime/time/tsc_adjust.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(TscAdjustPolicyTest, UndoesFirmwareOnTheBootCpuAndKeepsTimeZero) {
  TscAdjustPolicy policy;
  const int64_t adjust = -(int64_t{1} << 50);
  const auto fix = policy.OnBootCpu(0, adjust, 1000);
  ASSERT_TRUE(fix.has_value());
  EXPECT_EQ(fix->adjust, 0);
  // The counter goes up by 2^50, and so does the stamp.
  EXPECT_EQ(fix->boot_stamp, 1000 + (uint64_t{1} << 50));
}

TEST(TscAdjustPolicyTest, LeavesABootCpuThatIsRight) {
  TscAdjustPolicy policy;
  EXPECT_FALSE(policy.OnBootCpu(0, 0, 1000).has_value());
}

TEST(TscAdjustPolicyTest, BringsTheBootSocketsOthersToZero) {
  TscAdjustPolicy policy;
  policy.OnBootCpu(0, 55, 1000);
  EXPECT_EQ(policy.OnSecondaryCpu(0, 55), 0);
  EXPECT_EQ(policy.OnSecondaryCpu(0, 0), std::nullopt);
}

TEST(TscAdjustPolicyTest, BelievesAPositiveValueOfANewSocket) {
  TscAdjustPolicy policy;
  policy.OnBootCpu(0, 0, 0);
  EXPECT_EQ(policy.OnSecondaryCpu(1, 700), std::nullopt);
  EXPECT_EQ(policy.OnSecondaryCpu(1, 700), std::nullopt);
  EXPECT_EQ(policy.OnSecondaryCpu(1, 0), 700);
  EXPECT_EQ(policy.OnSecondaryCpu(1, -3), 700);
}

TEST(TscAdjustPolicyTest, ClearsANegativeValueOfANewSocket) {
  TscAdjustPolicy policy;
  EXPECT_EQ(policy.OnSecondaryCpu(2, -9), 0);
  EXPECT_EQ(policy.OnSecondaryCpu(2, -9), 0);
  EXPECT_EQ(policy.OnSecondaryCpu(2, 0), std::nullopt);
}

}  // namespace
}  // namespace xenotime
