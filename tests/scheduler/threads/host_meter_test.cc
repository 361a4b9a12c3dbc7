#include "xenotime/scheduler/threads/host_meter.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(GapMeterTest, ReadingsWithinTheLimitAreNoGap) {
  GapMeter meter(10);
  meter.Restart(100);
  meter.Read(110);
  meter.Read(120);
  EXPECT_EQ(meter.gaps(), 0);
  EXPECT_FALSE(meter.GapSince(0));
}

TEST(GapMeterTest, AGapIsCountedAndRememberedByItsEnd) {
  GapMeter meter(10);
  meter.Restart(100);
  meter.Read(111);
  EXPECT_EQ(meter.gaps(), 1);
  EXPECT_EQ(meter.gap_ticks(), 11);
  EXPECT_TRUE(meter.GapSince(110));
  EXPECT_FALSE(meter.GapSince(111));
}

TEST(GapMeterTest, AnAnnouncedAbsenceIsNoGap) {
  GapMeter meter(10);
  meter.Restart(100);
  meter.Restart(500);
  meter.Read(505);
  EXPECT_EQ(meter.gaps(), 0);
}

TEST(GapMeterTest, AReadingThatStepsBackIsNoGap) {
  GapMeter meter(10);
  meter.Restart(100);
  meter.Read(90);
  EXPECT_EQ(meter.gaps(), 0);
}

TEST(HostMeterTest, TheRunDelayNeverShrinks) {
  const int64_t before = ThreadRunDelayNs();
  EXPECT_GE(before, 0);
  EXPECT_GE(ThreadRunDelayNs(), before);
}

}  // namespace
}  // namespace xenotime
