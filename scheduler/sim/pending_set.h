#ifndef XENOTIME_SCHEDULER_SIM_PENDING_SET_H_
#define XENOTIME_SCHEDULER_SIM_PENDING_SET_H_

#include <array>
#include <bit>
#include <cstdint>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/topology.h"

namespace xenotime {

// The pCPUs with a pending SCHEDULE: add, and take the lowest, both O(1) by a
// summary word over up to 64 words.
class PendingSet {
 public:
  bool empty() const { return summary_ == 0; }
  void Add(PcpuId p) {
    const uint32_t word = p.value() / 64;
    words_[word] |= uint64_t{1} << (p.value() % 64);
    summary_ |= uint64_t{1} << word;
  }
  void Remove(PcpuId p) {
    const uint32_t word = p.value() / 64;
    words_[word] &= ~(uint64_t{1} << (p.value() % 64));
    if (words_[word] == 0) summary_ &= ~(uint64_t{1} << word);
  }
  void Clear() {
    while (!empty()) Remove(Lowest());
  }
  // REQUIRES: not empty.
  PcpuId Lowest() const {
    const int word = std::countr_zero(summary_);
    return PcpuId(static_cast<uint32_t>(
        word * 64 + std::countr_zero(words_[static_cast<size_t>(word)])));
  }
  PcpuId TakeLowest() {
    const PcpuId p = Lowest();
    Remove(p);
    return p;
  }

 private:
  static_assert(Topology::kMaxPcpus <= 64 * 64);
  std::array<uint64_t, 64> words_ = {};
  uint64_t summary_ = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SIM_PENDING_SET_H_
