#ifndef XENOTIME_SCHEDULER_THREADS_PCPU_TIMERS_H_
#define XENOTIME_SCHEDULER_THREADS_PCPU_TIMERS_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "xenotime/scheduler/core/domain_lock.h"
#include "xenotime/time/timer_queue.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The timers bound to one pCPU: set and stopped by any thread, run by the
// pCPU's own. The slice timer is not among them: its owner keeps it to itself.
//
// A queue under a spin lock, since policies set timers of other pCPUs; the
// earliest deadline is published, so that polling it costs a load.
//
// Thread rule: any thread, except as stated.
class alignas(128) PcpuTimers {
 public:
  using Slot = TimerQueue::Slot;
  struct Expired {
    Slot slot;
    uint32_t payload;
    Instant deadline;
  };

  PcpuTimers() { lock_.set_mode(LockMode::kSpin); }

  // A new timer, not set. Timers with one deadline expire by rank; unique.
  Slot Add(uint64_t rank);

  // Sets it anew, whether set or not; expiry hands the payload back. Returns
  // whether the pCPU now has something to do earlier than before.
  bool Set(Slot slot, Instant deadline, uint32_t payload = 0);
  void Stop(Slot slot);
  // Stops it and returns when it would have expired; Never if it was not set.
  Instant Take(Slot slot);

  Instant NextDeadline() const { return next_.load(std::memory_order_acquire); }
  // Stops the earliest timer that expired by `now`, and returns it.
  std::optional<Expired> PopExpired(Instant now);

 private:
  struct Timer {
    uint64_t rank;
    uint32_t payload;
  };

  void Publish() ABSL_EXCLUSIVE_LOCKS_REQUIRED(lock_) {
    next_.store(queue_.NextDeadline(), std::memory_order_release);
  }

  DomainLock lock_;
  std::atomic<Instant> next_{Instant::Never()};
  TimerQueue queue_ ABSL_GUARDED_BY(lock_);
  std::vector<Timer> timers_ ABSL_GUARDED_BY(lock_);
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_PCPU_TIMERS_H_
