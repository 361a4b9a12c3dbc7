#ifndef XENOTIME_SCHEDULER_POLICIES_ARINC653_CYCLIC_SCHEDULE_H_
#define XENOTIME_SCHEDULER_POLICIES_ARINC653_CYCLIC_SCHEDULE_H_

#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/time/types.h"

namespace xenotime::arinc653 {

// A table of minor frames that repeats every major frame, and where in it the
// time is.
//
// Moves on when it is told the time, by whoever tells it: several pCPUs may
// share one (README.md, "The schedule"). Thread rule: a value; in the policy
// guarded by its one lock domain.
class CyclicSchedule {
 public:
  // No entries; major frames of 10 ms from time 0 on.
  CyclicSchedule() = default;

  // Another table, from the next Advance on, with the origin of its frames at
  // `now`. Nobody owns its entries yet.
  void Set(const FrameTable& table, Instant now);
  // The vCPU that the entries with this name stand for is `v`; None: nobody.
  void Resolve(uint32_t domain_number, uint32_t index, VcpuId v);

  // Moves on to the minor frame of `now`.
  void Advance(Instant now);
  // In what remains of the major frame after the last minor frame: nobody's.
  bool InRemainder() const { return index_ >= entries_.size(); }
  // Whose minor frame it is; None: nobody's.
  VcpuId owner() const {
    return InRemainder() ? VcpuId::None() : entries_[index_].vcpu;
  }

  uint32_t index() const { return index_; }
  // When the present minor frame, or the remainder, ends.
  Instant next_switch() const { return next_switch_; }
  Instant next_major() const { return next_major_; }

 private:
  struct Entry {
    FrameTable::Entry frame;
    VcpuId vcpu;
  };

  // Of entry 0, which has a length even where there is no entry.
  Duration FirstRuntime() const {
    return entries_.empty() ? Milliseconds(10) : entries_[0].frame.runtime;
  }

  std::vector<Entry> entries_;
  Duration major_ = Milliseconds(10);
  Instant next_major_;
  Instant next_switch_;
  uint32_t index_ = 0;
};

}  // namespace xenotime::arinc653

#endif  // XENOTIME_SCHEDULER_POLICIES_ARINC653_CYCLIC_SCHEDULE_H_
