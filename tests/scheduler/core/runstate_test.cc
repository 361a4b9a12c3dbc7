#include "xenotime/scheduler/core/runstate.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

Instant Ms(int64_t tenths) { return Instant(tenths * 100'000); }

// The example of core.md, section 2.
TEST(RunStateClockTest, BooksTheExampleOfTheSpecification) {
  RunStateClock clock(RunState::kOffline, Ms(0));
  clock.Enter(RunState::kRunnable, Ms(50));
  clock.Enter(RunState::kRunning, Ms(52));
  clock.Enter(RunState::kBlocked, Ms(92));
  clock.Enter(RunState::kRunnable, Ms(200));
  clock.Enter(RunState::kRunning, Ms(200));
  EXPECT_EQ(clock.Total(RunState::kOffline, Ms(200)), Milliseconds(5));
  EXPECT_EQ(clock.Total(RunState::kRunnable, Ms(200)), Microseconds(200));
  EXPECT_EQ(clock.Total(RunState::kRunning, Ms(200)), Milliseconds(4));
  EXPECT_EQ(clock.Total(RunState::kBlocked, Ms(200)), Microseconds(10'800));
}

TEST(RunStateClockTest, CountsThePresentStateUpToNow) {
  RunStateClock clock(RunState::kRunning, Ms(10));
  EXPECT_EQ(clock.Total(RunState::kRunning, Ms(25)), Microseconds(1'500));
  EXPECT_EQ(clock.Total(RunState::kBlocked, Ms(25)), Duration());
}

TEST(RunStateClockTest, EnteringThePresentStateDoesNothing) {
  RunStateClock clock(RunState::kBlocked, Ms(0));
  clock.Enter(RunState::kBlocked, Ms(30));
  EXPECT_EQ(clock.entered(), Ms(0));
  EXPECT_EQ(clock.Total(RunState::kBlocked, Ms(40)), Milliseconds(4));
}

TEST(RunStateClockTest, AClockThatStepsBackBooksNothing) {
  RunStateClock clock(RunState::kRunning, Ms(100));
  clock.Enter(RunState::kRunnable, Ms(90));
  EXPECT_EQ(clock.state(), RunState::kRunnable);
  EXPECT_EQ(clock.entered(), Ms(100));
  EXPECT_EQ(clock.Total(RunState::kRunning, Ms(90)), Duration());
  EXPECT_EQ(clock.Total(RunState::kRunnable, Ms(90)), Duration());
  EXPECT_EQ(clock.Total(RunState::kRunnable, Ms(110)), Milliseconds(1));
}

TEST(RunStateClockTest, NamesAreTheUsersWords) {
  EXPECT_STREQ(RunStateName(RunState::kRunning), "running");
  EXPECT_STREQ(RunStateName(RunState::kRunnable), "runnable");
  EXPECT_STREQ(RunStateName(RunState::kBlocked), "blocked");
  EXPECT_STREQ(RunStateName(RunState::kOffline), "offline");
}

}  // namespace
}  // namespace xenotime
