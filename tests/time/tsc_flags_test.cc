#include "xenotime/time/tsc_flags.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

constexpr TscHardware kInvariant{.invariant = true};
constexpr TscHardware kOldIntel{.constant_rate_family = true};

TscQuality Detect(const TscHardware& hardware,
                  TscOption option = TscOption::kNone) {
  return TscQuality::Detect(hardware, option).value();
}

TEST(TscQualityTest, AnInvariantTscPromisesAll) {
  const TscQuality quality = Detect(kInvariant);
  EXPECT_EQ(quality.flags(), (TscFlags{true, true, true}));
  EXPECT_EQ(quality.WhyNot(TscFlag::kReliable), "");
}

TEST(TscQualityTest, AConstantRateFamilyPromisesTheRateOnly) {
  const TscQuality quality = Detect(kOldIntel);
  EXPECT_EQ(quality.flags(), (TscFlags{true, false, false}));
  EXPECT_EQ(quality.WhyNot(TscFlag::kNonstop), "no invariant TSC");
}

TEST(TscQualityTest, AnOldCpuPromisesNothing) {
  EXPECT_EQ(Detect({}).flags(), TscFlags());
}

TEST(TscQualityTest, OneAmdFamilyIsNotBelieved) {
  const TscQuality quality =
      Detect({.invariant = true, .amd_family_11h = true});
  EXPECT_EQ(quality.flags(), (TscFlags{true, true, false}));
  EXPECT_EQ(quality.WhyNot(TscFlag::kReliable), "AMD family 11h");
}

TEST(TscQualityTest, RefusesACpuOfTwoVendors) {
  EXPECT_FALSE(
      TscQuality::Detect({.constant_rate_family = true, .amd_family_11h = true},
                         TscOption::kNone)
          .ok());
}

TEST(TscQualityTest, OptionsClearFlags) {
  EXPECT_EQ(Detect(kInvariant, TscOption::kUnstable).flags(), TscFlags());
  const TscQuality skewed = Detect(kInvariant, TscOption::kSkewed);
  EXPECT_EQ(skewed.flags(), (TscFlags{true, true, false}));
  EXPECT_EQ(skewed.WhyNot(TscFlag::kReliable), "option tsc=skewed");
  EXPECT_EQ(Detect(kInvariant, TscOption::kStableSocket).flags(),
            (TscFlags{true, true, true}));
}

TEST(TscQualityTest, KeepsTheFirstReason) {
  TscQuality quality = Detect(kInvariant, TscOption::kSkewed);
  EXPECT_TRUE(quality.SawWarp(1300).ok());
  EXPECT_EQ(quality.WhyNot(TscFlag::kReliable), "option tsc=skewed");
}

TEST(TscQualityTest, AWarpOfAnySizeClearsReliable) {
  TscQuality quality = Detect(kInvariant);
  EXPECT_TRUE(quality.SawWarp(0).ok());
  EXPECT_TRUE(quality.flags().reliable);
  EXPECT_TRUE(quality.SawWarp(1).ok());
  EXPECT_EQ(quality.flags(), (TscFlags{true, true, false}));
}

TEST(TscQualityTest, AProbeThatFailsClearsConstantAndForbidsWhatNeedsWrites) {
  TscQuality quality = Detect(kOldIntel);
  EXPECT_TRUE(quality.ProbedWritability(TscWritability::kFull).ok());
  EXPECT_TRUE(quality.flags().constant);
  EXPECT_TRUE(quality.startup_sync());
  EXPECT_FALSE(quality.deep_idle_forbidden());
  EXPECT_TRUE(quality.ProbedWritability(TscWritability::kPartial).ok());
  EXPECT_FALSE(quality.flags().constant);
  EXPECT_FALSE(quality.startup_sync());
  EXPECT_TRUE(quality.deep_idle_forbidden());
}

TEST(TscQualityTest, DeepIdleStaysIfTheCounterRunsThroughIt) {
  TscQuality quality = Detect(kInvariant, TscOption::kSkewed);
  EXPECT_TRUE(quality.ProbedWritability(TscWritability::kNone).ok());
  EXPECT_FALSE(quality.startup_sync());
  EXPECT_FALSE(quality.deep_idle_forbidden());
}

TEST(TscQualityTest, AReliableOneMustNotBeProbed) {
  TscQuality quality = Detect(kInvariant);
  EXPECT_EQ(quality.ProbedWritability(TscWritability::kFull).code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(TscQualityTest, ALateCpuMayNotClearAFlag) {
  TscQuality quality = Detect(kInvariant);
  quality.Seal();
  EXPECT_EQ(quality.SawWarp(5).message(),
            "the flags of the TSC are settled, and the warp test saw a warp");
  EXPECT_TRUE(quality.flags().reliable);
  TscQuality skewed = Detect(kInvariant, TscOption::kSkewed);
  skewed.Seal();
  EXPECT_TRUE(skewed.SawWarp(5).ok());
}

TEST(TscOptionTest, KnowsItsValues) {
  EXPECT_EQ(*ParseTscOption(""), TscOption::kNone);
  EXPECT_EQ(*ParseTscOption("unstable"), TscOption::kUnstable);
  EXPECT_EQ(*ParseTscOption("skewed"), TscOption::kSkewed);
  EXPECT_EQ(*ParseTscOption("stable:socket"), TscOption::kStableSocket);
  EXPECT_EQ(ParseTscOption("stable").status().message(),
            "tsc=stable is not known; give unstable, skewed or stable:socket");
}

TEST(TscOptionTest, ATscThatIsDeniedCannotBeTheClocksource) {
  EXPECT_EQ(CheckTscOptions(TscOption::kSkewed, "tsc").message(),
            "clocksource=tsc needs a reliable TSC, and tsc=skewed denies that");
  EXPECT_FALSE(CheckTscOptions(TscOption::kUnstable, "tsc").ok());
  EXPECT_TRUE(CheckTscOptions(TscOption::kStableSocket, "tsc").ok());
  EXPECT_TRUE(CheckTscOptions(TscOption::kUnstable, "hpet").ok());
  EXPECT_TRUE(CheckTscOptions(TscOption::kNone, "").ok());
}

TEST(TscFlagsTest, ReliableNeedsTheOthers) {
  EXPECT_TRUE(CheckFlags({true, true, true}).ok());
  EXPECT_TRUE(CheckFlags({false, true, false}).ok());
  EXPECT_FALSE(CheckFlags({false, true, true}).ok());
  EXPECT_FALSE(CheckFlags({true, false, true}).ok());
}

}  // namespace
}  // namespace xenotime
