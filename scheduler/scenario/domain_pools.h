#ifndef XENOTIME_SCHEDULER_SCENARIO_DOMAIN_POOLS_H_
#define XENOTIME_SCHEDULER_SCENARIO_DOMAIN_POOLS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/time/types.h"

namespace xenotime {

// In which pool each domain is, as its scenario moves it: what a request about
// a domain means depends on that pool's scheduler. Domains and pools go by
// their numbers, which need not exist. Thread rule: immutable.
class DomainPools {
 public:
  explicit DomainPools(const Scenario& scenario);

  // At creation; 0 for a domain that is not in the scenario.
  uint32_t AtFirst(uint32_t domain) const;
  // When the scenario's action `index` happens: those of one time in order.
  uint32_t AtAction(uint32_t domain, size_t index) const;

 private:
  struct Move {
    Instant at;
    size_t index;
    uint32_t pool;
  };
  struct Stay {
    uint32_t first = 0;
    std::vector<Move> moves;  // by time
  };
  const Scenario& scenario_;
  absl::flat_hash_map<uint32_t, Stay> stays_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_DOMAIN_POOLS_H_
