#ifndef XENOTIME_SCHEDULER_SCENARIO_TOOLSTACK_REQUESTS_H_
#define XENOTIME_SCHEDULER_SCENARIO_TOOLSTACK_REQUESTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What Xen's tools can change at run time: words, units, defaults, and who
// checks what. As data, for `xenotime list parameters` and the documentation.
struct ToolstackRequest {
  absl::string_view subject;  // "domain", "vCPU", "pool"
  absl::string_view word;     // "weight"
  absl::string_view command;  // "sched-credit -d -w"
  absl::string_view unit;
  absl::string_view default_text;
  absl::string_view hypervisor;  // what it checks
  absl::string_view tool;        // what xl checks; "-": nothing
  absl::string_view scenario;    // how scenarios say it; "-": they cannot
};
const std::vector<ToolstackRequest>& ToolstackRequests();

// The hypervisor's checks of single requests, in the emulator's sense. Each
// returns "" or what is wrong and what would be valid. Thread rule: pure.

// In Xen 0 leaves a weight as it is; here that is said by leaving it out.
std::string CheckWeight(uint32_t weight);

// A cap of a domain with `vcpus` vCPUs, 0 for none; of an unknown scheduler
// (null) only what holds for all is asked.
struct CapVerdict {
  std::string text;         // "": nothing
  bool is_refused = false;  // else it is odd, but runs
};
CapVerdict CheckCap(uint32_t cap, size_t vcpus, const PolicyInfo* policy);

// Period and budget of rtds, each if it is given.
std::string CheckRealTime(const std::optional<Duration>& period,
                          const std::optional<Duration>& budget);

// Parameters of a pool: any wrong item refuses the whole request. At boot a
// rate limit above credit's slice is legal; in a request it is not.
std::string CheckRateLimit(int64_t ratelimit_us);
std::string CheckCreditPool(int64_t tslice_ms, int64_t ratelimit_us,
                            int64_t migrate_delay_us);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_TOOLSTACK_REQUESTS_H_
