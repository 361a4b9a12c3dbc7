#include "xenotime/scheduler/trace/stage_fold.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

constexpr VcpuId kA(0), kB(1);
using Values = std::vector<int64_t>;

const Values& Of(const StageFold& fold, WakeStage stage) {
  return fold.stages()[static_cast<int>(stage)].values();
}

TEST(StageFoldTest, AStageTakesTheTimeSinceTheStageBefore) {
  StageFold fold(2);
  fold.Stamp(kA, WakeStage::kInterrupt, Instant(100));
  fold.Stamp(kA, WakeStage::kWake, Instant(110));
  fold.Stamp(kA, WakeStage::kDecided, Instant(140));
  fold.Stamp(kA, WakeStage::kGuest, Instant(141));
  EXPECT_EQ(Of(fold, WakeStage::kWake), Values{10});
  EXPECT_EQ(Of(fold, WakeStage::kDecided), Values{30});
  EXPECT_EQ(Of(fold, WakeStage::kGuest), Values{1});
  EXPECT_EQ(fold.total().values(), Values{41});
}

TEST(StageFoldTest, StagesThatDidNotOccurAreLeftOut) {
  StageFold fold(1);
  fold.Stamp(kA, WakeStage::kInterrupt, Instant(100));
  fold.Stamp(kA, WakeStage::kGuest, Instant(120));
  EXPECT_TRUE(fold.stages()[static_cast<int>(WakeStage::kWake)].empty());
  EXPECT_TRUE(fold.stages()[static_cast<int>(WakeStage::kInterrupt)].empty());
}

TEST(StageFoldTest, ANewInterruptDiscardsTheUnfinishedWake) {
  StageFold fold(1);
  fold.Stamp(kA, WakeStage::kInterrupt, Instant(100));
  fold.Stamp(kA, WakeStage::kWake, Instant(150));
  fold.Stamp(kA, WakeStage::kInterrupt, Instant(200));
  fold.Stamp(kA, WakeStage::kGuest, Instant(203));
  EXPECT_TRUE(fold.stages()[static_cast<int>(WakeStage::kWake)].empty());
  EXPECT_EQ(fold.total().values(), Values{3});
}

TEST(StageFoldTest, StampsOutsideAWakeCountForNothing) {
  StageFold fold(1);
  fold.Stamp(kA, WakeStage::kDecided, Instant(50));
  fold.Stamp(kA, WakeStage::kGuest, Instant(60));
  EXPECT_TRUE(fold.total().empty());
}

TEST(StageFoldTest, AStageStampedTwiceCountsOnceWithBothTimes) {
  StageFold fold(1);
  fold.Stamp(kA, WakeStage::kInterrupt, Instant(0));
  fold.Stamp(kA, WakeStage::kDecided, Instant(4));
  fold.Stamp(kA, WakeStage::kIdleExit, Instant(5));
  fold.Stamp(kA, WakeStage::kDecided, Instant(7));
  fold.Stamp(kA, WakeStage::kGuest, Instant(10));
  EXPECT_EQ(Of(fold, WakeStage::kDecided), Values{6});
}

TEST(StageFoldTest, WakesOfDifferentVcpusDoNotMeet) {
  StageFold fold(2);
  fold.Stamp(kA, WakeStage::kInterrupt, Instant(0));
  fold.Stamp(kB, WakeStage::kInterrupt, Instant(5));
  fold.Stamp(kA, WakeStage::kGuest, Instant(10));
  fold.Stamp(kB, WakeStage::kGuest, Instant(11));
  EXPECT_EQ(fold.total().values(), (Values{10, 6}));
}

}  // namespace
}  // namespace xenotime
