#ifndef XENOTIME_SCHEDULER_SIM_EVENT_RANK_H_
#define XENOTIME_SCHEDULER_SIM_EVENT_RANK_H_

#include <cstdint>

#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

// Which of two events at one instant comes first: by class, pCPU, and a
// number within the two (golden/semantics.md, section 2). Lower first.
enum class EventClass : uint8_t {
  kStep,        // a pCPU's next step within the hypervisor (only with costs)
  kGuestOp,     // a vCPU's next step
  kGuestTimer,  // toolstack actions, starts, ends of sleeps
  kXenTimer,    // policy timers, then the slice timer
  kSnapshot,
};

// The slice timer comes after every policy timer of its pCPU.
inline constexpr uint64_t kSliceNumber = (uint64_t{1} << 40) - 1;

constexpr uint64_t EventRank(EventClass event_class, PcpuId p,
                             uint64_t number) {
  return static_cast<uint64_t>(event_class) << 56 |
         static_cast<uint64_t>(p.value()) << 40 | number;
}

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SIM_EVENT_RANK_H_
