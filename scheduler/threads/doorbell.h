#ifndef XENOTIME_SCHEDULER_THREADS_DOORBELL_H_
#define XENOTIME_SCHEDULER_THREADS_DOORBELL_H_

#include <atomic>
#include <cstdint>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/time/types.h"

namespace xenotime {

// How one pCPU thread interrupts another: the only word that two of them share
// on the way from a sender to a vCPU that waits elsewhere.
//
// An interrupt is either a flag ("look at this": several before it is noticed
// are one) or a message, which carries the vCPU for which a signal is meant and
// when it was sent. A message goes through only while the owner waits for
// interrupts and has said so (Open); whoever finds the door shut executes the
// wake-up himself. So one cache line travels, once, where the wake-up executed
// by the sender would pull over the lock, the vCPU and the policy's queue, and
// the owner would have to pull them back.
//
// The word is also what a parked owner's futex waits on; a ring finds the
// parked mark in the word that it changes, so that no ring can fall between the
// owner's last look and its sleep, and an owner that is awake costs no system
// call.
//
// The owner does not answer a message by a write: taking the line back from the
// sender would cost as much again before the woken guest runs. It remembers
// what it has seen, and clears the word when it next waits.
class Doorbell {
 public:
  enum Flag : uint32_t {
    kReschedule = 1u << 0,  // a decision is due
    kKick = 1u << 1,        // an event is pending for the vCPU that runs there
    kTimer = 1u << 2,       // a timer was set to an earlier deadline
    kStop = 1u << 3,        // the run is over
    kHalt = 1u << 7,        // stand still while another pCPU acts alone
  };
  struct Message {
    VcpuId vcpu;  // None: no message
    uint64_t sent_tsc = 0;
  };
  struct Notice {
    uint32_t flags = 0;  // of Flag
    Message message;
  };
  // vCPUs from here on get no messages.
  static constexpr uint32_t kVcpuLimit = 1u << 18;

  // -- Any thread

  // Sets a flag and wakes the owner if it is parked.
  void Ring(Flag flag);
  // Leaves a message if the owner is open for one and has no other; wakes it.
  bool Post(VcpuId v, uint64_t sent_tsc);
  // Whether something arrived that a waiting owner should have noticed.
  bool HasUnnoticed() const {
    return (word_.load(std::memory_order_acquire) & (kFlags | kMessage)) != 0;
  }

  // -- The owner

  // Whether something new has arrived since the last Take, Open or Close.
  bool Rang() const { return word_.load(std::memory_order_acquire) != seen_; }
  // Takes what has arrived. `now_tsc`: a recent reading, from which the
  // shortened time of the message is completed.
  Notice Take(uint64_t now_tsc);
  // Lets messages through from now on, or no longer. False, and nothing
  // changed, if something new has arrived.
  bool Open() { return Become(kOpen); }
  bool Close() { return Become(0); }
  // Sleeps until something arrives, `timeout` is over (Max: never), or for no
  // reason.
  void Park(Duration timeout);

 private:
  static constexpr uint64_t kFlags = 0x8f;
  static constexpr uint64_t kParked = 1u << 4;
  static constexpr uint64_t kOpen = 1u << 5;
  static constexpr uint64_t kMessage = 1u << 6;
  static constexpr int kVcpuShift = 8;
  static constexpr int kTimeShift = 26;

  bool Become(uint64_t state) {
    if (seen_ == state) return !Rang();
    uint64_t expected = seen_;
    if (!word_.compare_exchange_strong(expected, state)) return false;
    seen_ = state;
    return true;
  }
  static Message Decode(uint64_t word, uint64_t now_tsc);
  void WakeOwner();

  alignas(128) std::atomic<uint64_t> word_{0};
  alignas(128) uint64_t seen_ = 0;  // the owner's
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_DOORBELL_H_
