#include "xenotime/scheduler/threads/doorbell.h"

#include <sched.h>

#include <atomic>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

TEST(DoorbellTest, FlagsAreTakenOnceHoweverOftenTheyRang) {
  Doorbell bell;
  EXPECT_FALSE(bell.Rang());
  bell.Ring(Doorbell::kReschedule);
  bell.Ring(Doorbell::kReschedule);
  bell.Ring(Doorbell::kTimer);
  EXPECT_TRUE(bell.Rang());
  EXPECT_EQ(bell.Take(0).flags, Doorbell::kReschedule | Doorbell::kTimer);
  EXPECT_FALSE(bell.Rang());
}

TEST(DoorbellTest, AMessageGoesThroughAnOpenDoorOnly) {
  Doorbell bell;
  EXPECT_FALSE(bell.Post(VcpuId(1), 100));
  ASSERT_TRUE(bell.Open());
  EXPECT_TRUE(bell.Post(VcpuId(1), 100));
  EXPECT_FALSE(bell.Post(VcpuId(2), 101)) << "there is room for one";
  ASSERT_TRUE(bell.Rang());
  const Doorbell::Notice notice = bell.Take(120);
  EXPECT_EQ(notice.flags, 0u);
  EXPECT_EQ(notice.message.vcpu, VcpuId(1));
  EXPECT_EQ(notice.message.sent_tsc, 100u);
  EXPECT_FALSE(bell.Rang());
}

TEST(DoorbellTest, AMessageIsTakenOnceEvenIfFlagsFollow) {
  Doorbell bell;
  ASSERT_TRUE(bell.Open());
  ASSERT_TRUE(bell.Post(VcpuId(3), 5));
  EXPECT_EQ(bell.Take(6).message.vcpu, VcpuId(3));
  bell.Ring(Doorbell::kKick);
  ASSERT_TRUE(bell.Rang());
  const Doorbell::Notice notice = bell.Take(7);
  EXPECT_EQ(notice.flags, Doorbell::kKick);
  EXPECT_FALSE(notice.message.vcpu.valid());
}

TEST(DoorbellTest, AFlagAndAMessageTogetherAreBothTaken) {
  Doorbell bell;
  ASSERT_TRUE(bell.Open());
  ASSERT_TRUE(bell.Post(VcpuId(3), 5));
  bell.Ring(Doorbell::kStop);
  const Doorbell::Notice notice = bell.Take(7);
  EXPECT_EQ(notice.flags, Doorbell::kStop);
  EXPECT_EQ(notice.message.vcpu, VcpuId(3));
}

TEST(DoorbellTest, TheDoorDoesNotOpenOverWhatHasArrived) {
  Doorbell bell;
  bell.Ring(Doorbell::kKick);
  EXPECT_FALSE(bell.Open());
  EXPECT_EQ(bell.Take(0).flags, Doorbell::kKick);
  EXPECT_TRUE(bell.Open());
  EXPECT_TRUE(bell.Close());
  EXPECT_FALSE(bell.Post(VcpuId(0), 0));
}

TEST(DoorbellTest, TheTimeOfSendingSurvivesItsShorteningEitherSideOfNow) {
  const uint64_t now = (uint64_t{7} << 38) + 5;
  for (int64_t ago : {-100, -1, 0, 1, 6, 1'000'000'000}) {
    Doorbell bell;
    ASSERT_TRUE(bell.Open());
    const uint64_t sent = now - static_cast<uint64_t>(ago);
    ASSERT_TRUE(bell.Post(VcpuId(Doorbell::kVcpuLimit - 1), sent));
    const Doorbell::Notice notice = bell.Take(now);
    EXPECT_EQ(notice.message.sent_tsc, sent);
    EXPECT_EQ(notice.message.vcpu, VcpuId(Doorbell::kVcpuLimit - 1));
  }
}

TEST(DoorbellTest, ParkingReturnsAtOnceWhenItRang) {
  Doorbell bell;
  bell.Ring(Doorbell::kKick);
  bell.Park(Duration::Max());
  EXPECT_TRUE(bell.Rang());
}

TEST(DoorbellTest, ParkingEndsWithItsTimeout) {
  Doorbell bell;
  ASSERT_TRUE(bell.Open());
  bell.Park(Microseconds(100));
  EXPECT_FALSE(bell.Rang());
  EXPECT_TRUE(bell.Post(VcpuId(1), 1)) << "still open";
}

// A ping-pong in which every ring is needed for the next: one that got lost
// would stop it, and the test's own time limit would say so.
enum class Waiting { kParked, kPolled };

void Await(Doorbell& bell, Waiting waiting) {
  while (!bell.Rang()) {
    if (waiting == Waiting::kParked) {
      bell.Park(Duration::Max());
    } else {
      sched_yield();
    }
  }
}

void PingPong(Waiting waiting, int rounds) {
  Doorbell bells[2];
  const auto player = [&](int me) {
    for (int i = 0; i < rounds; ++i) {
      if (me == 1) bells[0].Ring(Doorbell::kKick);
      Await(bells[me], waiting);
      ASSERT_EQ(bells[me].Take(0).flags, Doorbell::kKick);
      if (me == 0) bells[1].Ring(Doorbell::kKick);
    }
  };
  std::thread other(player, 1);
  player(0);
  other.join();
}

TEST(DoorbellStressTest, NoRingIsLostBetweenTheLastLookAndTheSleep) {
  PingPong(Waiting::kParked, 20'000);
}

TEST(DoorbellStressTest, NoRingIsLostWhilePolling) {
  PingPong(Waiting::kPolled, 20'000);
}

TEST(DoorbellStressTest, EveryMessageThatWentThroughArrives) {
  constexpr uint32_t kSenders = 3;
  constexpr uint32_t kMessages = 3'000;
  Doorbell bell;
  std::atomic<uint32_t> accepted{0};
  std::vector<std::thread> senders;
  for (uint32_t s = 0; s < kSenders; ++s) {
    senders.emplace_back([&, s] {
      for (uint32_t i = 0; i < kMessages; ++i) {
        if (bell.Post(VcpuId(s), i)) {
          accepted.fetch_add(1);
        } else {
          bell.Ring(Doorbell::kKick);
          sched_yield();
        }
      }
    });
  }
  std::thread stopper([&] {
    for (std::thread& sender : senders) sender.join();
    bell.Ring(Doorbell::kStop);
  });
  uint32_t received = 0;
  for (bool stop = false; !stop;) {
    if (bell.Open()) bell.Park(Duration::Max());
    if (!bell.Rang()) continue;
    const Doorbell::Notice notice = bell.Take(0);
    received += notice.message.vcpu.valid() ? 1 : 0;
    stop = (notice.flags & Doorbell::kStop) != 0;
  }
  stopper.join();
  EXPECT_EQ(received, accepted.load());
  EXPECT_GT(received, 0u);
}

}  // namespace
}  // namespace xenotime
