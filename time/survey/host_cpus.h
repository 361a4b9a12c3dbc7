#ifndef XENOTIME_TIME_SURVEY_HOST_CPUS_H_
#define XENOTIME_TIME_SURVEY_HOST_CPUS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/time/tsc_flags.h"

namespace xenotime {

// What the kernel tells of the CPUs of this machine.
struct HostCpus {
  uint32_t count = 0;    // logical CPUs, at least 1
  uint32_t sockets = 1;  // different `physical id`s
  std::string vendor;    // GenuineIntel, AuthenticAMD, ...; "" if not told
  std::string model;     // its name; "" if not told
  uint32_t family = 0;   // 0 if not told
  // In the order of the first CPU; only those that all CPUs have.
  std::vector<std::string> flags;

  bool Has(absl::string_view flag) const;
};

// Reads a text in the form of /proc/cpuinfo. Unknown lines are passed over.
// INVALID_ARGUMENT: no CPU in it, or one without a line `flags`.
absl::StatusOr<HostCpus> ParseCpuinfo(absl::string_view text);

// The flags that have to do with reading time, whether they are there or not.
const std::vector<absl::string_view>& TimeFlags();

// The hardware of which TscQuality is made. A user cannot ask CPUID for all
// CPUs; `nonstop_tsc` stands for the invariant bit, and `constant_tsc` of an
// Intel CPU without it for the families that have a constant rate.
TscHardware HardwareOf(const HostCpus& host);

// How many CPUs a list such as "0-3,8" names, the form of the files in
// /sys/devices/system/cpu. INVALID_ARGUMENT: anything else, an empty list, more
// than a million.
absl::StatusOr<uint32_t> CountCpuList(absl::string_view list);

}  // namespace xenotime

#endif  // XENOTIME_TIME_SURVEY_HOST_CPUS_H_
