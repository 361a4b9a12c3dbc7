#include "xenotime/scheduler/trace/wake_latency_fold.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

constexpr VcpuId kA(0);

TEST(WakeLatencyFoldTest, CountsFromTheEndOfTheWaitToTheNextDispatch) {
  WakeLatencyFold fold(1);
  fold.Block(kA, Instant(90));
  fold.Unblock(kA, Instant(100));
  fold.Dispatch(kA, Instant(130));
  fold.Dispatch(kA, Instant(200));  // after a preemption
  EXPECT_EQ(fold.Take(kA).values(), std::vector<int64_t>{30});
}

TEST(WakeLatencyFoldTest, ADispatchWithoutAWaitIsNoWake) {
  WakeLatencyFold fold(1);
  fold.Dispatch(kA, Instant(130));
  EXPECT_TRUE(fold.Take(kA).empty());
}

TEST(WakeLatencyFoldTest, AWaitThatEndedBeforeTheVcpuLeftIsForgotten) {
  WakeLatencyFold fold(1);
  fold.Block(kA, Instant(90));
  fold.Unblock(kA, Instant(100));
  fold.Block(kA, Instant(110));
  fold.Dispatch(kA, Instant(900));
  EXPECT_TRUE(fold.Take(kA).empty());
}

TEST(WakeLatencyFoldTest, AnEndThatIsSeenAloneCounts) {
  WakeLatencyFold fold(1);
  fold.Unblock(kA, Instant(100));
  fold.Dispatch(kA, Instant(130));
  EXPECT_EQ(fold.Take(kA).values(), std::vector<int64_t>{30});
}

TEST(WakeLatencyFoldTest, AnEndBeforeTheBeginningCountsFromTheBeginning) {
  WakeLatencyFold fold(1);
  fold.Unblock(kA, Instant(100));
  fold.Block(kA, Instant(102));
  fold.Dispatch(kA, Instant(130));
  EXPECT_EQ(fold.Take(kA).values(), std::vector<int64_t>{28});
}

TEST(WakeLatencyFoldTest, AnEndAfterTheDispatchTookNoTime) {
  WakeLatencyFold fold(1);
  fold.Block(kA, Instant(90));
  fold.Dispatch(kA, Instant(100));
  fold.Unblock(kA, Instant(101));
  fold.Dispatch(kA, Instant(900));
  EXPECT_EQ(fold.Take(kA).values(), std::vector<int64_t>{0});
}

}  // namespace
}  // namespace xenotime
