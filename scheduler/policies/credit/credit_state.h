#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT_CREDIT_STATE_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT_CREDIT_STATE_H_

#include <atomic>
#include <cstdint>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/queue/linked_list.h"
#include "xenotime/time/types.h"

namespace xenotime::credit {

// Constants of credit.md, section 1.
inline constexpr int64_t kCreditsPerMs = 10;
inline constexpr int64_t kNsPerCredit = 100'000;
// The shortest slice of the rate limit. Meant as 100 us, but compared with
// nanoseconds in Xen: the unit bug is part of the behaviour.
inline constexpr Duration kMinTimer = Duration(100);

// Priorities; higher runs first.
enum Priority : int8_t {
  kBoost = 0,
  kUnder = -1,
  kOver = -2,
  kIdle = -64,
};

// Flag values as Xen prints them.
enum Flags : uint8_t {
  kParked = 1,     // withheld for its domain's cap
  kYield = 2,      // yielded, not yet requeued
  kMigrating = 4,  // placed since its last wake: that wake is not boosted
  kPinned = 16,    // hard affinity to exactly one pCPU
};

// A vCPU. Guarded by its lock domain; the active-list links by the policy lock.
struct alignas(64) Unit {
  ListLink<VcpuId> queue;  // in the run queue of its pCPU
  int32_t credit = 0;
  uint32_t residual = 0;  // burnt credit-millionths
  int64_t start_time =
      0;  // burnt up to here; relative to now while off the pCPU
  Instant last_ran;
  Priority priority = kUnder;
  uint8_t flags = 0;
  bool active = false;  // earns credit
  ListLink<VcpuId> active_list;

  bool Has(Flags flag) const { return (flags & flag) != 0; }
  void Set(Flags flag) { flags = static_cast<uint8_t>(flags | flag); }
  void Clear(Flags flag) { flags = static_cast<uint8_t>(flags & ~flag); }
};

// A domain. Guarded by the policy lock.
struct DomainState {
  uint32_t weight = 256;
  uint32_t cap = 0;
  uint32_t active_count = 0;
  LinkedList<VcpuId> active;
  ListLink<DomainId> active_list;
};

// A pCPU's run queue and what belongs to it. Guarded by its lock domain, but
// for the atomics, which others read.
//
// The idle vCPU, which Xen queues like any other, is not stored: it is the last
// element exactly while it is not current.
struct alignas(128) PcpuState {
  LinkedList<VcpuId> queue;
  uint32_t sorted_epoch = 0;
  // Runnable vCPUs assigned here, the running one included.
  std::atomic<uint32_t> nr_runnable{0};
  std::atomic<PcpuId> idle_bias{PcpuId(0)};
  Instant last_balance;
  TimerId tick;
};

// What only the thread that executes a pCPU uses.
struct alignas(128) ExecutingState {
  PcpuId last_tickled = PcpuId(0);
};

}  // namespace xenotime::credit

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT_CREDIT_STATE_H_
