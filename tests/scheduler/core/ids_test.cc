#include "xenotime/scheduler/core/ids.h"

#include <type_traits>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(IdTest, NoneIsTheDefaultAndTheHighest) {
  EXPECT_EQ(VcpuId(), VcpuId::None());
  EXPECT_FALSE(VcpuId().valid());
  EXPECT_TRUE(VcpuId(0).valid());
  EXPECT_LT(PcpuId(4096), PcpuId::None());
}

TEST(IdTest, OrdersByNumber) {
  EXPECT_LT(PcpuId(1), PcpuId(2));
  EXPECT_EQ(PcpuId(2).value(), 2u);
}

TEST(IdTest, KindsDoNotMix) {
  static_assert(!std::is_convertible_v<PcpuId, VcpuId>);
  static_assert(!std::is_constructible_v<VcpuId, PcpuId>);
  static_assert(!std::is_convertible_v<uint32_t, PcpuId>);
}

}  // namespace
}  // namespace xenotime
