#ifndef XENOTIME_SCHEDULER_CORE_LOCAL_CPU_SET_H_
#define XENOTIME_SCHEDULER_CORE_LOCAL_CPU_SET_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

// A set of pCPUs for the time of one search, which takes no more work than its
// range of words is long, however large the machine.
//
// pCPUs outside the range are no members and must not be asked for. Thread
// rule: a value. Ranges of up to 512 pCPUs need no allocation.
class LocalCpuSet {
 public:
  // `word(i)`: the members among the pCPUs 64 * i and up, for i in `range`.
  template <typename WordOf>
  LocalCpuSet(WordRange range, WordOf word)
      : range_(range), words_(range.end - range.first) {
    for (uint32_t i = range.first; i < range.end; ++i) SetWord(i, word(i));
  }

  // REQUIRES, as for Add and Remove: p is in the range.
  bool Contains(PcpuId p) const {
    return (Word(p.value() / 64) >> (p.value() % 64) & 1) != 0;
  }
  void Add(PcpuId p) { words_[p.value() / 64 - range_.first] |= Bit(p); }
  void Remove(PcpuId p) { words_[p.value() / 64 - range_.first] &= ~Bit(p); }
  // REQUIRES, as for SetWord: i is in the range.
  uint64_t Word(uint32_t i) const { return words_[i - range_.first]; }
  void SetWord(uint32_t i, uint64_t bits) { words_[i - range_.first] = bits; }

  WordRange range() const { return range_; }
  bool empty() const {
    for (uint64_t word : words_) {
      if (word != 0) return false;
    }
    return true;
  }
  // As CpuSet's.
  PcpuId Cyclic(PcpuId p) const {
    return CyclicScan(range_, p, [this](uint32_t i) { return Word(i); });
  }
  PcpuId TestOrCyclic(PcpuId p) const { return Contains(p) ? p : Cyclic(p); }

 private:
  static uint64_t Bit(PcpuId p) { return uint64_t{1} << (p.value() % 64); }

  WordRange range_;
  absl::InlinedVector<uint64_t, 8> words_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_LOCAL_CPU_SET_H_
