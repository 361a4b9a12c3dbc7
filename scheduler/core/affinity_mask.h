#ifndef XENOTIME_SCHEDULER_CORE_AFFINITY_MASK_H_
#define XENOTIME_SCHEDULER_CORE_AFFINITY_MASK_H_

#include <cstdint>
#include <set>

#include "absl/base/thread_annotations.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/domain_lock.h"
#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

// A set of pCPUs that is shared by everybody who has an equal one: on large
// machines with many vCPUs there are few different affinities, and each takes
// half a kilobyte. Reads like a CpuSet.
//
// Thread rule: a value; what it refers to never changes.
class AffinityMask {
 public:
  // REQUIRES: `set` outlives it; a MaskTable's does as long as the table.
  explicit AffinityMask(const CpuSet& set) : set_(&set) {}
  // The empty set of no machine.
  AffinityMask();

  operator const CpuSet&() const { return *set_; }  // NOLINT: reads like one

  bool Contains(PcpuId p) const { return set_->Contains(p); }
  bool empty() const { return set_->empty(); }
  uint32_t size() const { return set_->size(); }
  bool IsAll() const { return set_->IsAll(); }
  bool IsSubsetOf(const CpuSet& other) const { return set_->IsSubsetOf(other); }
  bool Intersects(const CpuSet& other) const { return set_->Intersects(other); }
  PcpuId First() const { return set_->First(); }
  PcpuId Cyclic(PcpuId p) const { return set_->Cyclic(p); }
  PcpuId TestOrCyclic(PcpuId p) const { return set_->TestOrCyclic(p); }
  uint32_t words() const { return set_->words(); }
  uint64_t Word(uint32_t i) const { return set_->Word(i); }

  friend CpuSet operator&(const AffinityMask& a, const CpuSet& b) {
    return *a.set_ & b;
  }
  friend bool operator==(const AffinityMask& a, const AffinityMask& b) {
    return a.set_ == b.set_ || *a.set_ == *b.set_;
  }

 private:
  const CpuSet* set_;
};

// Every different set that was ever asked for, once. They are kept until the
// table goes: a machine has few.
//
// Thread rule: any thread.
class MaskTable {
 public:
  explicit MaskTable(LockMode locks) { lock_.set_mode(locks); }

  AffinityMask Share(const CpuSet& set);

 private:
  DomainLock lock_;
  struct Less {
    bool operator()(const CpuSet& a, const CpuSet& b) const;
  };

  // A tree, so that a set stays where it is.
  std::set<CpuSet, Less> sets_ ABSL_GUARDED_BY(lock_);
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_AFFINITY_MASK_H_
