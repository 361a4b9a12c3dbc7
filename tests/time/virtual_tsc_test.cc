#include "xenotime/time/virtual_tsc.h"

#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;

VirtualTsc MakeTsc(const VirtualTsc::Config& config, uint64_t real = 0) {
  return VirtualTsc::Make(config, real).value();
}
VirtualTsc::Config TwoGigahertz() {
  return {.frequency = Hertz(2'000'000'000)};
}

TEST(VirtualTscTest, CountsFromItsStart) {
  const VirtualTsc tsc =
      MakeTsc({.frequency = Hertz(2'000'000'000), .value = 7}, /*real=*/1000);
  EXPECT_EQ(tsc.Read(1000), 7u);
  EXPECT_EQ(tsc.Read(1001), 9u);
  EXPECT_EQ(tsc.Read(1000 + kSecond), 2 * kSecond + 7);
}

TEST(VirtualTscTest, CountsOverTheMachinesOwnTsc) {
  const VirtualTsc tsc = MakeTsc({.frequency = Hertz(1'150'000'000),
                                  .real_frequency = Hertz(2'300'000'000)});
  EXPECT_EQ(tsc.Read(2'300'000'000), 1'150'000'000u);
}

TEST(VirtualTscTest, RefusesImpossibleRates) {
  EXPECT_FALSE(VirtualTsc::Make({.frequency = Hertz(0)}, 0).ok());
  VirtualTsc::Config config = TwoGigahertz();
  config.drift_ppb = 1'000'000'001;
  EXPECT_FALSE(VirtualTsc::Make(config, 0).ok());
}

TEST(VirtualTscTest, TwoThatDriftPartByTheDifferencePerSecond) {
  VirtualTsc::Config config = TwoGigahertz();
  const VirtualTsc exact = MakeTsc(config);
  config.drift_ppb = 50'000;  // 50 ppm
  const VirtualTsc fast = MakeTsc(config);
  // ppb * 1e-9 * f ticks per second (tsc.md, 7).
  EXPECT_NEAR(SkewAt(fast, exact, 10 * kSecond), 1'000'000, 1);
  EXPECT_NEAR(SkewAt(exact, fast, 10 * kSecond), -1'000'000, 1);
}

TEST(VirtualTscTest, AWriteMovesValueAndAdjustAlike) {
  VirtualTsc tsc = MakeTsc(TwoGigahertz());
  ASSERT_TRUE(tsc.Write(100, 5000).ok());
  EXPECT_EQ(tsc.Read(100), 5000u);
  EXPECT_EQ(tsc.adjust(), 4800);
  ASSERT_TRUE(tsc.Write(200, 100).ok());
  EXPECT_EQ(tsc.adjust(), 4800 - 5100);
  EXPECT_EQ(tsc.Read(250), 200u);
}

TEST(VirtualTscTest, AWriteOfAdjustMovesTheValueByTheDifference) {
  VirtualTsc tsc = MakeTsc(TwoGigahertz());
  ASSERT_TRUE(tsc.WriteAdjust(100, 1000).ok());
  EXPECT_EQ(tsc.Read(100), 1200u);
  ASSERT_TRUE(tsc.WriteAdjust(100, -(int64_t{1} << 50)).ok());
  EXPECT_EQ(tsc.Read(100), 200 - (uint64_t{1} << 50));
  EXPECT_EQ(tsc.adjust(), -(int64_t{1} << 50));
  ASSERT_TRUE(tsc.WriteAdjust(100, 0).ok());
  EXPECT_EQ(tsc.Read(100), 200u);
}

TEST(VirtualTscTest, InjectedSkewLeavesNoTraceInAdjust) {
  VirtualTsc tsc = MakeTsc(TwoGigahertz());
  tsc.Inject(-1300);
  EXPECT_EQ(tsc.Read(1000), 700u);
  EXPECT_EQ(tsc.adjust(), 0);
}

TEST(VirtualTscTest, AnOldCpuKeepsTheLowHalfOfAWrite) {
  VirtualTsc::Config config = TwoGigahertz();
  config.writes = TscWrites::kLow32;
  VirtualTsc tsc = MakeTsc(config);
  ASSERT_TRUE(tsc.Write(0, 0x500000007).ok());
  EXPECT_EQ(tsc.Read(0), 7u);
  EXPECT_EQ(tsc.adjust(), 7);
}

TEST(VirtualTscTest, ACpuMayRefuseAWrite) {
  VirtualTsc::Config config = TwoGigahertz();
  config.writes = TscWrites::kRefused;
  VirtualTsc tsc = MakeTsc(config);
  EXPECT_EQ(tsc.Write(5, 0).code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(tsc.Read(5), 10u);
}

TEST(VirtualTscTest, ADeepIdleStateStopsIt) {
  VirtualTsc::Config config = TwoGigahertz();
  config.nonstop = false;
  VirtualTsc tsc = MakeTsc(config);
  tsc.Stop(100);
  EXPECT_FALSE(tsc.running());
  EXPECT_EQ(tsc.Read(100), 200u);
  EXPECT_EQ(tsc.Read(900), 200u);
  tsc.Stop(500);  // it is stopped already
  tsc.Resume(900);
  EXPECT_EQ(tsc.Read(901), 202u);
  tsc.Resume(950);  // it runs already
  EXPECT_EQ(tsc.Read(1000), 400u);
}

TEST(VirtualTscTest, ANonstopOneRunsThroughDeepIdle) {
  VirtualTsc tsc = MakeTsc(TwoGigahertz());
  tsc.Stop(100);
  EXPECT_EQ(tsc.Read(900), 1800u);
  tsc.Resume(900);
  EXPECT_EQ(tsc.Read(900), 1800u);
}

TEST(VirtualTscTest, ASleepingCpuCannotWriteButFirmwareCan) {
  VirtualTsc::Config config = TwoGigahertz();
  config.nonstop = false;
  VirtualTsc tsc = MakeTsc(config);
  tsc.Stop(100);
  EXPECT_EQ(tsc.Write(200, 1).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_FALSE(tsc.WriteAdjust(200, 1).ok());
  tsc.Inject(50);
  EXPECT_EQ(tsc.Read(300), 250u);
}

TEST(VirtualTscTest, SuspendToRamResetsEvenANonstopOne) {
  VirtualTsc tsc = MakeTsc(TwoGigahertz());
  ASSERT_TRUE(tsc.WriteAdjust(0, 77).ok());
  tsc.Suspend(100);
  EXPECT_EQ(tsc.Read(5000), 277u);
  tsc.ResumeFromSuspend(9000);
  EXPECT_EQ(tsc.Read(9001), 2u);
  EXPECT_EQ(tsc.adjust(), 0);
  tsc.Suspend(9100);
  tsc.ResumeFromSuspend(9500, 123);
  EXPECT_EQ(tsc.Read(9500), 123u);
}

TEST(VirtualTscTest, AChangeOfPStateChangesTheRateFromThenOn) {
  VirtualTsc::Config config = TwoGigahertz();
  config.constant = false;
  VirtualTsc tsc = MakeTsc(config);
  ASSERT_TRUE(tsc.ChangeFrequency(100, Hertz(1'000'000'000)).ok());
  EXPECT_EQ(tsc.Read(100), 200u);
  EXPECT_EQ(tsc.Read(150), 250u);
  EXPECT_EQ(tsc.config().frequency, Hertz(1'000'000'000));
  EXPECT_FALSE(tsc.ChangeFrequency(200, Hertz(0)).ok());
}

TEST(VirtualTscTest, AChangeOfPStateIsNothingToAConstantOne) {
  VirtualTsc tsc = MakeTsc(TwoGigahertz());
  ASSERT_TRUE(tsc.ChangeFrequency(100, Hertz(1'000'000'000)).ok());
  EXPECT_EQ(tsc.Read(150), 300u);
}

TEST(VirtualTscTest, WrapsWithTheRealCounterAndByItself) {
  VirtualTsc::Config config = TwoGigahertz();
  config.value = ~uint64_t{0};
  const VirtualTsc tsc = MakeTsc(config, /*real=*/~uint64_t{0} - 4);
  EXPECT_EQ(tsc.Read(5), 19u);  // 10 ns on, over both wraps
}

TEST(VirtualTscProperty, NeverFallsBetweenWrites) {
  constexpr uint64_t kSeed = 271828;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int run = 0; run < 200; ++run) {
    VirtualTsc::Config config;
    config.frequency = Hertz(rng.Between(1'000'000, 5'000'000'000));
    config.drift_ppb = rng.Between(-999'999, 999'999);
    config.constant = false;
    config.nonstop = false;
    VirtualTsc tsc = MakeTsc(config);
    uint64_t real = 0;
    uint64_t last = tsc.Read(real);
    for (int i = 0; i < 100; ++i) {
      real += rng.Below(1'000'000);
      switch (rng.Below(4)) {
        case 0:
          tsc.Stop(real);
          break;
        case 1:
          tsc.Resume(real);
          break;
        case 2: {
          const Hertz hertz(rng.Between(1'000'000, 5'000'000'000));
          ASSERT_TRUE(tsc.ChangeFrequency(real, hertz).ok());
          break;
        }
        default:
          break;
      }
      const uint64_t value = tsc.Read(real);
      ASSERT_GE(value, last);
      last = value;
    }
  }
}

TEST(VirtualTscProperty, AdjustIsTheSumOfWhatSoftwareDid) {
  constexpr uint64_t kSeed = 161803;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  VirtualTsc written = MakeTsc(TwoGigahertz());
  const VirtualTsc hardware = MakeTsc(TwoGigahertz());
  uint64_t real = 0;
  for (int i = 0; i < 2000; ++i) {
    real += rng.Below(1000);
    const uint64_t value = rng.Next();
    ASSERT_TRUE(
        rng.Chance(500'000)
            ? written.Write(real, value).ok()
            : written.WriteAdjust(real, static_cast<int64_t>(value)).ok());
    real += rng.Below(1000);
    ASSERT_EQ(SkewAt(written, hardware, real), written.adjust());
  }
}

}  // namespace
}  // namespace xenotime
