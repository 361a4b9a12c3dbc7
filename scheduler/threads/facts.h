#ifndef XENOTIME_SCHEDULER_THREADS_FACTS_H_
#define XENOTIME_SCHEDULER_THREADS_FACTS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace xenotime {

// Facts about a run on threads, needed to judge its figures.
struct ThreadsFacts {
  std::string idle_mode;  // "poll", "park" or "spin-then-park"
  uint32_t host_cores = 0;
  bool pinned = false;
  // More pCPUs than cores: latencies are not comparable.
  bool oversubscribed = false;
  // Per pCPU: time for which its thread wanted to run and did not.
  std::vector<int64_t> host_steal_ns;
  // Per pCPU: times at which it was found to have been taken off its core.
  std::vector<int64_t> deschedules;
  int64_t dropped_samples = 0;  // measured while their pCPU was descheduled
  int64_t stamp_cost_ns = 0;    // of one stage stamp, measured; 0: stamps off
  int64_t lost_records = 0;     // trace records for which there was no room
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_FACTS_H_
