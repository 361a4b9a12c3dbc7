#include "xenotime/scheduler/core/domain_lock.h"

#include <sched.h>

namespace xenotime {

void DomainLock::SpinUntilFree() {
  // With more threads than cores the holder may be off its core: after a
  // few rounds the core is worth more to it than to us.
  constexpr int kRounds = 10;
  for (int round = 0; held_.load(std::memory_order_relaxed); ++round) {
    if (round < kRounds) {
      CpuRelax();
    } else {
      sched_yield();
    }
  }
}

}  // namespace xenotime
