#ifndef XENOTIME_SCHEDULER_TRACE_WAIT_LOG_H_
#define XENOTIME_SCHEDULER_TRACE_WAIT_LOG_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/trace/samples.h"

namespace xenotime {

// Samples of many vCPUs in the order in which they come, sorted by vCPU only at
// the end. A part of MetricsFolder.
//
// Why: there is one for each dispatch, and one growing array per vCPU would
// cost the simulation a cache miss each, and copies. Memory: 8 bytes per sample
// below 2^32 ns, 16 more for others.
//
// Thread rule: one thread.
class WaitLog {
 public:
  void Add(VcpuId vcpu, int64_t ns) {
    if (used_ == kBlock) AddBlock();
    const bool fits = ns >= 0 && ns < kLarge;
    if (!fits) large_.push_back(ns);
    (*blocks_.back())[used_++] = {vcpu.value(),
                                  fits ? static_cast<uint32_t>(ns) : kLarge};
  }

  // The samples by VcpuId, which are then no longer here. REQUIRES: no VcpuId
  // is `vcpus` or above.
  std::vector<Samples> Take(size_t vcpus);

 private:
  static constexpr size_t kBlock = 8192;
  static constexpr uint32_t kLarge = ~uint32_t{0};  // the value is in large_
  struct Entry {
    uint32_t vcpu;
    uint32_t ns;
  };
  using Block = std::array<Entry, kBlock>;

  void AddBlock();

  std::vector<std::unique_ptr<Block>> blocks_;
  size_t used_ = kBlock;  // of the last block
  std::vector<int64_t> large_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_WAIT_LOG_H_
