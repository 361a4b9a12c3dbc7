#ifndef XENOTIME_SCHEDULER_TRACE_SUBJECTS_H_
#define XENOTIME_SCHEDULER_TRACE_SUBJECTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Who is who in a trace: what its numbers mean, and what its domains were
// promised.
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
  // What a domain is promised from some time on.
  struct Promise {
    uint32_t weight = 256;
    uint32_t cap = 0;   // percent of one pCPU; 0: none
    uint32_t pool = 0;  // position in Terms::pool_pcpus
  };
  // The promises from a time on, until the next ones.
  struct Terms {
    Instant from = {};
    std::vector<Promise> domains = {};      // in the order of `domains`
    std::vector<uint32_t> pool_pcpus = {};  // how many pCPUs each pool has
  };

  uint32_t pcpus = 0;
  std::vector<VcpuName> vcpus = {};  // by VcpuId

  // For shares and caps; empty: they are not known, and not measured.
  std::vector<uint32_t> domains = {};    // their numbers
  std::vector<uint32_t> domain_of = {};  // by VcpuId: a position in `domains`
  // By domain: the period at which its pool's scheduler enforces caps; zero:
  // it has no caps, or they are not judged.
  std::vector<Duration> cap_window = {};
  std::vector<Terms> terms = {};  // ascending; the first from the start

  // "1.0", "idle" for None, "v7" for a number that is not a subject.
  std::string NameOf(VcpuId vcpu) const {
    if (!vcpu.valid()) return "idle";
    if (vcpu.value() < vcpus.size()) return vcpus[vcpu.value()].ToString();
    return "v" + std::to_string(vcpu.value());
  }
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_SUBJECTS_H_
