#ifndef XENOTIME_FORMATS_HOST_FACTS_H_
#define XENOTIME_FORMATS_HOST_FACTS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"

namespace xenotime {

// What the machine under a measurement was like; to be printed beside every
// figure that was measured in real time. Unset or empty: the host does not say
// (no such file, no permission, not Linux).
struct HostFacts {
  std::string cpu_model;    // /proc/cpuinfo
  std::string kernel;       // release, /proc/sys/kernel/osrelease
  std::string clocksource;  // the kernel's current one
  // Cores that this process may use (sched_getaffinity), and those online.
  uint32_t cores_available = 0;
  uint32_t cores_online = 0;
  // Load averages over 1, 5 and 15 minutes.
  std::optional<std::array<double, 3>> load;
  // cpuidle's driver ("none": only the default halt) and governor, and the
  // states of CPU 0 in order of depth; a disabled one ends in "(off)".
  std::string idle_driver;
  std::string idle_governor;
  std::vector<std::string> idle_states;
  // The wake-up latency bound in force, from /dev/cpu_dma_latency, if some
  // process holds one (0: cores poll when idle), else kNotHeld.
  std::optional<int32_t> cpu_dma_latency_us;
  // Time that the hypervisor took from all cores since boot.
  std::optional<int64_t> steal_ns;

  // PM_QOS_CPU_LATENCY_DEFAULT_VALUE of Linux: 2000 s.
  static constexpr int32_t kNotHeld = 2'000'000'000;
};

// Reads the facts. `root` is put before every path (tests); missing or odd
// files leave their facts unset and are no error. Thread rule: any thread.
HostFacts CollectHostFacts(const std::string& root = "");

// The steal alone: the difference of two readings is that of a run. The unit of
// /proc/stat is a tick of 10 ms as a rule; that is its resolution.
std::optional<int64_t> ReadHostStealNs(const std::string& root = "");

// For reports: every field under its name; unset ones are null. See
// docs/report.md, "Host".
nlohmann::ordered_json HostFactsJson(const HostFacts& facts);

// For people: one line without its end.
std::string HostFactsLine(const HostFacts& facts);

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_HOST_FACTS_H_
