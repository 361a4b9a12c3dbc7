#include "xenotime/scheduler/threads/pcpu_timers.h"

#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(PcpuTimersTest, TimersOfOneDeadlineExpireByRank) {
  PcpuTimers timers;
  const auto late = timers.Add(9);
  const auto early = timers.Add(2);
  timers.Set(late, Instant(100), 1);
  timers.Set(early, Instant(100), 2);
  EXPECT_EQ(timers.PopExpired(Instant(100))->payload, 2u);
  EXPECT_EQ(timers.PopExpired(Instant(100))->payload, 1u);
  EXPECT_FALSE(timers.PopExpired(Instant(100)).has_value());
}

TEST(PcpuTimersTest, SettingSaysWhetherTheNextDeadlineCameCloser) {
  PcpuTimers timers;
  const auto a = timers.Add(0);
  const auto b = timers.Add(1);
  EXPECT_TRUE(timers.Set(a, Instant(100)));
  EXPECT_FALSE(timers.Set(b, Instant(200)));
  EXPECT_TRUE(timers.Set(b, Instant(50)));
  EXPECT_EQ(timers.NextDeadline(), Instant(50));
  timers.Stop(b);
  EXPECT_EQ(timers.NextDeadline(), Instant(100));
}

TEST(PcpuTimersTest, SettingToNeverStops) {
  PcpuTimers timers;
  const auto a = timers.Add(0);
  timers.Set(a, Instant(100));
  EXPECT_FALSE(timers.Set(a, Instant::Never()));
  EXPECT_EQ(timers.NextDeadline(), Instant::Never());
  EXPECT_FALSE(timers.PopExpired(Instant(1'000)).has_value());
}

TEST(PcpuTimersTest, AnExpiredTimerIsNoLongerSet) {
  PcpuTimers timers;
  const auto a = timers.Add(0);
  timers.Set(a, Instant(100));
  EXPECT_FALSE(timers.PopExpired(Instant(99)).has_value());
  EXPECT_EQ(timers.PopExpired(Instant(100))->slot, a);
  EXPECT_FALSE(timers.PopExpired(Instant(100)).has_value());
  EXPECT_EQ(timers.NextDeadline(), Instant::Never());
}

TEST(PcpuTimersTest, ThreadsMaySetTimersWhileTheirPcpuRunsThem) {
  constexpr int kSets = 5'000;
  PcpuTimers timers;
  std::vector<PcpuTimers::Slot> slots;
  for (uint64_t i = 0; i < 3; ++i) slots.push_back(timers.Add(i));
  std::vector<std::thread> setters;
  for (PcpuTimers::Slot slot : slots) {
    setters.emplace_back([&timers, slot] {
      for (int64_t i = 1; i <= kSets; ++i) timers.Set(slot, Instant(i), slot);
    });
  }
  for (int i = 0; i < kSets; ++i) {
    const auto expired = timers.PopExpired(Instant(kSets));
    if (!expired.has_value()) continue;
    EXPECT_EQ(expired->payload, expired->slot);
  }
  for (std::thread& setter : setters) setter.join();
  while (timers.PopExpired(Instant(kSets)).has_value()) {
  }
  EXPECT_EQ(timers.NextDeadline(), Instant::Never());
}

}  // namespace
}  // namespace xenotime
