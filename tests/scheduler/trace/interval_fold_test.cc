#include "xenotime/scheduler/trace/interval_fold.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

constexpr PcpuId kP0(0), kP1(1);
constexpr VcpuId kA(0), kB(1), kIdle;

TEST(IntervalFoldTest, TimeIsIdleUntilTheFirstSwitch) {
  IntervalFold fold(2, 1);
  fold.Switch(kP0, kA, Instant(10));
  fold.Finish(Instant(25));
  EXPECT_EQ(fold.idle_ns(kP0), 10);
  EXPECT_EQ(fold.idle_ns(kP1), 25);
  EXPECT_EQ(fold.vcpu(kA).run_ns, 15);
}

TEST(IntervalFoldTest, EveryDispatchCountsAlsoOneOfLengthZero) {
  IntervalFold fold(1, 2);
  fold.Switch(kP0, kA, Instant(10));
  fold.Switch(kP0, kB, Instant(10));
  fold.Switch(kP0, kA, Instant(12));
  fold.Finish(Instant(12));
  EXPECT_EQ(fold.vcpu(kA).dispatches, 2);
  EXPECT_EQ(fold.vcpu(kA).run_ns, 0);
  EXPECT_EQ(fold.vcpu(kB).run_ns, 2);
}

TEST(IntervalFoldTest, AMigrationIsADispatchElsewhereThanTheLastOne) {
  IntervalFold fold(2, 1);
  fold.Switch(kP1, kA, Instant(1));
  fold.Switch(kP1, kIdle, Instant(2));
  fold.Switch(kP1, kA, Instant(3));
  EXPECT_EQ(fold.vcpu(kA).migrations, 0);
  fold.Switch(kP1, kIdle, Instant(4));
  fold.Switch(kP0, kA, Instant(5));
  EXPECT_EQ(fold.vcpu(kA).migrations, 1);
}

TEST(IntervalFoldTest, AnOverdueLeaveDoesNotStopTheVcpuElsewhere) {
  IntervalFold fold(2, 1);
  fold.Switch(kP0, kA, Instant(1));
  fold.Switch(kP1, kA, Instant(5));
  fold.Switch(kP0, kIdle, Instant(5));
  EXPECT_TRUE(fold.running(kA));
  EXPECT_EQ(fold.current(kP1), kA);
  EXPECT_EQ(fold.current(kP0), kIdle);
}

}  // namespace
}  // namespace xenotime
