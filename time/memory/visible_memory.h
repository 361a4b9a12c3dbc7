#ifndef XENOTIME_TIME_MEMORY_VISIBLE_MEMORY_H_
#define XENOTIME_TIME_MEMORY_VISIBLE_MEMORY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "xenotime/time/memory/request.h"

namespace xenotime {

// Appends a number in such a way that sequences of them stay distinct.
void AppendNumber(uint64_t number, std::string& out);

// Memory as C++20 lets CPUs see it: a load may return any store that is not
// hidden by happens-before, not only the latest. Release, acquire, relaxed and
// full barriers; read-modify-writes are atomic, and carry on a release
// sequence.
//
// How: each word has its stores in modification order, and each CPU a view: per
// word, the earliest store that it may still read. A release store carries its
// CPU's view along, an acquire load joins it. Full barriers exchange views with
// one common view. (The operational form of [intro.races] and [atomics.order]
// without load buffering: no value is read before it is stored.)
//
// A value: a copy is a branch of the exploration. Thread rule: one thread.
class VisibleMemory {
 public:
  VisibleMemory(uint32_t cpus, uint32_t words);

  // In how many ways the access of `cpu` can come out at present; 0: its spin
  // loop sees nothing new. Of a spin loop this is about one turn. Which are its
  // 0 .. n-1 is fixed by the state.
  uint32_t Outcomes(uint32_t cpu, const Request& request) const;
  // Carries out that outcome; the value read, or the old one.
  uint64_t Execute(uint32_t cpu, const Request& request, uint32_t outcome);

  // Forgets stores that nobody can read any more, so that states that differ
  // in nothing else become equal.
  void Compact();
  // Appends the state in a form that is equal for equal states.
  void AppendTo(std::string& out) const;

 private:
  using View = absl::InlinedVector<uint32_t, 6>;  // by word: index of a store

  struct Message {
    uint64_t value = 0;
    // Stored by a read-modify-write, which read the one before.
    bool glued = false;
    View view;  // what a reader that acquires it knows
  };
  struct Cpu {
    View view;
    View acquired;  // what a later barrier makes known
    View released;  // what was known at the latest barrier
  };

  static void Join(View& into, const View& other);
  // Whether a store may come directly after message i of the word.
  bool Open(uint32_t word, uint32_t i) const;
  bool Reads(uint32_t cpu, const Request& request, uint32_t i) const;
  uint32_t Find(uint32_t cpu, const Request& request, uint32_t outcome) const;
  uint64_t Read(uint32_t cpu, const Request& request, uint32_t i);
  void Insert(uint32_t cpu, const Request& request, uint32_t after,
              uint64_t value, bool glued);
  void Barrier(uint32_t cpu);
  template <typename Visitor>
  void ForEachView(Visitor visit);

  std::vector<std::vector<Message>> words_;
  std::vector<Cpu> cpus_;
  View common_;  // of full barriers
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_VISIBLE_MEMORY_H_
