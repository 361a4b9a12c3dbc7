#ifndef XENOTIME_SCHEDULER_CORE_VCPU_H_
#define XENOTIME_SCHEDULER_CORE_VCPU_H_

#include <atomic>
#include <cstdint>
#include <memory>

#include "xenotime/scheduler/core/affinity_mask.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Why a vCPU may not run: bits of Vcpu::pause_word (Xen term pause flags). The
// pause count is kept in the same word, above the flags, so that "runnable" is
// one comparison with zero.
enum PauseBits : uint32_t {
  kPauseBlocked = 1u << 0,    // the guest waits for an event
  kPauseDown = 1u << 1,       // the vCPU is offline
  kPauseMigrating = 1u << 3,  // it is being moved to another pCPU
  kPauseParked = 1u << 8,     // its policy withholds it (budget)
  kPauseCountOne = 1u << 16,  // one pause; the count is the upper 16 bits
};

// Events that can be pending for a guest: bits of Vcpu::pending.
enum EventBits : uint32_t {
  kEventSignal = 1u << 0,  // the event flag that another vCPU's wake sets
  kEventTimer = 1u << 1,   // the vCPU's own timer expired
};

// A virtual CPU as the engine and the policies see it.
//
// The engine owns it and is the only writer; policies read it through const
// references. Layout: what a remote wake-up touches comes first and shares a
// cache line.
//
// Thread rule: the atomics may be read anywhere (a stale answer is possible);
// `processor` and the rest are guarded by the lock domain of the vCPU's pCPU.
struct alignas(64) Vcpu {
  std::atomic<uint32_t> pause_word{kPauseDown};
  // Events that arrived and were not consumed, and those that end the present
  // wait; see Engine::Block and Engine::Signal.
  std::atomic<uint32_t> pending{0};
  std::atomic<uint32_t> wait_mask{0};
  std::atomic<PcpuId> processor{PcpuId(0)};
  // On a pCPU, or its context not yet saved after leaving one.
  std::atomic<bool> is_running{false};
  // A yield was executed since the last decision in which it was current.
  bool yielded = false;
  // Soft affinity says something that hard does not (core.md, 1.4).
  bool soft_effective = false;
  // It was parked and has not run since, so that its runstate may lag behind.
  bool parked_lately = false;
  // Its next switch-in is the first on another pCPU, by its policy's word.
  bool migrated = false;
  // Brought up before its domain was created.
  bool up_when_created = false;
  // How many of its pauses are its policy's (a cap); for explanations.
  uint16_t policy_pauses = 0;
  // When it last became current or its context was last saved (Xen term
  // state_entry_time); not touched by blocking or waking.
  Instant last_switch;
  RunStateClock runstate;

  // Known to its pool's policy: from its creation, or its domain's, until that
  // is destroyed.
  bool managed = false;

  // What hard affinity was before the loss of a pCPU broke it; null: intact.
  std::unique_ptr<CpuSet> broken_affinity;
  AffinityMask hard_affinity;
  AffinityMask soft_affinity;
  VcpuId id;
  DomainId domain;
  uint32_t index = 0;          // within the domain
  uint32_t domain_number = 0;  // the user's

  bool runnable() const {
    return pause_word.load(std::memory_order_relaxed) == 0;
  }
  bool online() const { return !Has(kPauseDown); }
  // Null: as it is. The lock domain of the vCPU's pCPU is held.
  void SetMasks(MaskTable& masks, const CpuSet* hard, const CpuSet* soft) {
    if (hard != nullptr) hard_affinity = masks.Share(*hard);
    if (soft != nullptr) soft_affinity = masks.Share(*soft);
    soft_effective = !hard_affinity.IsSubsetOf(soft_affinity) &&
                     hard_affinity.Intersects(soft_affinity);
  }

  bool Has(PauseBits bit) const {
    return (pause_word.load(std::memory_order_relaxed) & bit) != 0;
  }
  bool paused() const { return pauses() != 0; }
  uint32_t pauses() const {
    return pause_word.load(std::memory_order_relaxed) / kPauseCountOne;
  }
  PcpuId cpu() const { return processor.load(std::memory_order_relaxed); }
  bool running() const { return is_running.load(std::memory_order_acquire); }
};

// A domain (virtual machine): a number and its vCPUs. Policies keep weight, cap
// and the like in state of their own.
struct Domain {
  DomainId id;
  uint32_t number = 0;  // the user's, at least 1
  PoolId pool;          // None: not yet created, or destroyed
  VcpuId first_vcpu;
  uint32_t vcpus = 0;
  bool leaving = false;  // paused, to be moved or destroyed
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_VCPU_H_
