#ifndef XENOTIME_TIME_SPLIT_MIX_H_
#define XENOTIME_TIME_SPLIT_MIX_H_

#include <cstdint>

namespace xenotime {

// The generator of every random stream: moves `state` on and returns 64 bits.
// SplitMix64 (Steele, Lea, Flood 2014; constants from that paper).
constexpr uint64_t NextSplitMix64(uint64_t& state) {
  state += 0x9E3779B97F4A7C15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_SPLIT_MIX_H_
