#include "xenotime/time/tick_rate.h"

#include "absl/numeric/int128.h"
#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

constexpr int64_t kBillion = 1'000'000'000;
constexpr uint64_t kOne = uint64_t{1} << 48;

TEST(TickRateTest, IsTheRatioOfFrequenciesWith48FractionBits) {
  EXPECT_EQ(TickRate().q48(), kOne);
  EXPECT_EQ(TickRate::Make(Hertz(3), Hertz(2))->q48(), kOne + kOne / 2);
  EXPECT_EQ(TickRate::Make(Hertz(1), Hertz(3))->q48(), 0x555555555555u);
  EXPECT_EQ(TickRate::Make(Hertz(2), Hertz(3))->q48(), 0xaaaaaaaaaaabu);
}

TEST(TickRateTest, ResolvesOnePartPerBillion) {
  const TickRate fast = *TickRate::Make(Hertz(1), Hertz(1), 1);
  const TickRate slow = *TickRate::Make(Hertz(1), Hertz(1), -1);
  EXPECT_EQ(fast.TicksIn(10'000'000'000), 10'000'000'010u);
  EXPECT_EQ(slow.TicksIn(10'000'000'000), 9'999'999'989u);
  EXPECT_EQ(fast.q48(), kOne + 281'475);  // 2^48 / 1e9, rounded
}

TEST(TickRateTest, TakesTheBoundsOfDriftAndNothingBeyond) {
  EXPECT_EQ(TickRate::Make(Hertz(1), Hertz(1), kBillion)->q48(), 2 * kOne);
  EXPECT_TRUE(TickRate::Make(Hertz(1000), Hertz(1), 1 - kBillion).ok());
  for (int64_t ppb : {-kBillion, kBillion + 1}) {
    const absl::Status status =
        TickRate::Make(Hertz(1), Hertz(1), ppb).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(absl::StrContains(status.message(), "drift")) << status;
  }
}

TEST(TickRateTest, RefusesFrequenciesOfNoCounter) {
  EXPECT_FALSE(TickRate::Make(Hertz(0), Hertz(1)).ok());
  EXPECT_FALSE(TickRate::Make(Hertz(1), Hertz(0)).ok());
  EXPECT_FALSE(TickRate::Make(Hertz(-5), Hertz(1)).ok());
  EXPECT_FALSE(TickRate::Make(Hertz(1000 * kBillion + 1), Hertz(1)).ok());
}

TEST(TickRateTest, RefusesRatiosThatDoNotFit) {
  const absl::Status status = TickRate::Make(Hertz(65'536), Hertz(1)).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
  EXPECT_TRUE(TickRate::Make(Hertz(65'535), Hertz(1)).ok());
  EXPECT_FALSE(
      TickRate::Make(Hertz(1), Hertz(1000 * kBillion), 1 - kBillion).ok());
}

TEST(TickRateProperty, IsTheExactRatioRoundedToNearest) {
  constexpr uint64_t kSeed = 31337;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    const int64_t counter = rng.Between(1, 8 * kBillion);
    const int64_t real = rng.Between(1'000'000, 8 * kBillion);
    const int64_t ppb = rng.Between(-1'000'000, 1'000'000);
    const TickRate rate = *TickRate::Make(Hertz(counter), Hertz(real), ppb);
    // |q48 * real * 1e9 - 2^48 * counter * (1e9 + ppb)| <= real * 1e9 / 2
    const absl::uint128 left =
        absl::uint128(rate.q48()) * static_cast<uint64_t>(real) * kBillion;
    const absl::uint128 right = (absl::uint128(static_cast<uint64_t>(counter)) *
                                 static_cast<uint64_t>(kBillion + ppb))
                                << 48;
    const absl::uint128 error = left > right ? left - right : right - left;
    ASSERT_LE(error, absl::uint128(static_cast<uint64_t>(real)) * kBillion / 2);
    const uint64_t span = rng.Next() >> 20;
    ASSERT_EQ(rate.TicksIn(span),
              absl::Uint128Low64(absl::uint128(span) * rate.q48() >> 48));
  }
}

}  // namespace
}  // namespace xenotime
