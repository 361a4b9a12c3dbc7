#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT2_STATE_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT2_STATE_H_

#include <atomic>
#include <cstdint>
#include <limits>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/queue/linked_list.h"
#include "xenotime/time/types.h"

namespace xenotime::credit2 {

// Constants of credit2.md, section 1. Credits are nanoseconds of the unit with
// the highest weight.
inline constexpr int32_t kInitialCredit = 10'000'000;
inline constexpr int32_t kMinCredit = -kInitialCredit;
inline constexpr int32_t kIdleCredit = kMinCredit - 1;
inline constexpr int32_t kCarryOver = 500'000;
inline constexpr int32_t kMigrationCompensation = 50'000;
inline constexpr int64_t kMinTimer = 500'000;
inline constexpr int64_t kMaxTimer = 10'000'000;
inline constexpr Duration kRatelimitTolerance = Microseconds(50);
inline constexpr int64_t kMinQuota = 500'000;
inline constexpr int64_t kUncapped = std::numeric_limits<int64_t>::max();

// Flag values as Xen prints them.
enum Flags : uint8_t {
  kScheduled = 2,       // on a pCPU, or its context not yet saved
  kDelayedAdd = 4,      // to be queued when its context is saved
  kMigrateRequest = 8,  // leaves for `target` when its context is saved
  kYield = 16,
  kPinned = 32,  // hard affinity to exactly one pCPU
};

struct Runqueue;

// A vCPU. Guarded by its run queue's lock domain. What a decision touches of
// the units that it passes comes first.
struct alignas(64) Unit {
  ListLink<VcpuId> queue;
  int32_t credit = kInitialCredit;
  uint32_t weight = 256;
  uint32_t residual = 0;
  PcpuId tickled;  // the pCPU that was poked for it
  uint8_t flags = 0;
  int64_t start_time = 0;
  int64_t load_last = 0;
  int64_t avgload = 0;

  int64_t budget = kUncapped;
  int64_t quota = 0;
  Runqueue* runqueue = nullptr;
  Runqueue* target = nullptr;  // of a requested migration
  ListLink<VcpuId> member;     // of its run queue
  VcpuId next_parked;          // behind it in its domain's parked list
  DomainId domain;

  bool Has(Flags flag) const { return (flags & flag) != 0; }
  void Set(Flags flag) { flags = static_cast<uint8_t>(flags | flag); }
  void Clear(Flags flag) { flags = static_cast<uint8_t>(flags & ~flag); }
  bool TestAndClear(Flags flag) {
    const bool had = Has(flag);
    Clear(flag);
    return had;
  }
  bool capped() const { return budget != kUncapped; }
};

// A run queue shared by several pCPUs. Guarded by its lock domain; which pCPUs
// it has changes only while nothing else happens.
struct Runqueue {
  Runqueue(uint32_t number, uint32_t pcpus)
      : id(number),
        active(pcpus),
        idle(pcpus),
        tickled(pcpus),
        smt_idle(pcpus) {}

  uint32_t id;
  PcpuId lock_name;            // the pCPU after which its lock domain is named
  LinkedList<VcpuId> members;  // all that are assigned, in that order
  LinkedList<VcpuId> queue;    // those that wait, by credit
  CpuSet active, idle, tickled;
  CpuSet smt_idle;  // of cores that are wholly idle and untickled
  // The words of these sets in which its pCPUs are.
  uint32_t first_word = 0;
  uint32_t last_word = 0;
  uint32_t nr_cpus = 0;
  uint32_t max_weight = 1;
  // Where the last placement went; others' placements read and write it.
  std::atomic<PcpuId> pick_bias{PcpuId::None()};
  int64_t load = 0;  // runnable and running units
  int64_t load_last = 0;
  int64_t avgload = 0;
  int64_t b_avgload = 0;  // what balancing makes of it
};

// A domain. The atomics are shared by its units' run queues; the rest changes
// while every lock domain is held.
struct DomainState {
  uint32_t weight = 256;
  uint32_t cap = 0;
  uint32_t units = 0;
  int64_t total_budget = 0;  // of one period
  Instant next_replenishment;
  TimerId timer;
  PcpuId timer_pcpu;
  std::atomic<int64_t> budget{0};
  // The unit that was parked last; a list through Unit::next_parked, which is
  // pushed to, or taken as a whole with every lock held. Only who has just
  // pushed itself may take that back.
  std::atomic<VcpuId> parked{VcpuId::None()};
};

}  // namespace xenotime::credit2

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT2_STATE_H_
