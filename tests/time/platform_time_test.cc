#include "xenotime/time/platform_time.h"

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/time/platform_counter.h"

namespace xenotime {
namespace {

PlatformTime Make(const PlatformTimer& timer, uint64_t raw = 0,
                  Instant now = Instant()) {
  return PlatformTime::Make(timer, raw, now).value();
}
PlatformTimer Pm24() { return *AcpiPmTimer(24, false); }
PlatformTimer HpetAt(int64_t hz) {
  return {PlatformTimerId::kHpet, Hertz(hz), 32, Nanoseconds(700)};
}
// Eight bits of nanoseconds.
PlatformTimer Tiny() {
  return {PlatformTimerId::kAcpiPm, Hertz(1'000'000'000), 8, Duration()};
}

TEST(PlatformTimeTest, HasTheSpecifiedPeriods) {
  // platform_timers.md, 1.
  EXPECT_EQ(Make(Pit()).overflow_period(), Nanoseconds(1'799'795'544'576));
  EXPECT_EQ(Make(HpetAt(14'318'180)).overflow_period(),
            Nanoseconds(149'983'003'968));
  EXPECT_EQ(Make(HpetAt(24'000'000)).overflow_period(),
            Nanoseconds(89'478'485'312));
  EXPECT_EQ(Make(Pm24()).overflow_period(), Nanoseconds(2'343'484'437));
  EXPECT_EQ(Make(*AcpiPmTimer(32, true)).overflow_period(),
            Nanoseconds(599'932'015'872));
  EXPECT_EQ(Make(XenTimer()).overflow_period(), Nanoseconds(int64_t{1} << 62));
}

TEST(PlatformTimeTest, WrapsAtTheSpecifiedTimes) {
  // Two half wraps: 3599.6 s, 299.97 s, 4.687 s, 1199.9 s.
  const auto wrap_ms = [](const PlatformTimer& timer) {
    return Make(timer).overflow_period().ns() * 2 / 1'000'000;
  };
  EXPECT_EQ(wrap_ms(Pit()), 3'599'591);
  EXPECT_EQ(wrap_ms(HpetAt(14'318'180)), 299'966);
  EXPECT_EQ(wrap_ms(Pm24()), 4'686);
  EXPECT_EQ(wrap_ms(*AcpiPmTimer(32, true)), 1'199'864);
  PlatformTimer channel2 = Pit();
  channel2.bits = 16;
  EXPECT_EQ(wrap_ms(channel2), 54);  // 54.9 ms
}

TEST(PlatformTimeTest, HasAPeriodOfDecadesForATsc) {
  const Duration period =
      Make(*TscTimer(Hertz(2'400'000'000))).overflow_period();
  EXPECT_GT(period, Seconds(int64_t{60} * 365 * 86'400));
}

TEST(PlatformTimeTest, RefusesAWidthWhoseHalfWrapOverflowsTheScale) {
  const absl::Status status =
      PlatformTime::Make(*TscTimer(Hertz(500'000'000)), 0, Instant()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(absl::StrContains(status.message(), "declare at most 62"))
      << status;
  PlatformTimer timer = *TscTimer(Hertz(500'000'000));
  timer.bits = 62;
  EXPECT_EQ(Make(timer).overflow_period(), Nanoseconds(int64_t{1} << 62));
}

TEST(PlatformTimeTest, RefusesWhatIsNoCounter) {
  PlatformTimer timer = Tiny();
  timer.bits = 64;
  EXPECT_FALSE(PlatformTime::Make(timer, 0, Instant()).ok());
  timer.bits = 0;
  EXPECT_FALSE(PlatformTime::Make(timer, 0, Instant()).ok());
  timer = Tiny();
  timer.frequency = Hertz(0);
  EXPECT_FALSE(PlatformTime::Make(timer, 0, Instant()).ok());
}

TEST(PlatformTimeTest, IsNowWhateverTheCounterShows) {
  const PlatformTime time = Make(Tiny(), 200, Instant(5000));
  EXPECT_EQ(time.At(200), Instant(5000));
  EXPECT_EQ(time.At(210), Instant(5010));
  EXPECT_EQ(time.At(10), Instant(5066));  // over the wrap
}

TEST(PlatformTimeTest, ExtendsTheCounterByAccumulating) {
  PlatformTime time = Make(Tiny());
  EXPECT_EQ(time.OnOverflowTimer(128, Instant(128)), 0);
  EXPECT_EQ(time.OnOverflowTimer(0, Instant(256)), 0);
  EXPECT_EQ(time.OnOverflowTimer(128, Instant(384)), 0);
  EXPECT_EQ(time.At(130), Instant(386));
  EXPECT_EQ(time.CountAt(0), 512u);
}

TEST(PlatformTimeTest, LosesAWrapWithoutTheTimer) {
  EXPECT_EQ(Make(Tiny()).At(300 & 0xff), Instant(44));
}

TEST(PlatformTimeTest, RecoversMissedWrapsFromLocalTime) {
  PlatformTime time = Make(Tiny());
  EXPECT_EQ(time.OnOverflowTimer(1000 & 0xff, Instant(1003)), 3);
  EXPECT_EQ(time.At(1000 & 0xff), Instant(1000));
}

TEST(PlatformTimeTest, RecoversNoMoreThanTenWrapsAtOnce) {
  PlatformTime time = Make(Tiny());
  EXPECT_EQ(time.OnOverflowTimer(0, Instant(100 * 256)), 10);
  EXPECT_EQ(time.At(0), Instant(2560));
  EXPECT_EQ(time.OnOverflowTimer(0, Instant(100 * 256)), 10);
}

TEST(PlatformTimeTest, OfTwoEquallyDistantTakesTheLater) {
  PlatformTime time = Make(Tiny());
  EXPECT_EQ(time.OnOverflowTimer(0, Instant(128)), 1);
  EXPECT_EQ(time.At(0), Instant(256));
}

TEST(PlatformTimeTest, LocalTimeThatIsBehindAddsNothing) {
  PlatformTime time = Make(Tiny(), 0, Instant(10'000));
  EXPECT_EQ(time.OnOverflowTimer(100, Instant(3)), 0);
  EXPECT_EQ(time.At(100), Instant(10'100));
}

TEST(PlatformTimeTest, TrustsALocalTimeThatRanAhead) {
  // No wrap was missed, but local time says so (stime.md, 3).
  PlatformTime time = Make(Tiny());
  EXPECT_EQ(time.OnOverflowTimer(10, Instant(300)), 1);
  EXPECT_EQ(time.At(10), Instant(266));
}

TEST(PlatformTimeTest, ARebaseChangesNoTime) {
  PlatformTime time = Make(Pm24());
  const Instant before = time.At(3'579'545);
  time.Rebase(3'579'545);
  EXPECT_EQ(time.At(3'579'545), before);
  EXPECT_EQ(before, Instant(999'999'999));
}

TEST(PlatformTimeTest, StandsStillOverSuspend) {
  PlatformTime time = Make(Tiny());
  time.Rebase(100);
  time.Resume(7);  // the device was reset
  EXPECT_EQ(time.At(7), Instant(100));
  EXPECT_EQ(time.At(17), Instant(110));
}

TEST(PlatformTimeProperty, FollowsTheDeviceForHoursAndNeverFalls) {
  constexpr uint64_t kSeed = 3579545;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (const PlatformTimer& timer :
       {Pm24(), HpetAt(14'318'180), *AcpiPmTimer(32, true)}) {
    const PlatformCounter device =
        *PlatformCounter::Make({.timer = timer, .offset = rng.Next()}, 0);
    PlatformTime time = Make(timer, device.Read(0));
    uint64_t ns = 0;
    Instant last;
    int epochs = 0;
    for (; epochs < 5000; ++epochs) {
      ns += rng.Below(static_cast<uint64_t>(time.overflow_period().ns()));
      const uint64_t raw = device.Read(ns);
      const Instant now = time.At(raw);
      ASSERT_GE(now, last);
      last = now;
      time.Rebase(raw);
      ASSERT_EQ(time.OnOverflowTimer(raw, Instant(static_cast<int64_t>(ns))),
                0);
    }
    // A tick, a nanosecond per re-base, and the scale's error.
    const int64_t error = static_cast<int64_t>(ns) - last.ns();
    const int64_t tick = 1'000'000'000 / timer.frequency.hz() + 1;
    EXPECT_GE(error, 0);
    EXPECT_LE(error, tick + epochs + static_cast<int64_t>(ns >> 31));
  }
}

}  // namespace
}  // namespace xenotime
