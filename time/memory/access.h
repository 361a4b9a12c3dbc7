#ifndef XENOTIME_TIME_MEMORY_ACCESS_H_
#define XENOTIME_TIME_MEMORY_ACCESS_H_

#include <cstdint>

namespace xenotime {

// What a spin loop waits for: a value that compares so with a limit.
struct Until {
  enum class Kind : uint8_t { kEqual, kAtLeast, kAtMost };

  static constexpr Until Equal(uint64_t limit) { return {Kind::kEqual, limit}; }
  static constexpr Until AtLeast(uint64_t limit) {
    return {Kind::kAtLeast, limit};
  }
  static constexpr Until AtMost(uint64_t limit) {
    return {Kind::kAtMost, limit};
  }

  constexpr bool operator()(uint64_t value) const {
    switch (kind) {
      case Kind::kEqual:
        return value == limit;
      case Kind::kAtLeast:
        return value >= limit;
      case Kind::kAtMost:
        return value <= limit;
    }
    return false;
  }

  Kind kind;
  uint64_t limit;
};

// What a spin loop does between two looks.
enum class SpinTurn : uint8_t {
  kPause,        // PAUSE
  kFullBarrier,  // MFENCE or a locked operation
};

// How the TSC is read: not ordered against earlier accesses, or after all of
// them (tsc.md, 6).
enum class TscRead : uint8_t { kPlain, kOrdered };

// A protocol is a template over the CPU that executes it. Such a `Cpu` has
//
//   using Word = ...;   // 64 bits of shared memory, 0 at first
//   Load(Word&, std::memory_order)                  -> uint64_t
//   Store(Word&, uint64_t, std::memory_order)
//   Add(Word&, uint64_t, std::memory_order)         atomically
//   CompareExchange(Word&, uint64_t expected, uint64_t desired)
//                                                   -> uint64_t, the old value
//   Spin(Word&, Until, std::memory_order, SpinTurn)
//   FullBarrier()
//   Pause()
//   ReadTsc(TscRead)                                -> uint64_t
//   WriteTsc(uint64_t)
//   ReadPlatformTime()                              -> uint64_t, ns
//
// each of which is awaited, and a function that is not:
//
//   Extrapolate(uint64_t tsc)                       -> uint64_t, ns
//
// this CPU's system time at a TSC value, by the stamp it has.

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_ACCESS_H_
