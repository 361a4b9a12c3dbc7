#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_EXCHANGE_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_EXCHANGE_H_

#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"

namespace xenotime::credit2 {

// A unit that could change its run queue, and the load that goes with it.
struct MovableUnit {
  VcpuId vcpu;
  int64_t load;
};

// One unit, or none, each way between two run queues.
struct Exchange {
  VcpuId push;
  VcpuId pull;
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

// The exchange after which two loads, now `ahead` apart (ours less theirs),
// differ least, if that is less than they differ now; else nobody (credit2.md,
// 9.2).
//
// Of equally good ones the first counts: for each push, in order, every pull in
// order and then none; in the end every pull without a push. The pulls are
// sorted here, so that n pushes and m pulls take O((n + m) log m), not n * m.
Exchange BestExchange(int64_t ahead, const std::vector<MovableUnit>& pushes,
                      const std::vector<MovableUnit>& pulls);

}  // namespace xenotime::credit2

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_EXCHANGE_H_
