#ifndef XENOTIME_SCHEDULER_TRACE_SUBJECTS_H_
#define XENOTIME_SCHEDULER_TRACE_SUBJECTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

// Who is who in a trace: what its numbers mean.
struct TraceSubjects {
  struct VcpuName {
    uint32_t domain = 0;  // the user's number
    uint32_t index = 0;

    // As every text format writes it: "1.0".
    std::string ToString() const {
      return std::to_string(domain) + "." + std::to_string(index);
    }
    friend bool operator==(const VcpuName&, const VcpuName&) = default;
  };
  uint32_t pcpus = 0;
  std::vector<VcpuName> vcpus;  // by VcpuId

  // "1.0", "idle" for None, "v7" for a number that is not a subject.
  std::string NameOf(VcpuId vcpu) const {
    if (!vcpu.valid()) return "idle";
    if (vcpu.value() < vcpus.size()) return vcpus[vcpu.value()].ToString();
    return "v" + std::to_string(vcpu.value());
  }
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_SUBJECTS_H_
