#include "xenotime/scheduler/policies/credit2/charging.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace xenotime::credit2 {
namespace {

Unit Weighing(uint32_t weight) {
  Unit unit;
  unit.weight = Divisor(weight);
  return unit;
}

// The worked examples of section 4.1.
TEST(Credit2Burn, HalfTheHighestWeightBurnsTwiceAsFast) {
  Unit unit = Weighing(256);
  Burn(unit, Divisor(512), Instant(1'000'000));
  EXPECT_EQ(unit.credit, 8'000'000);
  EXPECT_EQ(unit.residual, 0u);
}

TEST(Credit2Burn, KeepsTheRemainder) {
  Unit unit = Weighing(200);
  Burn(unit, Divisor(512), Instant(1'000'001));
  EXPECT_EQ(unit.credit, 10'000'000 - 2'560'002);
  EXPECT_EQ(unit.residual, 112u);
}

TEST(Credit2Burn, TheHighestWeightBurnsCreditByCredit) {
  Unit unit = Weighing(384);
  Burn(unit, Divisor(512), Instant(3));
  EXPECT_EQ(unit.credit, 10'000'000 - 4);
  Burn(unit, Divisor(384), Instant(1'000'003));
  EXPECT_EQ(unit.credit, 9'000'000 - 4);
}

TEST(Credit2Burn, TwiceIsTheSameAsOnce) {
  Unit once = Weighing(300);
  Unit often = Weighing(300);
  for (int64_t t = 7; t < 1'000'000; t += 7'919) {
    Burn(often, Divisor(65'535), Instant(t));
  }
  Burn(often, Divisor(65'535), Instant(1'000'000));
  Burn(once, Divisor(65'535), Instant(1'000'000));
  EXPECT_EQ(often.credit, once.credit);
  EXPECT_EQ(often.residual, once.residual);
}

TEST(Credit2Burn, StopsAtTheFloor) {
  Unit unit = Weighing(1);
  Burn(unit, Divisor(65'535), Instant(1'000'000'000'000));
  EXPECT_EQ(unit.credit, -10'000'000);
}

TEST(Credit2Burn, DoesNothingBeforeItsStart) {
  Unit unit = Weighing(256);
  unit.start_time = 100;
  Burn(unit, Divisor(512), Instant(100));
  Burn(unit, Divisor(512), Instant(50));
  EXPECT_EQ(unit.credit, 10'000'000);
  EXPECT_EQ(unit.start_time, 100);
}

TEST(Credit2Burn, ARemainderAboveANewWeightIsPaidToo) {
  Unit unit = Weighing(512);
  unit.residual = 500;
  unit.weight = Divisor(256);
  Burn(unit, Divisor(256), Instant(10));
  EXPECT_EQ(unit.credit, 10'000'000 - 11);
  EXPECT_EQ(unit.residual, 244u);
}

TEST(Credit2Burn, TheBudgetGoesByTimeNotByWeight) {
  Unit unit = Weighing(256);
  unit.budget = 1'000;
  Burn(unit, Divisor(512), Instant(3'000));
  EXPECT_EQ(unit.budget, -2'000);
  EXPECT_EQ(unit.credit, 10'000'000 - 6'000);
}

TEST(Credit2TimeFor, IsTheInverse) {
  EXPECT_EQ(TimeFor(Weighing(256), Divisor(512), 4'000'000), 2'000'000);
  EXPECT_EQ(TimeFor(Weighing(256), Divisor(256), 4'000'001), 4'000'001);
  EXPECT_EQ(TimeFor(Weighing(3), Divisor(7), 10), 4);
}

}  // namespace
}  // namespace xenotime::credit2
