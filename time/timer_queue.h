#ifndef XENOTIME_TIME_TIMER_QUEUE_H_
#define XENOTIME_TIME_TIMER_QUEUE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "xenotime/time/types.h"

namespace xenotime {

// Timers ordered by (deadline, rank); both executors keep their time in one.
//
// A timer is a numbered slot that is made once and then set and stopped any
// number of times. The rank breaks ties between equal deadlines and is the
// caller's; timers that are equal in both come in an order that is unspecified,
// but the same for the same sequence of calls.
//
// It is a 4-ary heap in which a timer that is postponed or stopped keeps its
// old place until that place comes to the top: hypervisors postpone slice
// timers at every decision and hardly ever let them expire. A timer that is
// advanced gets a second place and its first one is void. No timer knows where
// in the heap it is, so that sifting touches the heap alone: with thousands of
// timers, the writes of places were what missed the caches. Set is O(1) when it
// postpones, O(log n) amortised when it advances; Pop is O(log n), amortised.
//
// Thread rule: one thread at a time.
class TimerQueue {
 public:
  using Slot = uint32_t;

  // A new timer, not set.
  Slot Add();

  // Sets the timer anew, whether it is set or not.
  // REQUIRES: deadline < Instant::Never().
  void Set(Slot slot, Instant deadline, uint64_t rank);
  // Stops it; nothing if it is not set.
  void Stop(Slot slot) { timers_[slot].key = kUnset; }

  bool IsSet(Slot slot) const { return timers_[slot].key.time != kUnset.time; }
  // REQUIRES: the timer is set.
  Instant DeadlineOf(Slot slot) const {
    return Instant(timers_[slot].key.time);
  }

  // The earliest deadline; Never if no timer is set.
  Instant NextDeadline() {
    return Settle() ? Instant(heap_[0].key.time) : Instant::Never();
  }

  struct Expiry {
    Slot slot;
    Instant deadline;
  };
  // Stops and returns the earliest timer if its deadline is before `end`.
  std::optional<Expiry> PopBefore(Instant end) {
    if (!Settle()) return std::nullopt;
    const Node& top = heap_[0];
    const Instant deadline = Instant(top.key.time);
    if (deadline >= end) return std::nullopt;
    Stop(top.slot);
    return Expiry{top.slot, deadline};
  }

 private:
  struct Key {
    int64_t time;
    uint64_t rank;
    friend bool operator==(const Key&, const Key&) = default;
    // Written so that it compiles to branches: predicted ones beat a chain of
    // conditional moves, each waiting for the one before (measured: 1.6x).
    friend bool operator<(const Key& a, const Key& b) {
      if (a.time != b.time) return a.time < b.time;
      return a.rank < b.rank;
    }
  };
  struct Node {
    Key key;
    Slot slot;
  };
  struct Timer {
    Key key;     // as last set; kUnset if stopped
    Key queued;  // that of its place in heap_, never above `key`; kUnset: none
  };
  static constexpr Key kUnset = {Instant::Never().ns(), 0};

  // Makes the top of the heap a timer that is set for exactly that key; false
  // if there is none.
  bool Settle() {
    if (heap_.empty()) return false;
    return timers_[heap_[0].slot].key == heap_[0].key || SettleSlowly();
  }
  bool SettleSlowly();
  void Push(const Node& node);
  void DropVoidPlaces();
  void SiftDown(size_t i, const Node& node);

  std::vector<Node> heap_;
  std::vector<Timer> timers_;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_TIMER_QUEUE_H_
