#include "xenotime/scheduler/threads/tsc_clock.h"

#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/time/cpu.h"

namespace xenotime {
namespace {

TEST(TscClockTest, TimeStartsAtTheOriginAndRunsBothWays) {
  const TscClock clock(TscRate::Of(2'000, 1'000), 10'000);
  EXPECT_EQ(clock.At(10'000), Instant(0));
  EXPECT_EQ(clock.At(10'000 + 2'000'000), Instant(1'000'000));
  EXPECT_EQ(clock.At(10'000 - 2'000), Instant(-1'000));
}

TEST(TscClockTest, ADeadlineIsReachedAtItsReadingAndNotBefore) {
  const TscClock clock(TscRate::Of(21'000, 10'007), 12'345);
  for (int64_t ns :
       std::vector<int64_t>{1, 2, 999, 1'000'003, 77'777'777'777}) {
    const uint64_t tsc = clock.TscAt(Instant(ns));
    EXPECT_GE(clock.At(tsc), Instant(ns));
    EXPECT_LT(clock.At(tsc - 1), Instant(ns));
  }
}

TEST(TscClockTest, NeverIsLaterThanAnyReading) {
  const TscClock clock(TscRate::Of(2'100, 1'000), 0);
  EXPECT_EQ(clock.TscAt(Instant::Never()),
            std::numeric_limits<uint64_t>::max());
}

TEST(TscClockTest, TicksAndNanosecondsAreInverse) {
  const TscClock clock(TscRate::Of(2'345'678, 1'000'000), 0);
  EXPECT_EQ(clock.Ticks(Seconds(1)) / 1'000, 2'345'677);
  EXPECT_NEAR(clock.Nanoseconds(clock.Ticks(Seconds(5))), 5'000'000'000, 10);
}

TEST(TscClockTest, TheHostsRateIsMeasuredOnceAndPlausible) {
  const TscRate& rate = TscRate::Host();
  EXPECT_EQ(&rate, &TscRate::Host());
  const TscClock clock(rate, ReadTsc());
  EXPECT_GT(clock.Ticks(Microseconds(1)), 100);
  EXPECT_LT(clock.Ticks(Microseconds(1)), 20'000);
  EXPECT_GE(clock.At(ReadTsc()), Instant(0));
}

}  // namespace
}  // namespace xenotime
