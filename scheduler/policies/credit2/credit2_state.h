#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT2_STATE_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT2_STATE_H_

#include <atomic>
#include <cstdint>
#include <limits>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/policies/credit2/credit_queue.h"
#include "xenotime/scheduler/policies/credit2/divisor.h"
#include "xenotime/scheduler/policies/credit2/pcpu_words.h"
#include "xenotime/time/types.h"

namespace xenotime::credit2 {

// Constants of credit2.md, section 1. Credits are nanoseconds of the unit with
// the highest weight.
inline constexpr uint32_t kDefaultWeight = 256;
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

// A vCPU. Guarded by its run queue's lock domain. What is needed to charge it
// and to weigh it against others is one cache line.
struct alignas(64) Unit {
  int32_t credit = kInitialCredit;
  uint32_t residual = 0;   // of the last division by the weight
  int64_t start_time = 0;  // charged up to here
  int64_t budget = kUncapped;
  Divisor weight{kDefaultWeight};
  PcpuId tickled;  // the pCPU that was poked for it
  uint8_t flags = 0;
  bool queued = false;
  // Copies of what its affinities say most of the time.
  bool hard_is_all = true;
  bool soft_is_all = true;
  int64_t load_last = 0;  // in units of LoadScale
  int64_t avgload = 0;

  Runqueue* runqueue = nullptr;  // null: not yet inserted
  Runqueue* target = nullptr;    // of a requested migration
  int64_t quota = 0;
  VcpuId next_parked;  // behind it in its domain's parked list
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

// Who is current on a pCPU, and since when: what a search for a victim looks at
// first. Guarded by the pCPU's lock domain.
struct Running {
  Instant since = Instant::Never();  // Never: idle
  VcpuId vcpu;                       // None: idle
};

// A run queue shared by several pCPUs. Guarded by its lock domain; which pCPUs
// it has changes only while nothing else happens.
struct alignas(64) Runqueue {
  explicit Runqueue(uint32_t number) : id(number) {}

  int64_t load = 0;       // runnable and running units
  int64_t load_last = 0;  // in units of LoadScale
  int64_t avgload = 0;
  int64_t b_avgload = 0;  // what balancing makes of it
  Divisor max_weight{1};
  uint32_t nr_cpus = 0;
  PcpuId lock_name;  // the pCPU after which its lock domain is named
  // Where the last placement went; others' placements read and write it.
  std::atomic<PcpuId> pick_bias{PcpuId::None()};

  CreditQueue queue;
  PcpuWords pcpus;
  std::vector<VcpuId> members;  // all that are assigned, in that order
  uint32_t id;
};

// A domain. The atomics are shared by its units' run queues; the rest changes
// while every lock domain is held.
struct DomainState {
  uint32_t weight = kDefaultWeight;
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
