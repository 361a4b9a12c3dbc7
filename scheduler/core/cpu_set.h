#ifndef XENOTIME_SCHEDULER_CORE_CPU_SET_H_
#define XENOTIME_SCHEDULER_CORE_CPU_SET_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "absl/container/inlined_vector.h"
#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

// A set of pCPUs of one machine (Xen term cpumask).
//
// A set knows how many pCPUs its machine has; operands of one operation must
// come from the same machine. All scans go in ascending pCPU order. The names
// First, Next, Cyclic and TestOrCyclic are the mask primitives of core.md,
// section 0.2: every tie in the policies is broken through them.
//
// Thread rule: a value. Machines of up to 128 pCPUs need no allocation.
class CpuSet {
 public:
  CpuSet() = default;
  // The empty set of a machine with `pcpus` pCPUs.
  explicit CpuSet(uint32_t pcpus) : words_((pcpus + 63) / 64), pcpus_(pcpus) {}

  static CpuSet All(uint32_t pcpus);
  static CpuSet Of(uint32_t pcpus, PcpuId p);

  uint32_t machine_size() const { return pcpus_; }

  bool Contains(PcpuId p) const {
    return p.value() < pcpus_ && (Word(p.value() / 64) >> (p.value() % 64) & 1);
  }
  void Add(PcpuId p) { words_[p.value() / 64] |= Bit(p); }
  void Remove(PcpuId p) { words_[p.value() / 64] &= ~Bit(p); }

  bool empty() const;
  uint32_t size() const;
  bool IsAll() const { return size() == pcpus_; }
  bool IsSubsetOf(const CpuSet& other) const;
  bool Intersects(const CpuSet& other) const;

  CpuSet& operator&=(const CpuSet& other);
  CpuSet& operator|=(const CpuSet& other);
  // Removes the members of `other`.
  CpuSet& operator-=(const CpuSet& other);
  friend CpuSet operator&(CpuSet a, const CpuSet& b) { return a &= b; }
  friend CpuSet operator|(CpuSet a, const CpuSet& b) { return a |= b; }
  friend CpuSet operator-(CpuSet a, const CpuSet& b) { return a -= b; }
  friend bool operator==(const CpuSet& a, const CpuSet& b) {
    return a.pcpus_ == b.pcpus_ && a.words_ == b.words_;
  }

  // The lowest member, or None.
  PcpuId First() const;
  // The highest member, or None.
  PcpuId Last() const;
  // The lowest member above `p`, or None.
  PcpuId Next(PcpuId p) const;
  // The lowest member above `p`, else the lowest of all; None if empty. `p`
  // need not be a member and is returned only when it is the only one.
  PcpuId Cyclic(PcpuId p) const;
  // `p` itself if it is a member, else Cyclic(p).
  PcpuId TestOrCyclic(PcpuId p) const { return Contains(p) ? p : Cyclic(p); }

  // The set as the scenario formats write it: "0-3,5", or "" if empty.
  std::string ToString() const;

  // 64 members at a time, for scans over several sets at once.
  uint32_t words() const { return static_cast<uint32_t>(words_.size()); }
  uint64_t Word(uint32_t i) const { return words_.data()[i]; }
  void SetWord(uint32_t i, uint64_t bits) { words_.data()[i] = bits; }

 private:
  static uint64_t Bit(PcpuId p) { return uint64_t{1} << (p.value() % 64); }

  absl::InlinedVector<uint64_t, 2> words_;
  uint32_t pcpus_ = 0;
};

// Calls `visit(PcpuId)` for each member, ascending. The set may be changed
// meanwhile; members of a word of 64 are read when the scan enters the word.
template <typename Visitor>
void ForEachPcpu(const CpuSet& set, Visitor visit) {
  for (uint32_t i = 0; i < set.words(); ++i) {
    for (uint64_t word = set.Word(i); word != 0; word &= word - 1) {
      visit(PcpuId(i * 64 + static_cast<uint32_t>(std::countr_zero(word))));
    }
  }
}

// Some consecutive words of 64 pCPUs: [first, end).
struct WordRange {
  uint32_t first = 0;
  uint32_t end = 0;
  friend bool operator==(const WordRange&, const WordRange&) = default;
};

// A cyclic scan over any words: the lowest bit above `after`, else the lowest
// of all, of those that word(i) gives for i in `range`; None if all are zero.
template <typename WordOf>
PcpuId CyclicScan(WordRange range, PcpuId after, WordOf word) {
  const uint32_t start = after.valid() ? after.value() + 1 : 0;
  const uint32_t start_word = start / 64;
  const auto lowest = [](uint32_t i, uint64_t bits) {
    return PcpuId(i * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
  };
  // One word, the usual case, is read once.
  if (range.end - range.first == 1) {
    const uint64_t bits = word(range.first);
    if (bits == 0) return PcpuId::None();
    const uint64_t above =
        start_word == range.first ? bits & (~uint64_t{0} << (start % 64)) : 0;
    return lowest(range.first, above != 0 ? above : bits);
  }
  for (uint32_t i = std::max(start_word, range.first); i < range.end; ++i) {
    uint64_t bits = word(i);
    if (i == start_word) bits &= ~uint64_t{0} << (start % 64);
    if (bits != 0) return lowest(i, bits);
  }
  for (uint32_t i = range.first; i < range.end && i <= start_word; ++i) {
    if (const uint64_t bits = word(i)) return lowest(i, bits);
  }
  return PcpuId::None();
}

// The same over all of a set's words, word(0) .. word(words - 1). It serves
// intersections that nobody wants to store, and atomic sets.
template <typename WordOf>
PcpuId CyclicScan(uint32_t words, PcpuId after, WordOf word) {
  return CyclicScan(WordRange{0, words}, after, word);
}

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_CPU_SET_H_
