#include "xenotime/time/time_scale.h"

#include <limits>

#include "absl/numeric/int128.h"
#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

constexpr uint64_t kBillion = 1'000'000'000;

TimeScale ScaleOf(int64_t hz) {
  return TimeScale::FromFrequency(Hertz(hz)).value();
}

struct Vector {
  int64_t hz;
  uint32_t mul;
  int shift;
  uint32_t reciprocal_mul;
  int reciprocal_shift;
  uint64_t second_of_ticks_in_ns;
  uint64_t billion_ns_in_ticks;
};
// stime.md, 1.
constexpr Vector kVectors[] = {
    {1'000'000'000, 0x80000000, 1, 0x80000000, 1, 1000000000, 1000000000},
    {2'000'000'000, 0x80000000, 0, 0x80000000, 2, 1000000000, 2000000000},
    {2'400'000'000, 0xd5555555, -1, 0x99999999, 2, 999999999, 2399999999},
    {2'394'000'000, 0xd5de3577, -1, 0x99374bc7, 2, 999999999, 2394000000},
    {3'000'000'000, 0xaaaaaaaa, -1, 0xc0000000, 2, 999999999, 3000000000},
    {3'200'000'000, 0xa0000000, -1, 0xcccccccc, 2, 1000000000, 3199999999},
    {4'300'000'000, 0xee23b88e, -2, 0x8999999a, 3, 999999999, 4300000000},
    {1'193'182, 0xd1861649, 10, 0x9c648b56, -9, 999999999, 1193181},
    {3'579'545, 0x8baebc15, 9, 0xea96ccb6, -8, 999999999, 3579545},
    {14'318'180, 0x8baebc15, 7, 0xea96ccb6, -6, 999999999, 14318180},
    {24'000'000, 0xa6aaaaaa, 6, 0xc49ba5e4, -5, 999999999, 24000000},
    {62'500'000, 0x80000000, 5, 0x80000000, -3, 1000000000, 62500000},
};

TEST(TimeScaleTest, HasTheSpecifiedNumbers) {
  for (const Vector& v : kVectors) {
    SCOPED_TRACE(v.hz);
    const TimeScale scale = ScaleOf(v.hz);
    EXPECT_EQ(scale.mul_frac(), v.mul);
    EXPECT_EQ(scale.shift(), v.shift);
    const TimeScale back = scale.Reciprocal();
    EXPECT_EQ(back.mul_frac(), v.reciprocal_mul);
    EXPECT_EQ(back.shift(), v.reciprocal_shift);
    EXPECT_EQ(scale.Scale(static_cast<uint64_t>(v.hz)),
              v.second_of_ticks_in_ns);
    EXPECT_EQ(back.Scale(kBillion), v.billion_ns_in_ticks);
  }
}

TEST(TimeScaleTest, IsTheIdentityUnlessMadeOtherwise) {
  constexpr TimeScale kIdentity;
  EXPECT_EQ(kIdentity, ScaleOf(1'000'000'000));
  EXPECT_EQ(kIdentity.Scale(123'456'789), 123'456'789u);
  EXPECT_EQ(kIdentity.Reciprocal(), kIdentity);
}

TEST(TimeScaleTest, TakesFrequenciesBeyond32BitsOfHertz) {
  EXPECT_EQ(ScaleOf(4'294'967'296 + 5'032'704).mul_frac(), 0xee23b88eu);
  EXPECT_EQ(ScaleOf(1'000'000'000'000).shift(), -9);
  EXPECT_EQ(ScaleOf(1).shift(), 30);
}

TEST(TimeScaleTest, MayBeFastAboveTwoGigahertz) {
  // 2399999999 Hz loses its lowest bit: ticks seem longer than they are.
  const uint64_t ticks = uint64_t{2'399'999'999} * 86'400;
  const uint64_t exact = kBillion * 86'400;
  const uint64_t scaled = ScaleOf(2'399'999'999).Scale(ticks);
  EXPECT_GT(scaled, exact);
  EXPECT_LE(scaled - exact, 86'400 * 4 / 10);  // 0.4 ns per second
}

TEST(TimeScaleTest, TruncationToKilohertzCosts499NanosecondsPerSecond) {
  // stime.md, 6: a 2 GHz host that was measured as 1999999999 Hz.
  const uint64_t ticks = 1'999'999'999;
  const uint64_t own = ScaleOf(1'999'999'999).Scale(ticks);
  const uint64_t truncated = ScaleOf(1'999'999'000).Scale(ticks);
  EXPECT_EQ(own, kBillion - 1);
  EXPECT_EQ(truncated, kBillion + 499);
}

TEST(TimeScaleTest, RefusesFrequenciesThatHaveNoScale) {
  for (int64_t hz : {int64_t{0}, int64_t{-1}, int64_t{1'000'000'000'001}}) {
    const absl::StatusOr<TimeScale> scale = TimeScale::FromFrequency(Hertz(hz));
    EXPECT_EQ(scale.status().code(), absl::StatusCode::kInvalidArgument) << hz;
    EXPECT_TRUE(absl::StrContains(scale.status().message(), "has no scale"));
  }
}

TEST(TimeScaleTest, RefusesPartsThatHaveNoReciprocal) {
  EXPECT_FALSE(TimeScale::FromParts(0, 0).ok());
  EXPECT_FALSE(TimeScale::FromParts(1, 0).ok());
  EXPECT_FALSE(TimeScale::FromParts(0x80000000, 32).ok());
  EXPECT_FALSE(TimeScale::FromParts(0x80000000, -32).ok());
  EXPECT_TRUE(TimeScale::FromParts(2, 31).ok());
}

TEST(TimeScaleTest, ALeftShiftLosesHighBitsAndTheCheckedOneRefusesThat) {
  const TimeScale scale = ScaleOf(500'000'000);  // shift 2
  const uint64_t half_wrap = uint64_t{1} << 62;
  EXPECT_EQ(scale.Scale(half_wrap), 0u);
  EXPECT_EQ(scale.ScaleChecked(half_wrap).status().code(),
            absl::StatusCode::kOutOfRange);
  EXPECT_EQ(*scale.ScaleChecked(half_wrap - 1), 2 * half_wrap - 2);
  EXPECT_EQ(*scale.ScaleChecked(0), 0u);
}

TEST(TimeScaleTest, ANegativeDifferenceGivesNonsense) {
  const uint64_t minus_one = std::numeric_limits<uint64_t>::max();
  EXPECT_GT(ScaleOf(2'400'000'000).Scale(minus_one), uint64_t{1} << 62);
}

TEST(DivFracTest, DividesFractionsAndRefusesOthers) {
  EXPECT_EQ(*DivFrac(1, 2), 0x80000000u);
  EXPECT_EQ(*DivFrac(1'000'000'000, 1'000'005'000), 0xffffac1du);
  EXPECT_EQ(*DivFrac(0, 1), 0u);
  EXPECT_EQ(DivFrac(5, 5).status().code(), absl::StatusCode::kOutOfRange);
  EXPECT_FALSE(DivFrac(1, 0).ok());
}

TEST(MulFracTest, MultipliesFractionsRoundingDown) {
  EXPECT_EQ(MulFrac(0x80000000, 0x80000000), 0x40000000u);
  EXPECT_EQ(MulFrac(0xffffffff, 1), 0u);
}

int64_t RandomHertz(Rng& rng) {
  const uint64_t hz = (rng.Next() >> 24) >> rng.Below(40);
  return static_cast<int64_t>(hz % 1'000'000'000'000 + 1);
}

TEST(TimeScaleProperty, IsWithinItsErrorOfTheExactQuotient) {
  constexpr uint64_t kSeed = 4711;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    const uint64_t hz = static_cast<uint64_t>(RandomHertz(rng));
    const TimeScale scale = ScaleOf(static_cast<int64_t>(hz));
    const uint64_t ticks = rng.Next() >> (31 + rng.Below(33));
    const absl::StatusOr<uint64_t> ns = scale.ScaleChecked(ticks);
    if (!ns.ok()) continue;
    const absl::uint128 exact = absl::uint128(ticks) * kBillion / hz;
    // Slow: 2^-31 of the time, the ticks that a right shift drops, rounding.
    const uint64_t dropped =
        scale.shift() < 0 ? ((uint64_t{1} << -scale.shift()) * kBillion) / hz
                          : 0;
    const absl::uint128 slow = (exact >> 31) + dropped + 2;
    // Fast: bits of the frequency that were dropped, (2^k - 1) / f.
    const uint64_t lost =
        scale.shift() < 0 ? (uint64_t{1} << -scale.shift()) - 1 : 0;
    const absl::uint128 fast = exact * lost / hz + 1;
    ASSERT_LE(exact, absl::uint128(*ns) + slow) << hz << " Hz, " << ticks;
    ASSERT_LE(absl::uint128(*ns), exact + fast) << hz << " Hz, " << ticks;
  }
}

TEST(TimeScaleProperty, IsMonotonic) {
  constexpr uint64_t kSeed = 99;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    const TimeScale scale = ScaleOf(RandomHertz(rng));
    const uint64_t ticks = rng.Next() >> 33;
    const uint64_t more = ticks + rng.Below(1000);
    ASSERT_LE(scale.Scale(ticks), scale.Scale(more));
  }
}

TEST(TimeScaleProperty, ItsReciprocalBringsItBack) {
  constexpr uint64_t kSeed = 815;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    const uint32_t mul =
        static_cast<uint32_t>(rng.Next() | 0x80000000) >> rng.Below(3);
    const int shift = static_cast<int>(rng.Between(-9, 10));
    const TimeScale scale = TimeScale::FromParts(mul, shift).value();
    const uint64_t ns = rng.Next() >> 30;
    const uint64_t back = scale.Scale(scale.Reciprocal().Scale(ns));
    // The ticks and the nanoseconds that rounding may lose, and 2^-29.
    const uint64_t per_tick = scale.Scale(2) + 2;
    const uint64_t per_shift =
        shift < 0 ? scale.Scale(uint64_t{1} << -shift) : 0;
    const uint64_t error = per_tick + per_shift + (ns >> 29);
    ASSERT_LE(back, ns + error) << mul << " " << shift;
    ASSERT_LE(ns, back + error) << mul << " " << shift;
  }
}

}  // namespace
}  // namespace xenotime
