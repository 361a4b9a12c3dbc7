#include "xenotime/time/cpu_time.h"

#include "absl/numeric/int128.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

TimeScale ScaleOf(int64_t hz) {
  return TimeScale::FromFrequency(Hertz(hz)).value();
}

// 2 GHz, one second after boot at TSC 1000.
CpuTime TwoGigahertz() {
  return {{2'000'001'000, Instant(1'000'000'000), Instant(1'000'000'500)},
          ScaleOf(2'000'000'000)};
}

TEST(CpuTimeTest, ExtrapolatesForwards) {
  EXPECT_EQ(TwoGigahertz().Extrapolate(2'000'001'000), Instant(1'000'000'000));
  EXPECT_EQ(TwoGigahertz().Extrapolate(2'000'001'020), Instant(1'000'000'010));
}

TEST(CpuTimeTest, ExtrapolatesBackwardsForAValueOlderThanTheStamp) {
  EXPECT_EQ(TwoGigahertz().Extrapolate(2'000'000'980), Instant(999'999'990));
  EXPECT_EQ(TwoGigahertz().Extrapolate(1000), Instant(0));
}

TEST(CpuTimeTest, ComparesCountersUnsigned) {
  CpuTime time = TwoGigahertz();
  time.stamp.local_tsc = 1000;
  // With its top bit set a counter is far ahead, not behind.
  EXPECT_GT(time.Extrapolate(uint64_t{1} << 63), Instant(1'000'000'000));
}

TEST(CpuTimeTest, FindsTheCounterOfADeadline) {
  EXPECT_EQ(TwoGigahertz().TscAt(Instant(1'000'000'010)), 2'000'001'020u);
}

TEST(CpuTimeTest, NeverFindsACounterBeforeTheStamp) {
  EXPECT_EQ(TwoGigahertz().TscAt(Instant(1'000'000'000)), 2'000'001'000u);
  EXPECT_EQ(TwoGigahertz().TscAt(Instant(5)), 2'000'001'000u);
}

TEST(CpuTimeTest, ARecordWithoutAWriteIsOneSample) {
  const TimeStamp record =
      RecordAfterRendezvous(TwoGigahertz(), 0, 2'000'001'020, Instant(7));
  EXPECT_EQ(record,
            (TimeStamp{2'000'001'020, Instant(1'000'000'010), Instant(7)}));
}

TEST(CpuTimeTest, ARecordAfterAWriteKeepsTheTimeOfTheOldValue) {
  // The boot CPU's counter was raised by more than a second.
  CpuTime time = TwoGigahertz();
  const TimeStamp record =
      RecordAfterRendezvous(time, 2'000'001'020, 5'000'000'000, Instant());
  EXPECT_EQ(record.local_tsc, 5'000'000'000u);
  EXPECT_EQ(record.local_stime, Instant(1'000'000'010));
  // Between the write and the calibration the clock is far ahead ...
  EXPECT_GT(time.Extrapolate(5'000'000'000), Instant(2'000'000'000));
  // ... and falls back with it.
  time.stamp = record;
  EXPECT_EQ(time.Extrapolate(5'000'000'000), Instant(1'000'000'010));
}

TEST(RestoreAfterIdleTest, SetsCounterAndStampToPlatformTime) {
  const WakeUp wake = RestoreAfterIdle(TwoGigahertz(), Instant(1'500'000'000));
  EXPECT_EQ(wake.tsc, 3'000'001'000u);
  EXPECT_EQ(wake.time.stamp, (TimeStamp{3'000'001'000, Instant(1'500'000'000),
                                        Instant(1'500'000'000)}));
  EXPECT_EQ(wake.time.scale, TwoGigahertz().scale);
}

TEST(RestoreAfterIdleTest, StepsTimeBackIfLocalTimeRanAhead) {
  const CpuTime time = TwoGigahertz();
  const Instant before = time.Extrapolate(time.stamp.local_tsc);
  const WakeUp wake = RestoreAfterIdle(time, before - Nanoseconds(300));
  EXPECT_EQ(wake.tsc, time.stamp.local_tsc);  // capped
  EXPECT_EQ(wake.time.Extrapolate(wake.tsc), before - Nanoseconds(300));
}

TEST(RestoreAfterIdleTest, WithoutANewStampTimeWouldExplode) {
  // Only the counter written, to just before the stamp, and the difference
  // taken as unsigned, as before 2020 (stime.md, 8).
  const CpuTime time = TwoGigahertz();
  const uint64_t written = time.stamp.local_tsc - 1;
  EXPECT_GT(time.scale.Scale(written - time.stamp.local_tsc),
            uint64_t{1} << 62);
}

TEST(CpuTimeProperty, AgreesWith128BitArithmetic) {
  constexpr uint64_t kSeed = 602;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    const TimeScale scale = ScaleOf(rng.Between(1'000'000, 9'000'000'000));
    const CpuTime time{{rng.Next(), Instant(rng.Between(0, 1LL << 60)), {}},
                       scale};
    const uint64_t delta = rng.Next() >> 30;
    const absl::uint128 in = scale.shift() >= 0
                                 ? absl::uint128(delta) << scale.shift()
                                 : absl::uint128(delta) >> -scale.shift();
    const auto ns =
        static_cast<int64_t>(absl::Uint128Low64(in * scale.mul_frac() >> 32));
    const uint64_t later = time.stamp.local_tsc + delta;
    if (later >= time.stamp.local_tsc) {
      ASSERT_EQ(time.Extrapolate(later), time.stamp.local_stime + Duration(ns));
    }
    const uint64_t earlier = time.stamp.local_tsc - delta;
    if (earlier < time.stamp.local_tsc) {
      ASSERT_EQ(time.Extrapolate(earlier),
                time.stamp.local_stime - Duration(ns));
    }
  }
}

TEST(CpuTimeProperty, ADeadlinesCounterIsNotPastTheDeadline) {
  constexpr uint64_t kSeed = 88;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    CpuTime time = TwoGigahertz();
    time.scale = ScaleOf(rng.Between(1'000'000'001, 2'000'000'000));
    const Instant deadline =
        time.stamp.local_stime + Duration(rng.Between(1, 2'000'000'000));
    const Instant reached = time.Extrapolate(time.TscAt(deadline));
    ASSERT_LE(reached, deadline);
    ASSERT_GE(reached, deadline - Nanoseconds(4));
  }
}

}  // namespace
}  // namespace xenotime
