#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_PCPU_WORDS_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_PCPU_WORDS_H_

#include <bit>
#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"

namespace xenotime::credit2 {

// 64 pCPUs of a run queue, as four sets.
struct PcpuWord {
  uint64_t active = 0;
  uint64_t idle = 0;
  uint64_t tickled = 0;
  uint64_t smt_idle = 0;  // of cores that are wholly idle and untickled
};

// The pCPUs of a run queue: the words of a machine's sets in which they are.
// One is enough for most; what a scan looks at shares a cache line.
//
// The scans take `bits(word, i)`: the members among the pCPUs 64 * i and up, of
// which `word` is the run queue's part; intersections are never stored.
// Thread rule: guarded by the run queue's lock; grows only while nothing else
// happens.
class PcpuWords {
 public:
  static uint64_t Bit(PcpuId p) { return uint64_t{1} << (p.value() % 64); }

  // Makes room for p.
  void Cover(PcpuId p) {
    const uint32_t word = p.value() / 64;
    if (words_.empty()) first_ = word;
    for (; first_ > word; --first_) words_.insert(words_.begin(), PcpuWord());
    while (word >= end()) words_.emplace_back();
  }

  uint32_t first() const { return first_; }
  uint32_t end() const { return first_ + static_cast<uint32_t>(words_.size()); }
  PcpuWord& Word(uint32_t i) { return words_[i - first_]; }
  const PcpuWord& Word(uint32_t i) const { return words_[i - first_]; }
  // REQUIRES: p is covered.
  PcpuWord& Of(PcpuId p) { return Word(p.value() / 64); }
  const PcpuWord& Of(PcpuId p) const { return Word(p.value() / 64); }

  template <typename Bits>
  bool Any(Bits bits) const {
    for (uint32_t i = first_; i < end(); ++i) {
      if (bits(Word(i), i) != 0) return true;
    }
    return false;
  }

  // The lowest member above `after`, else the lowest of all, or None.
  template <typename Bits>
  PcpuId Cyclic(PcpuId after, Bits bits) const {
    return CyclicScan(WordRange{first_, end()}, after,
                      [&](uint32_t i) { return bits(Word(i), i); });
  }

  // `p` itself if it is a member, else Cyclic(p). REQUIRES: p is covered.
  template <typename Bits>
  PcpuId TestOrCyclic(PcpuId p, Bits bits) const {
    if ((bits(Of(p), p.value() / 64) & Bit(p)) != 0) return p;
    return Cyclic(p, bits);
  }

  // Calls visit(PcpuId) for each member, ascending.
  template <typename Bits, typename Visitor>
  void ForEach(Bits bits, Visitor visit) const {
    for (uint32_t i = first_; i < end(); ++i) {
      for (uint64_t left = bits(Word(i), i); left != 0; left &= left - 1) {
        visit(LowestOf(i, left));
      }
    }
  }

 private:
  static PcpuId LowestOf(uint32_t i, uint64_t members) {
    return PcpuId(i * 64 + static_cast<uint32_t>(std::countr_zero(members)));
  }

  uint32_t first_ = 0;
  absl::InlinedVector<PcpuWord, 1> words_;
};

// The hardware threads of one core, as far as they share a run queue.
class SiblingWords {
 public:
  void Assign(const CpuSet& threads) {
    words_.clear();
    if (threads.empty()) return;
    first_ = threads.First().value() / 64;
    const uint32_t last = threads.Last().value() / 64;
    for (uint32_t i = first_; i <= last; ++i) {
      words_.push_back(threads.Word(i));
    }
  }

  // The core is wholly idle if none of its threads is busy or tickled.
  void MarkIdle(PcpuWords& pcpus) const {
    for (uint32_t i = 0; i < words_.size(); ++i) {
      const PcpuWord& word = pcpus.Word(first_ + i);
      if ((words_[i] & ~(word.idle & ~word.tickled)) != 0) return;
    }
    for (uint32_t i = 0; i < words_.size(); ++i) {
      pcpus.Word(first_ + i).smt_idle |= words_[i];
    }
  }
  // Nothing if not all of its threads are marked.
  void MarkBusy(PcpuWords& pcpus) const {
    for (uint32_t i = 0; i < words_.size(); ++i) {
      if ((words_[i] & ~pcpus.Word(first_ + i).smt_idle) != 0) return;
    }
    for (uint32_t i = 0; i < words_.size(); ++i) {
      pcpus.Word(first_ + i).smt_idle &= ~words_[i];
    }
  }

 private:
  uint32_t first_ = 0;
  absl::InlinedVector<uint64_t, 1> words_;
};

}  // namespace xenotime::credit2

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_PCPU_WORDS_H_
