#include "xenotime/time/platform_counter.h"

#include "absl/numeric/int128.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;

PlatformCounter Make(const PlatformCounter::Config& config, uint64_t ns = 0) {
  return PlatformCounter::Make(config, ns).value();
}

TEST(PlatformCounterTest, CountsItsFrequency) {
  const PlatformCounter pit = Make({.timer = Pit()});
  EXPECT_EQ(pit.Read(0), 0u);
  EXPECT_EQ(pit.Read(838), 0u);
  EXPECT_EQ(pit.Read(839), 1u);
  EXPECT_EQ(pit.Read(kSecond), 1'193'182u);
}

TEST(PlatformCounterTest, WrapsAtItsWidth) {
  const PlatformCounter pm = Make({.timer = *AcpiPmTimer(24, false)});
  EXPECT_EQ(pm.Read(4 * kSecond), 14'318'180u);
  EXPECT_EQ(pm.Read(5 * kSecond), 17'897'725u - 16'777'216u);  // at 4.687 s
}

TEST(PlatformCounterTest, StartsAtItsOffset) {
  const PlatformCounter counter =
      Make({.timer = XenTimer(), .offset = 100}, /*ns=*/50);
  EXPECT_EQ(counter.Read(50), 100u);
  EXPECT_EQ(counter.Read(60), 110u);
}

TEST(PlatformCounterTest, MayCountDown) {
  PlatformTimer channel2 = Pit();
  channel2.bits = 16;
  const PlatformCounter pit =
      Make({.timer = channel2, .offset = 2, .counts_down = true});
  EXPECT_EQ(pit.Read(0), 2u);
  EXPECT_EQ(pit.Read(4000), 0xfffeu);  // 4 ticks
}

TEST(PlatformCounterTest, DriftsAndIsExactOverYears) {
  const uint64_t century = kSecond * 86'400 * 365 * 100;
  const PlatformCounter exact = Make({.timer = XenTimer()});
  const PlatformCounter fast = Make({.timer = XenTimer(), .drift_ppb = 1});
  EXPECT_EQ(exact.Read(century), century);
  EXPECT_EQ(fast.Read(century), century + century / kSecond);
  const PlatformCounter slow = Make({.timer = XenTimer(), .drift_ppb = -1});
  EXPECT_EQ(slow.Read(century), century - century / kSecond);
}

TEST(PlatformCounterTest, JumpsAndStopsWhenTold) {
  PlatformCounter counter = Make({.timer = XenTimer()});
  counter.Jump(1000);
  EXPECT_EQ(counter.Read(5), 1005u);
  counter.Jump(-5);
  counter.Stop(10);
  EXPECT_EQ(counter.Read(500), 1005u);
  counter.Resume(500);
  EXPECT_EQ(counter.Read(501), 1006u);
  counter.Resume(600);  // it runs already
  EXPECT_EQ(counter.Read(601), 1106u);
}

TEST(PlatformCounterTest, RefusesWhatIsNoCounter) {
  PlatformTimer timer = Pit();
  timer.bits = 0;
  EXPECT_FALSE(PlatformCounter::Make({.timer = timer}, 0).ok());
  timer.bits = 64;
  EXPECT_FALSE(PlatformCounter::Make({.timer = timer}, 0).ok());
  EXPECT_FALSE(
      PlatformCounter::Make({.timer = Pit(), .drift_ppb = -1'000'000'000}, 0)
          .ok());
  timer = Pit();
  timer.frequency = Hertz(0);
  EXPECT_FALSE(PlatformCounter::Make({.timer = timer}, 0).ok());
}

TEST(PlatformCounterProperty, IsTheExactProductRoundedDown) {
  constexpr uint64_t kSeed = 5150;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    PlatformTimer timer = XenTimer();
    timer.frequency = Hertz(rng.Between(1, 5'000'000'000));
    const int64_t ppb = rng.Between(-1000, 1000);
    // Small enough for the plain product to fit in 128 bits.
    const uint64_t ns = rng.Next() >> (3 + rng.Below(61));
    const PlatformCounter counter = Make({.timer = timer, .drift_ppb = ppb});
    const absl::uint128 nano_hertz =
        absl::uint128(static_cast<uint64_t>(timer.frequency.hz())) *
        static_cast<uint64_t>(1'000'000'000 + ppb);
    const absl::uint128 exact =
        absl::uint128(ns) * nano_hertz / kSecond / kSecond;
    ASSERT_EQ(counter.Read(ns), absl::Uint128Low64(exact) & timer.mask());
  }
}

}  // namespace
}  // namespace xenotime
