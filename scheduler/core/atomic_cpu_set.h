#ifndef XENOTIME_SCHEDULER_CORE_ATOMIC_CPU_SET_H_
#define XENOTIME_SCHEDULER_CORE_ATOMIC_CPU_SET_H_

#include <atomic>
#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

// A set of pCPUs that several lock domains change, each only its own members or
// with its own reason: the idle ones, say.
//
// Thread rule: Add and Remove are atomic per member; a scan sees each member at
// some instant, not all at the same one.
class AtomicCpuSet {
 public:
  explicit AtomicCpuSet(uint32_t pcpus) : words_((pcpus + 63) / 64) {}

  // Both look first: a locked operation costs more than a load.
  void Add(PcpuId p) {
    if (!Contains(p)) {
      words_[p.value() / 64].bits.fetch_or(Bit(p), std::memory_order_acq_rel);
    }
  }
  void Remove(PcpuId p) {
    if (Contains(p)) {
      words_[p.value() / 64].bits.fetch_and(~Bit(p), std::memory_order_acq_rel);
    }
  }
  bool Contains(PcpuId p) const { return (Word(p.value() / 64) & Bit(p)) != 0; }

  uint32_t words() const { return static_cast<uint32_t>(words_.size()); }
  uint64_t Word(uint32_t i) const {
    return words_[i].bits.load(std::memory_order_acquire);
  }

 private:
  struct AtomicWord {
    std::atomic<uint64_t> bits{0};
  };
  static uint64_t Bit(PcpuId p) { return uint64_t{1} << (p.value() % 64); }

  std::vector<AtomicWord> words_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_ATOMIC_CPU_SET_H_
