#include "xenotime/time/wide_math.h"

#include <limits>

#include "absl/numeric/int128.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();

TEST(WideMathTest, MultipliesBeforeItShifts) {
  EXPECT_EQ(MultiplyShift(3, 5, 0), 15u);
  EXPECT_EQ(MultiplyShift(uint64_t{1} << 63, 6, 64), 3u);
  EXPECT_EQ(MultiplyShift(kMax, kMax, 64), kMax - 1);
  EXPECT_EQ(MultiplyShift(kMax, kMax, 127), 1u);
}

TEST(WideMathTest, KeepsTheLowBitsOfWhatDoesNotFit) {
  EXPECT_EQ(MultiplyShift(kMax, kMax, 0), 1u);
  EXPECT_EQ(MultiplyShift(kMax, 4, 1), kMax - 1);
}

TEST(WideMathTest, DividesAProductOf128BitsRoundingDown) {
  EXPECT_EQ(*MultiplyDivide(kMax, 7, 7), kMax);
  EXPECT_EQ(*MultiplyDivide(10, 10, 3), 33u);
  EXPECT_EQ(*MultiplyDivide(0, 5, 9), 0u);
}

TEST(WideMathTest, RefusesToDivideByZero) {
  EXPECT_EQ(MultiplyDivide(1, 2, 0).status().message(),
            "1 * 2 is to be divided by 0");
}

TEST(WideMathTest, RefusesAQuotientOfMoreThan64Bits) {
  EXPECT_EQ(MultiplyDivide(kMax, 3, 2).status().code(),
            absl::StatusCode::kOutOfRange);
}

TEST(WideMathTest, AgreesWithAbseilsArithmetic) {
  constexpr uint64_t kSeed = 20261;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  for (int i = 0; i < 20'000; ++i) {
    const uint64_t a = rng.Next() >> rng.Below(64);
    const uint64_t b = rng.Next() >> rng.Below(64);
    const uint64_t c = (rng.Next() >> rng.Below(64)) | 1;
    const int shift = static_cast<int>(rng.Below(128));
    const absl::uint128 product = absl::uint128(a) * b;
    ASSERT_EQ(MultiplyShift(a, b, shift), absl::Uint128Low64(product >> shift));
    const absl::uint128 quotient = product / c;
    const absl::StatusOr<uint64_t> divided = MultiplyDivide(a, b, c);
    ASSERT_EQ(divided.ok(), absl::Uint128High64(quotient) == 0);
    if (!divided.ok()) continue;
    ASSERT_EQ(*divided, absl::Uint128Low64(quotient));
  }
}

}  // namespace
}  // namespace xenotime
