#include "xenotime/time/platform_timer.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace xenotime {
namespace {

// Rounded to nearest, so that published figures can be compared.
int64_t PicosecondsPerTick(const PlatformTimer& timer) {
  const int64_t hz = timer.frequency.hz();
  return (1'000'000'000'000 + hz / 2) / hz;
}

TEST(PlatformTimerTest, HasTheFiguresOfTheTable) {
  EXPECT_EQ(Pit().frequency, Hertz(1'193'182));
  EXPECT_EQ(Pit().bits, 32);
  EXPECT_EQ(PicosecondsPerTick(Pit()), 838'095);  // 838.1 ns
  const PlatformTimer hpet = *Hpet(69'841'279);
  EXPECT_EQ(hpet.frequency, Hertz(14'318'180));
  EXPECT_EQ(hpet.bits, 32);
  EXPECT_EQ(PicosecondsPerTick(hpet), 69'841);  // 69.84 ns
  const PlatformTimer acpi = *AcpiPmTimer(32, true);
  EXPECT_EQ(acpi.frequency, Hertz(3'579'545));
  EXPECT_EQ(PicosecondsPerTick(acpi), 279'365);  // 279.37 ns
  const PlatformTimer tsc = *TscTimer(Hertz(2'400'000'000));
  EXPECT_EQ(tsc.bits, 63);
  EXPECT_EQ(PicosecondsPerTick(tsc), 417);  // 0.417 ns
  EXPECT_EQ(XenTimer().frequency, Hertz(1'000'000'000));
  EXPECT_EQ(XenTimer().bits, 63);
  EXPECT_EQ(HypervTimer(Hertz(2'400'000'000))->bits, 63);
}

TEST(PlatformTimerTest, ChargesTheUsualCostOfARead) {
  EXPECT_EQ(Pit().read_cost, Microseconds(3));
  EXPECT_EQ(Hpet(100'000)->read_cost, Nanoseconds(700));
  EXPECT_EQ(AcpiPmTimer(24, false)->read_cost, Nanoseconds(900));
  // 20 to 40 cycles.
  EXPECT_EQ(TscTimer(Hertz(3'000'000'000))->read_cost, Nanoseconds(10));
}

TEST(PlatformTimerTest, HasAMaskOfItsWidth) {
  EXPECT_EQ(Pit().mask(), 0xffffffffu);
  EXPECT_EQ(AcpiPmTimer(24, false)->mask(), 0xffffffu);
  EXPECT_EQ(XenTimer().mask(), ~uint64_t{0} >> 1);
}

TEST(PlatformTimerTest, HasItsOptionsName) {
  std::vector<std::string> names;
  for (PlatformTimerId id : {PlatformTimerId::kXen, PlatformTimerId::kHyperv,
                             PlatformTimerId::kHpet, PlatformTimerId::kAcpiPm,
                             PlatformTimerId::kPit, PlatformTimerId::kTsc}) {
    names.emplace_back(NameOf(id));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"xen", "hyperv", "hpet", "acpi",
                                             "pit", "tsc"}));
}

TEST(HpetTest, TakesPeriodsOfTheSpecifiedRange) {
  EXPECT_EQ(Hpet(100'000)->frequency, Hertz(10'000'000'000));
  EXPECT_EQ(Hpet(100'000'000)->frequency, Hertz(10'000'000));
  EXPECT_EQ(Hpet(41'666'667)->frequency, Hertz(24'000'000));
  EXPECT_EQ(Hpet(40'000'000)->frequency, Hertz(25'000'000));
  for (uint64_t period : {0, 99'999, 100'000'001}) {
    EXPECT_TRUE(
        absl::StrContains(Hpet(period).status().message(), "period cannot be"))
        << period;
  }
}

TEST(AcpiPmTimerTest, Counts32BitsOnlyIfTheFlagSaysSo) {
  EXPECT_EQ(AcpiPmTimer(32, true)->bits, 32);
  EXPECT_EQ(AcpiPmTimer(32, false)->bits, 24);
  EXPECT_EQ(AcpiPmTimer(24, true)->bits, 24);
  EXPECT_EQ(AcpiPmTimer(24, false)->bits, 24);
}

TEST(AcpiPmTimerTest, RefusesOtherWidths) {
  for (int bits : {0, 16, 31, 64}) {
    EXPECT_EQ(AcpiPmTimer(bits, true).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

TEST(TscTimerTest, RefusesWhatIsNoTsc) {
  EXPECT_FALSE(TscTimer(Hertz(0)).ok());
  EXPECT_FALSE(TscTimer(Hertz(999'999)).ok());
  EXPECT_FALSE(HypervTimer(Hertz(1'000'000'000'001)).ok());
}

}  // namespace
}  // namespace xenotime
