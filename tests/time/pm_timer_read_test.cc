#include "xenotime/time/pm_timer_read.h"

#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

struct Replay {
  std::vector<uint32_t> values;
  size_t reads = 0;
  uint32_t operator()() { return values.at(reads++); }
};

uint32_t ReadAll(Replay& replay) {
  return ReadPmTimerVerified([&] { return replay(); });
}

TEST(PmTimerReadTest, ReturnsTheMiddleOfThreeInOrder) {
  Replay replay{{10, 12, 13}};
  EXPECT_EQ(ReadAll(replay), 12u);
  EXPECT_EQ(replay.reads, 3u);
}

TEST(PmTimerReadTest, AcceptsEqualOnes) {
  Replay replay{{10, 10, 10}};
  EXPECT_EQ(ReadAll(replay), 10u);
}

TEST(PmTimerReadTest, AcceptsThreeAcrossTheWrap) {
  Replay first{{0xfffffe, 0xffffff, 1}};
  EXPECT_EQ(ReadAll(first), 0xffffffu);
  Replay second{{0xffffff, 2, 3}};
  EXPECT_EQ(ReadAll(second), 2u);
}

TEST(PmTimerReadTest, ReadsAgainAfterAGlitch) {
  Replay replay{{10, 99, 11, 12, 13, 14}};
  EXPECT_EQ(ReadAll(replay), 13u);
  EXPECT_EQ(replay.reads, 6u);
}

TEST(PmTimerReadTest, Counts24Bits) {
  Replay replay{{0x1000005, 0x2000006, 0x3000007}};
  EXPECT_EQ(ReadAll(replay), 6u);
}

}  // namespace
}  // namespace xenotime
