#ifndef XENOTIME_SCHEDULER_CORE_PCPU_H_
#define XENOTIME_SCHEDULER_CORE_PCPU_H_

#include <cstdint>

#include "xenotime/scheduler/core/domain_lock.h"
#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

class Policy;

// A physical CPU as the engine keeps it. What a decision or a remote wake-up
// touches is one cache line; pCPUs never share one (the pair of lines that
// the hardware fetches together included).
//
// Thread rule: guarded by the lock of `lock_domain`, except that lock itself.
struct alignas(128) Pcpu {
  DomainLock lock;     // of the domain named after this pCPU
  PcpuId lock_domain;  // whose lock guards this pCPU
  VcpuId current;      // None: the idle vCPU
  PoolId pool;
  Policy* policy = nullptr;  // the pool's; null in no pool
  bool slice_fired = false;  // the slice timer expired since the last decision
  bool deciding = false;     // within PickNext
  bool retry = false;        // the policy asked to decide again
  bool deferred = false;     // the policy asked for Policy::Deferred
  VcpuId waking;             // whose wake this pCPU executes, for stage stamps
  int64_t decisions = 0;
  int64_t switches = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_PCPU_H_
