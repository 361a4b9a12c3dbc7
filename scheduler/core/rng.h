#ifndef XENOTIME_SCHEDULER_CORE_RNG_H_
#define XENOTIME_SCHEDULER_CORE_RNG_H_

#include <cstdint>
#include <string_view>

#include "xenotime/time/split_mix.h"

namespace xenotime {

// A seeded stream of random numbers, the same on every compiler and machine.
//
// One stream per purpose: Rng(seed, "ipi") and Rng(seed, "fault") are
// independent, so that a new draw in one place shifts no other.
//
// Thread rule: one thread at a time.
class Rng {
 public:
  explicit Rng(uint64_t seed, std::string_view purpose = "") : state_(seed) {
    for (char c : purpose) {
      // Mixed before it meets the letter, or seed and purpose would cancel out.
      state_ = Next() ^ static_cast<unsigned char>(c);
    }
  }

  // Any 64-bit value.
  uint64_t Next() { return NextSplitMix64(state_); }

  // Uniform in [0, bound); 0 if bound is 0. Multiply-shift without rejection:
  // the bias is below bound / 2^64.
  uint64_t Below(uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>((static_cast<Wide>(Next()) * bound) >> 64);
  }

  // Uniform in [low, high]. REQUIRES: low <= high.
  int64_t Between(int64_t low, int64_t high) {
    const uint64_t span =
        static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    if (span == ~uint64_t{0}) return static_cast<int64_t>(Next());
    return static_cast<int64_t>(static_cast<uint64_t>(low) + Below(span + 1));
  }

  // True in `ppm` of a million draws.
  bool Chance(uint32_t ppm) { return Below(1'000'000) < ppm; }

 private:
  uint64_t state_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_RNG_H_
