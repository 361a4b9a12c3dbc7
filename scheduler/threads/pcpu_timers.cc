#include "xenotime/scheduler/threads/pcpu_timers.h"

namespace xenotime {
namespace {

class ABSL_SCOPED_LOCKABLE Guard {
 public:
  explicit Guard(DomainLock& lock) ABSL_EXCLUSIVE_LOCK_FUNCTION(lock)
      : lock_(lock) {
    lock_.Lock();
  }
  ~Guard() ABSL_UNLOCK_FUNCTION() { lock_.Unlock(); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  DomainLock& lock_;
};

}  // namespace

PcpuTimers::Slot PcpuTimers::Add(uint64_t rank) {
  Guard guard(lock_);
  timers_.push_back({.rank = rank, .payload = 0});
  return queue_.Add();
}

bool PcpuTimers::Set(Slot slot, Instant deadline, uint32_t payload) {
  if (deadline == Instant::Never()) {
    Stop(slot);
    return false;
  }
  Guard guard(lock_);
  Timer& timer = timers_[slot];
  timer.payload = payload;
  queue_.Set(slot, deadline, timer.rank);
  const Instant before = next_.load(std::memory_order_relaxed);
  Publish();
  return next_.load(std::memory_order_relaxed) < before;
}

void PcpuTimers::Stop(Slot slot) {
  Guard guard(lock_);
  queue_.Stop(slot);
  Publish();
}

Instant PcpuTimers::Take(Slot slot) {
  Guard guard(lock_);
  if (!queue_.IsSet(slot)) return Instant::Never();
  const Instant deadline = queue_.DeadlineOf(slot);
  queue_.Stop(slot);
  Publish();
  return deadline;
}

std::optional<PcpuTimers::Expired> PcpuTimers::PopExpired(Instant now) {
  Guard guard(lock_);
  const auto expiry = queue_.PopBefore(now + Nanoseconds(1));
  if (!expiry.has_value()) {
    Publish();
    return std::nullopt;
  }
  return Expired{expiry->slot, timers_[expiry->slot].payload, expiry->deadline};
}

}  // namespace xenotime
