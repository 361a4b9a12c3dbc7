#include "xenotime/scheduler/core/vcpu.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(VcpuTest, IsCreatedDown) {
  const Vcpu v;
  EXPECT_FALSE(v.runnable());
  EXPECT_FALSE(v.online());
  EXPECT_FALSE(v.running());
  EXPECT_EQ(v.runstate.state(), RunState::kOffline);
}

TEST(VcpuTest, IsRunnableOnlyWhenNothingHoldsIt) {
  Vcpu v;
  v.pause_word = 0;
  EXPECT_TRUE(v.runnable());
  for (uint32_t bit : {uint32_t{kPauseBlocked}, uint32_t{kPauseDown},
                       uint32_t{kPauseMigrating}, uint32_t{kPauseParked},
                       uint32_t{kPauseCountOne}}) {
    v.pause_word = bit;
    EXPECT_FALSE(v.runnable()) << bit;
  }
}

TEST(VcpuTest, ThePauseCountIsApartFromTheFlags) {
  Vcpu v;
  v.pause_word = kPauseBlocked | kPauseParked;
  EXPECT_FALSE(v.paused());
  v.pause_word = 2 * kPauseCountOne;
  EXPECT_TRUE(v.paused());
  EXPECT_FALSE(v.Has(kPauseBlocked));
  EXPECT_FALSE(v.Has(kPauseParked));
}

}  // namespace
}  // namespace xenotime
