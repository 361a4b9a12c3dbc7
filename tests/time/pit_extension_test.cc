#include "xenotime/time/pit_extension.h"

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

TEST(PitExtensionTest, CountsUpWhatTheChannelCountsDown) {
  PitExtension pit(1000);
  EXPECT_EQ(pit.Read(1000), 0u);
  EXPECT_EQ(pit.Read(990), 10u);
  EXPECT_EQ(pit.Read(0xffff), 1001u);
}

TEST(PitExtensionTest, GoesBeyond16BitsWithTheInterruptsHelp) {
  PitExtension pit(0);
  uint16_t channel2 = 0;
  for (int i = 0; i < 10; ++i) {
    channel2 =
        static_cast<uint16_t>(channel2 - PitExtension::kInterruptDivisor);
    pit.OnInterrupt(channel2);
  }
  EXPECT_EQ(pit.Read(channel2), 119'320u);
}

TEST(PitExtensionTest, TheInterruptComesEveryHundredthOfASecond) {
  EXPECT_EQ(PitExtension::kInterruptDivisor, (1'193'182 + 50) / 100);
}

TEST(PitExtensionTest, LosesAWrapIfNoInterruptComesFor54Milliseconds) {
  PitExtension pit(0);
  const auto channel2 = static_cast<uint16_t>(-70'000);
  EXPECT_EQ(pit.Read(channel2), 70'000u - 65'536u);
}

TEST(PitExtensionProperty, IsTheTrueCountAtAnyTimesLessThanAWrapApart) {
  constexpr uint64_t kSeed = 8254;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Rng rng(kSeed);
  PitExtension pit(0);
  uint64_t ticks = 0;
  for (int i = 0; i < 200'000; ++i) {
    ticks += rng.Below(65'536);
    const auto channel2 = static_cast<uint16_t>(-ticks);
    ASSERT_EQ(pit.Read(channel2), static_cast<uint32_t>(ticks));
    pit.OnInterrupt(channel2);
  }
}

}  // namespace
}  // namespace xenotime
