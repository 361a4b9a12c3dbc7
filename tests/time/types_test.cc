#include "xenotime/time/types.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

TEST(DurationTest, UnitsAreNanoseconds) {
  EXPECT_EQ(Nanoseconds(7).ns(), 7);
  EXPECT_EQ(Microseconds(7).ns(), 7'000);
  EXPECT_EQ(Milliseconds(7).ns(), 7'000'000);
  EXPECT_EQ(Seconds(7).ns(), 7'000'000'000);
  EXPECT_EQ(Milliseconds(-3), Duration() - Milliseconds(3));
}

TEST(DurationTest, UnitsSaturate) {
  EXPECT_EQ(Seconds(kMax), Duration::Max());
  EXPECT_EQ(Seconds(kMin), Duration::Min());
  EXPECT_EQ(Microseconds(kMax / 999), Duration::Max());
}

TEST(DurationTest, AdditionSaturatesOnBothSides) {
  EXPECT_EQ(Duration(3) + Duration(4), Duration(7));
  EXPECT_EQ(Duration::Max() + Duration(1), Duration::Max());
  EXPECT_EQ(Duration(1) + Duration::Max(), Duration::Max());
  EXPECT_EQ(Duration::Min() + Duration(-1), Duration::Min());
  EXPECT_EQ(Duration(-1) + Duration::Min(), Duration::Min());
  EXPECT_EQ(Duration::Max() + Duration::Min(), Duration(-1));
}

TEST(DurationTest, SubtractionSaturatesOnBothSides) {
  EXPECT_EQ(Duration(3) - Duration(4), Duration(-1));
  EXPECT_EQ(Duration::Min() - Duration(1), Duration::Min());
  EXPECT_EQ(Duration::Max() - Duration(-1), Duration::Max());
  EXPECT_EQ(Duration() - Duration::Min(), Duration::Max());
  EXPECT_EQ(Duration::Min() - Duration::Min(), Duration());
}

TEST(DurationTest, MultiplicationSaturatesWithTheSignOfTheProduct) {
  EXPECT_EQ(Duration(-3) * 4, Duration(-12));
  EXPECT_EQ(Duration::Max() * 2, Duration::Max());
  EXPECT_EQ(Duration::Max() * -2, Duration::Min());
  EXPECT_EQ(Duration::Min() * 2, Duration::Min());
  EXPECT_EQ(Duration::Min() * -1, Duration::Max());
  EXPECT_EQ(Duration::Max() * 0, Duration());
}

TEST(DurationTest, CompoundAssignmentSaturatesToo) {
  Duration d = Duration::Max();
  d += Duration(1);
  EXPECT_EQ(d, Duration::Max());
  d = Duration::Min();
  d -= Duration(1);
  EXPECT_EQ(d, Duration::Min());
}

TEST(DurationTest, OrdersByLength) {
  EXPECT_LT(Duration::Min(), Duration(-1));
  EXPECT_LT(Duration(-1), Duration());
  EXPECT_LT(Duration(), Duration::Max());
}

TEST(InstantTest, TheDifferenceOfInstantsIsADuration) {
  static_assert(std::is_same_v<decltype(Instant() - Instant()), Duration>);
  static_assert(std::is_same_v<decltype(Instant() + Duration()), Instant>);
  EXPECT_EQ(Instant(10) - Instant(3), Duration(7));
  EXPECT_EQ(Instant(3) - Instant(10), Duration(-7));
  EXPECT_EQ(Instant(10) - Duration(3), Instant(7));
}

TEST(InstantTest, NeverStaysNever) {
  EXPECT_EQ(Instant::Never() + Seconds(1), Instant::Never());
  EXPECT_EQ(Instant(1) + Duration::Max(), Instant::Never());
  Instant t = Instant::Never();
  t += Seconds(1);
  EXPECT_EQ(t, Instant::Never());
  EXPECT_GT(Instant::Never(), Instant(kMax - 1));
}

TEST(InstantTest, ASpanThatDoesNotFitSaturates) {
  EXPECT_EQ(Instant(kMax) - Instant(-1), Duration::Max());
  EXPECT_EQ(Instant(kMin) - Instant(1), Duration::Min());
}

TEST(CyclesTest, AddsAndSubtractsWithSaturation) {
  EXPECT_EQ(Cycles(5) + Cycles(7), Cycles(12));
  EXPECT_EQ(Cycles(5) - Cycles(7), Cycles(-2));
  EXPECT_EQ(Cycles(kMax) + Cycles(1), Cycles(kMax));
  EXPECT_EQ(Cycles(kMin) - Cycles(1), Cycles(kMin));
  EXPECT_LT(Cycles(1), Cycles(2));
}

TEST(HertzTest, ComparesByFrequency) {
  EXPECT_EQ(Hertz(1'000).hz(), 1'000);
  EXPECT_LT(Hertz(1), Hertz(2));
}

TEST(TypesTest, UnitsDoNotMix) {
  static_assert(!std::is_convertible_v<int64_t, Duration>);
  static_assert(!std::is_convertible_v<Duration, Instant>);
  static_assert(!std::is_convertible_v<Cycles, Duration>);
  static_assert(!std::is_invocable_v<std::plus<>, Instant, Instant>);
}

}  // namespace
}  // namespace xenotime
