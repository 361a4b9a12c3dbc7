#include "xenotime/scheduler/trace/runstate_fold.h"

#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

constexpr VcpuId kA(0);

// Time in `state` up to `now`.
int64_t In(const RunStateFold& fold, RunState state, int64_t now) {
  return fold.clock(kA).Total(state, Instant(now)).ns();
}

TEST(RunStateFoldTest, AVcpuBeginsOfflineAndWaitsOnceWoken) {
  RunStateFold fold(1);
  EXPECT_FALSE(fold.waiting(kA));
  fold.Wake(kA, Instant(10));
  EXPECT_TRUE(fold.waiting(kA));
  fold.SwitchIn(kA, Instant(15));
  EXPECT_FALSE(fold.waiting(kA));
  EXPECT_EQ(In(fold, RunState::kOffline, 20), 10);
  EXPECT_EQ(In(fold, RunState::kRunnable, 20), 5);
  EXPECT_EQ(In(fold, RunState::kRunning, 20), 5);
}

TEST(RunStateFoldTest, TheReasonToLeaveDecidesWhatFollows) {
  const std::vector<std::pair<SwitchReason, RunState>> cases = {
      {SwitchReason::kBlocked, RunState::kBlocked},
      {SwitchReason::kOffline, RunState::kOffline},
      {SwitchReason::kParked, RunState::kOffline},
      {SwitchReason::kMigrating, RunState::kOffline},
      {SwitchReason::kYielded, RunState::kRunnable},
      {SwitchReason::kSlice, RunState::kRunnable},
      {SwitchReason::kPreempted, RunState::kRunnable}};
  for (const auto& [reason, state] : cases) {
    RunStateFold fold(1);
    fold.SwitchIn(kA, Instant(0));
    fold.SwitchOut(kA, reason, Instant(5));
    EXPECT_EQ(fold.clock(kA).state(), state) << SwitchReasonName(reason);
  }
}

TEST(RunStateFoldTest, ASleepTakesOnlyARunnableVcpuOffline) {
  RunStateFold fold(1);
  fold.SwitchIn(kA, Instant(0));
  fold.Sleep(kA, Instant(1));
  EXPECT_EQ(fold.clock(kA).state(), RunState::kRunning);
  fold.SwitchOut(kA, SwitchReason::kBlocked, Instant(2));
  fold.Sleep(kA, Instant(3));
  EXPECT_EQ(fold.clock(kA).state(), RunState::kBlocked);
  fold.Wake(kA, Instant(4));
  fold.Sleep(kA, Instant(5));
  EXPECT_EQ(fold.clock(kA).state(), RunState::kOffline);
}

TEST(RunStateFoldTest, AWakeBeforeItsSwitchAwayMakesTheVcpuRunnable) {
  RunStateFold fold(1);
  fold.Wake(kA, Instant(0));
  fold.SwitchIn(kA, Instant(0));
  fold.Wake(kA, Instant(9));
  fold.SwitchOut(kA, SwitchReason::kBlocked, Instant(10));
  EXPECT_TRUE(fold.waiting(kA));
  fold.SwitchIn(kA, Instant(20));
  fold.SwitchOut(kA, SwitchReason::kBlocked, Instant(30));
  EXPECT_EQ(fold.clock(kA).state(), RunState::kBlocked);
}

TEST(RunStateFoldTest, AWakeAfterItsDispatchChangesNothing) {
  RunStateFold fold(1);
  fold.SwitchIn(kA, Instant(0));
  fold.SwitchOut(kA, SwitchReason::kBlocked, Instant(10));
  fold.SwitchIn(kA, Instant(20));
  fold.Wake(kA, Instant(21));
  fold.SwitchOut(kA, SwitchReason::kBlocked, Instant(30));
  EXPECT_EQ(fold.clock(kA).state(), RunState::kBlocked);
}

TEST(RunStateFoldTest, EveryStayInRunnableIsOneWait) {
  RunStateFold fold(1);
  fold.Wake(kA, Instant(10));
  fold.SwitchIn(kA, Instant(15));
  fold.SwitchOut(kA, SwitchReason::kPreempted, Instant(20));
  fold.SwitchIn(kA, Instant(20));
  fold.SwitchOut(kA, SwitchReason::kSlice, Instant(30));
  fold.Sleep(kA, Instant(37));
  fold.Wake(kA, Instant(50));
  // The last one is not over.
  EXPECT_EQ(fold.TakeWaits(Instant(60))[kA.value()].values(),
            (std::vector<int64_t>{5, 0, 7, 10}));
  EXPECT_EQ(In(fold, RunState::kRunnable, 60), 5 + 0 + 7 + 10);
}

TEST(RunStateFoldTest, AVcpuIsWithheldFromParkingToItsNextWake) {
  RunStateFold fold(1);
  fold.SwitchIn(kA, Instant(0));
  fold.SwitchOut(kA, SwitchReason::kParked, Instant(10));
  EXPECT_EQ(fold.WithheldNs(kA, Instant(15)), 5);
  fold.Wake(kA, Instant(30));
  EXPECT_EQ(fold.WithheldNs(kA, Instant(40)), 20);
  fold.Sleep(kA, Instant(40));
  fold.SwitchIn(kA, Instant(45));
  fold.SwitchOut(kA, SwitchReason::kOffline, Instant(50));
  EXPECT_EQ(fold.WithheldNs(kA, Instant(90)), 25);
}

}  // namespace
}  // namespace xenotime
