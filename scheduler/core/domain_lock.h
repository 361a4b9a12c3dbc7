#ifndef XENOTIME_SCHEDULER_CORE_DOMAIN_LOCK_H_
#define XENOTIME_SCHEDULER_CORE_DOMAIN_LOCK_H_

#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "absl/base/thread_annotations.h"
#include "xenotime/time/cpu.h"

namespace xenotime {

// How the locks of a machine behave.
enum class LockMode : uint8_t {
  // One thread executes every pCPU: a lock is a mark that it is held. Taking
  // it twice is a programming error and aborts; TryLock fails exactly then.
  kSingleThread,
  // Every pCPU is a thread: spin, and give the core away after a few rounds.
  kSpin,
};

// The lock of one lock domain (Xen term schedule lock). Not recursive, not
// fair.
//
// A class of its own because the sanitizers must see through it and because an
// uncontended lock is on the path of every wake-up.
class ABSL_LOCKABLE DomainLock {
 public:
  void set_mode(LockMode mode) { mode_ = mode; }
  LockMode mode() const { return mode_; }

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() {
    if (mode_ == LockMode::kSingleThread) {
      if (held_.load(std::memory_order_relaxed)) std::abort();
      held_.store(true, std::memory_order_relaxed);
      return;
    }
    while (held_.exchange(true, std::memory_order_acquire)) SpinUntilFree();
  }

  bool TryLock() ABSL_EXCLUSIVE_TRYLOCK_FUNCTION(true) {
    if (held_.load(std::memory_order_relaxed)) return false;
    if (mode_ == LockMode::kSingleThread) {
      held_.store(true, std::memory_order_relaxed);
      return true;
    }
    return !held_.exchange(true, std::memory_order_acquire);
  }

  void Unlock() ABSL_UNLOCK_FUNCTION() {
    held_.store(false, std::memory_order_release);
  }

 private:
  void SpinUntilFree();

  std::atomic<bool> held_{false};
  LockMode mode_ = LockMode::kSingleThread;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_DOMAIN_LOCK_H_
