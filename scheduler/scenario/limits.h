#ifndef XENOTIME_SCHEDULER_SCENARIO_LIMITS_H_
#define XENOTIME_SCHEDULER_SCENARIO_LIMITS_H_

#include <cstddef>
#include <cstdint>

namespace xenotime {

// How large a scenario may be, for readers and for Validate. The number of
// pCPUs is bounded by Topology::kMaxPcpus.
inline constexpr uint32_t kMaxDomainNumber = 32767;  // Xen's domain ids
inline constexpr uint32_t kMaxPoolNumber = 8191;     // 2 for each pCPU id
inline constexpr uint32_t kMaxWeight = 65535;        // 16 bits in Xen
inline constexpr uint32_t kMaxCap = 65534;  // 65535 means "not given" in Xen
inline constexpr uint32_t kMaxVcpus = 65535;
inline constexpr uint32_t kMaxPpm = 1'000'000;
inline constexpr uint32_t kMaxCostPercent = 10'000;

// Readers refuse what is larger, before it costs memory: bytes of a file, steps
// of programs (each counted for each vCPU that executes it), and pCPU ids in
// all affinities together.
inline constexpr size_t kMaxScenarioBytes = size_t{16} << 20;
inline constexpr int64_t kMaxProgramSteps = 1'000'000;
inline constexpr int64_t kMaxAffinityIds = int64_t{1} << 24;

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_LIMITS_H_
