#include "xenotime/scheduler/policies/rtds/deferrable_server.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "gtest/gtest.h"

namespace xenotime::rtds {
namespace {

Instant Ms(int64_t ms) { return Instant() + Milliseconds(ms); }

DeferrableServer Server(int64_t period_ms, int64_t budget_ms, bool extratime) {
  DeferrableServer server;
  server.period = Milliseconds(period_ms);
  server.budget = Milliseconds(budget_ms);
  server.extratime = extratime;
  return server;
}

// The examples of rtds.md, section 1.
TEST(DeferrableServerTest, ARenewalEndsAtTheFirstMultipleStrictlyAfterNow) {
  for (const auto& [now, deadline] :
       {std::pair(0, 10), std::pair(25, 30), std::pair(30, 40)}) {
    DeferrableServer server = Server(10, 4, false);
    server.Renew(Ms(now));
    EXPECT_EQ(server.deadline, Ms(deadline)) << now;
    EXPECT_EQ(server.last_start, Ms(now));
    EXPECT_EQ(server.left, Milliseconds(4));
  }
}

TEST(DeferrableServerTest, ARenewalAfterVeryManyPeriodsKeepsThePhase) {
  DeferrableServer server = Server(10, 4, false);
  server.deadline = Ms(3);
  server.Renew(Ms(3 + 10 * 5000) + Nanoseconds(1));
  EXPECT_EQ(server.deadline, Ms(3 + 10 * 5001));
}

TEST(DeferrableServerTest, TheLongestPeriodDoesNotOverflow) {
  DeferrableServer server;
  server.period = Nanoseconds((int64_t{1} << 62) - 1);
  server.Renew(Instant());
  EXPECT_EQ(server.deadline, Instant() + server.period);
  server.Renew(server.deadline);
  server.Renew(server.deadline);
  EXPECT_EQ(server.deadline, Instant::Never());
}

TEST(DeferrableServerTest, BurningChargesTheTimeSinceLastStart) {
  DeferrableServer server = Server(10, 4, false);
  server.Renew(Ms(0));
  server.Burn(Ms(1));
  server.Burn(Ms(3));
  EXPECT_EQ(server.left, Milliseconds(1));
  EXPECT_FALSE(server.depleted);
}

TEST(DeferrableServerTest, AClockThatGoesBackChargesNothing) {
  DeferrableServer server = Server(10, 4, false);
  server.Renew(Ms(5));
  server.Burn(Ms(4));
  EXPECT_EQ(server.left, Milliseconds(4));
  EXPECT_EQ(server.last_start, Ms(4));
}

TEST(DeferrableServerTest, WithoutExtratimeAnOverrunDepletes) {
  DeferrableServer server = Server(10, 4, false);
  server.Renew(Ms(0));
  server.Burn(Ms(6));
  EXPECT_EQ(server.left, Duration());
  EXPECT_TRUE(server.depleted);
  EXPECT_EQ(server.level, 0u);
}

TEST(DeferrableServerTest, WithExtratimeAnOverrunIsForgottenForALevel) {
  DeferrableServer server = Server(10, 4, true);
  server.Renew(Ms(0));
  server.Burn(Ms(6));
  EXPECT_EQ(server.left, Milliseconds(4));
  EXPECT_EQ(server.level, 1u);
  EXPECT_FALSE(server.depleted);
  server.Burn(Ms(10));
  EXPECT_EQ(server.level, 2u);
  server.Renew(Ms(10));
  EXPECT_EQ(server.level, 0u);
}

TEST(DeferrableServerTest, TheLevelSaturates) {
  DeferrableServer server = Server(10, 4, true);
  server.level = std::numeric_limits<uint32_t>::max();
  server.Overrun();
  EXPECT_EQ(server.level, std::numeric_limits<uint32_t>::max());
}

TEST(DeferrableServerTest, TheLevelCountsBeforeTheDeadline) {
  DeferrableServer a = Server(10, 4, true), b = a;
  EXPECT_EQ(Precedence(a, b), 0);
  a.deadline = Ms(10);
  b.deadline = Ms(20);
  EXPECT_GT(Precedence(a, b), 0);
  EXPECT_LT(Precedence(b, a), 0);
  a.level = 1;
  EXPECT_LT(Precedence(a, b), 0);
  EXPECT_GT(Precedence(b, a), 0);
}

}  // namespace
}  // namespace xenotime::rtds
