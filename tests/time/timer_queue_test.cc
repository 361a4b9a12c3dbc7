#include "xenotime/time/timer_queue.h"

#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

using Slot = TimerQueue::Slot;

std::vector<Slot> PopAll(TimerQueue& queue) {
  std::vector<Slot> slots;
  while (const auto expiry = queue.PopBefore(Instant::Never())) {
    slots.push_back(expiry->slot);
  }
  return slots;
}

TEST(TimerQueueTest, IsEmptyAtFirst) {
  TimerQueue queue;
  EXPECT_EQ(queue.NextDeadline(), Instant::Never());
  const Slot slot = queue.Add();
  EXPECT_FALSE(queue.IsSet(slot));
  EXPECT_EQ(queue.NextDeadline(), Instant::Never());
}

TEST(TimerQueueTest, PopsByDeadline) {
  TimerQueue queue;
  const Slot a = queue.Add(), b = queue.Add(), c = queue.Add();
  queue.Set(a, Instant(30), 0);
  queue.Set(b, Instant(10), 9);
  queue.Set(c, Instant(20), 5);
  EXPECT_EQ(queue.NextDeadline(), Instant(10));
  EXPECT_EQ(PopAll(queue), (std::vector<Slot>{b, c, a}));
}

TEST(TimerQueueTest, BreaksEqualDeadlinesByRank) {
  TimerQueue queue;
  const Slot a = queue.Add(), b = queue.Add(), c = queue.Add();
  queue.Set(a, Instant(10), 3);
  queue.Set(b, Instant(10), 1);
  queue.Set(c, Instant(10), ~uint64_t{0});
  EXPECT_EQ(PopAll(queue), (std::vector<Slot>{b, a, c}));
}

TEST(TimerQueueTest, EqualTimersComeInTheSameOrderForTheSameCalls) {
  const auto order = [] {
    TimerQueue queue;
    for (int i = 0; i < 9; ++i) queue.Add();
    for (Slot slot : {7u, 0u, 3u, 8u, 1u, 2u, 6u, 4u, 5u}) {
      queue.Set(slot, Instant(10), 4);
    }
    return PopAll(queue);
  };
  EXPECT_EQ(order(), order());
  EXPECT_EQ(order().size(), 9u);
}

TEST(TimerQueueTest, APostponedTimerComesLater) {
  TimerQueue queue;
  const Slot a = queue.Add(), b = queue.Add();
  queue.Set(a, Instant(10), 0);
  queue.Set(b, Instant(20), 0);
  queue.Set(a, Instant(30), 0);
  EXPECT_EQ(queue.DeadlineOf(a), Instant(30));
  EXPECT_EQ(queue.NextDeadline(), Instant(20));
  EXPECT_EQ(PopAll(queue), (std::vector<Slot>{b, a}));
}

TEST(TimerQueueTest, AnAdvancedTimerComesEarlier) {
  TimerQueue queue;
  const Slot a = queue.Add(), b = queue.Add();
  queue.Set(a, Instant(30), 0);
  queue.Set(b, Instant(20), 0);
  queue.Set(a, Instant(10), 0);
  EXPECT_EQ(PopAll(queue), (std::vector<Slot>{a, b}));
}

TEST(TimerQueueTest, APostponedTimerCanBeAdvancedAgain) {
  TimerQueue queue;
  const Slot a = queue.Add(), b = queue.Add();
  queue.Set(a, Instant(10), 0);
  queue.Set(b, Instant(20), 0);
  queue.Set(a, Instant(40), 0);
  queue.Set(a, Instant(15), 0);
  EXPECT_EQ(queue.NextDeadline(), Instant(15));
  EXPECT_EQ(PopAll(queue), (std::vector<Slot>{a, b}));
}

TEST(TimerQueueTest, ARankAloneCanChange) {
  TimerQueue queue;
  const Slot a = queue.Add(), b = queue.Add();
  queue.Set(a, Instant(10), 1);
  queue.Set(b, Instant(10), 2);
  queue.Set(a, Instant(10), 3);
  EXPECT_EQ(PopAll(queue), (std::vector<Slot>{b, a}));
}

TEST(TimerQueueTest, AStoppedTimerDoesNotExpire) {
  TimerQueue queue;
  const Slot a = queue.Add(), b = queue.Add();
  queue.Set(a, Instant(10), 0);
  queue.Set(b, Instant(20), 0);
  queue.Stop(a);
  queue.Stop(a);
  EXPECT_FALSE(queue.IsSet(a));
  EXPECT_EQ(PopAll(queue), (std::vector<Slot>{b}));
}

TEST(TimerQueueTest, AStoppedTimerCanBeSetAnew) {
  TimerQueue queue;
  const Slot a = queue.Add(), b = queue.Add();
  queue.Set(a, Instant(10), 0);
  queue.Set(b, Instant(15), 0);
  queue.Stop(a);
  queue.Set(a, Instant(12), 0);
  EXPECT_EQ(PopAll(queue), (std::vector<Slot>{a, b}));
}

TEST(TimerQueueTest, OnlyTimersBeforeTheEndArePopped) {
  TimerQueue queue;
  const Slot a = queue.Add();
  EXPECT_FALSE(queue.PopBefore(Instant::Never()).has_value());
  queue.Set(a, Instant(10), 0);
  EXPECT_FALSE(queue.PopBefore(Instant(10)).has_value());
  EXPECT_TRUE(queue.IsSet(a));
  const auto expiry = queue.PopBefore(Instant(11));
  ASSERT_TRUE(expiry.has_value());
  EXPECT_EQ(expiry->slot, a);
  EXPECT_EQ(expiry->deadline, Instant(10));
}

TEST(TimerQueueTest, PopStopsTheTimer) {
  TimerQueue queue;
  const Slot a = queue.Add();
  queue.Set(a, Instant(10), 0);
  EXPECT_EQ(PopAll(queue), std::vector<Slot>{a});
  EXPECT_FALSE(queue.IsSet(a));
  EXPECT_EQ(queue.NextDeadline(), Instant::Never());
}

TEST(TimerQueueTest, TimesBeforeBootAreTimes) {
  TimerQueue queue;
  const Slot a = queue.Add(), b = queue.Add();
  queue.Set(a, Instant(0), 0);
  queue.Set(b, Instant(-5), 0);
  EXPECT_EQ(PopAll(queue), (std::vector<Slot>{b, a}));
}

// The queue as it could be written without regard to speed.
class Model {
 public:
  void Set(Slot slot, Instant deadline, uint64_t rank) {
    Stop(slot);
    keys_.resize(slot + 1 > keys_.size() ? slot + 1 : keys_.size());
    keys_[slot] = {deadline, rank, slot};
    set_.insert(keys_[slot]);
  }
  void Stop(Slot slot) {
    if (slot < keys_.size()) set_.erase(keys_[slot]);
  }
  bool IsSet(Slot slot) const {
    return slot < keys_.size() && set_.count(keys_[slot]) != 0;
  }
  Instant NextDeadline() const {
    return set_.empty() ? Instant::Never() : std::get<0>(*set_.begin());
  }
  Slot Pop() {
    const Slot slot = std::get<2>(*set_.begin());
    set_.erase(set_.begin());
    return slot;
  }

 private:
  using Key = std::tuple<Instant, uint64_t, Slot>;
  std::set<Key> set_;
  std::vector<Key> keys_;
};

// Few distinct deadlines and ranks, so that ties are common.
void CompareWithModel(uint64_t seed, int64_t spread) {
  SCOPED_TRACE(testing::Message() << "seed " << seed << " spread " << spread);
  constexpr uint32_t kSlots = 40;
  Rng rng(seed, "timer_queue_test");
  TimerQueue queue;
  Model model;
  for (uint32_t i = 0; i < kSlots; ++i) queue.Add();
  for (int step = 0; step < 25'000; ++step) {
    const Slot slot = static_cast<Slot>(rng.Below(kSlots));
    switch (rng.Below(5)) {
      case 0:
        queue.Stop(slot);
        model.Stop(slot);
        break;
      case 1:
        if (model.NextDeadline() < Instant::Never()) {
          ASSERT_EQ(queue.NextDeadline(), model.NextDeadline()) << step;
          ASSERT_EQ(queue.PopBefore(Instant::Never())->slot, model.Pop())
              << step;
        }
        break;
      default: {
        const Instant deadline(step / 4 + rng.Between(0, spread));
        // Different for each timer: the order of equal ones is unspecified.
        const uint64_t rank = rng.Below(3) * kSlots + slot;
        queue.Set(slot, deadline, rank);
        model.Set(slot, deadline, rank);
        ASSERT_EQ(queue.DeadlineOf(slot), deadline);
      }
    }
    ASSERT_EQ(queue.IsSet(slot), model.IsSet(slot)) << step;
    if (step % 7 == 0) {
      ASSERT_EQ(queue.NextDeadline(), model.NextDeadline()) << step;
    }
  }
  while (model.NextDeadline() < Instant::Never()) {
    ASSERT_EQ(queue.NextDeadline(), model.NextDeadline());
    ASSERT_EQ(queue.PopBefore(Instant::Never())->slot, model.Pop());
  }
  EXPECT_EQ(queue.NextDeadline(), Instant::Never());
}

TEST(TimerQueueTest, BehavesLikeASortedSet) {
  CompareWithModel(1, 5);
  CompareWithModel(2, 50);
  CompareWithModel(3, 1'000);
  CompareWithModel(4, 1);
  // Far deadlines, advanced again and again: void places pile up.
  CompareWithModel(5, 1'000'000'000);
}

}  // namespace
}  // namespace xenotime
