#ifndef XENOTIME_SCHEDULER_POLICY_ADJUSTMENT_H_
#define XENOTIME_SCHEDULER_POLICY_ADJUSTMENT_H_

#include <cstdint>
#include <vector>

#include "xenotime/time/types.h"

namespace xenotime {

// What a toolstack sets for one vCPU under rtds (params.md, section 5).
struct RealTimeParameters {
  Duration period = Microseconds(10000);  // at least 10 us
  Duration budget = Microseconds(4000);   // 10 us .. period
  bool extratime = true;  // may run at a lower priority without budget
  friend bool operator==(const RealTimeParameters&,
                         const RealTimeParameters&) = default;
};

// A cyclic schedule for arinc653 (arinc653.md, section 4): entries run one
// after another from the start of each major frame; what is left of it is
// idle.
struct FrameTable {
  static constexpr uint32_t kMaxEntries = 64;
  struct Entry {
    uint32_t domain = 0;  // its number, as the user wrote it
    uint32_t vcpu = 0;    // index within the domain
    Duration runtime;     // of this minor frame, positive
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  Duration major;              // at least the sum of the entries' runtimes
  std::vector<Entry> entries;  // 1 .. kMaxEntries
  friend bool operator==(const FrameTable&, const FrameTable&) = default;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICY_ADJUSTMENT_H_
