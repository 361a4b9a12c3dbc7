#ifndef XENOTIME_TIME_MEMORY_CHOICES_H_
#define XENOTIME_TIME_MEMORY_CHOICES_H_

#include <cstdint>

#include "xenotime/time/split_mix.h"

namespace xenotime {

// A stream of random numbers for models, the same on every compiler. Thread
// rule: one thread.
class Choices {
 public:
  explicit Choices(uint64_t seed) : state_(seed) {}

  // 0 .. bound-1; the bias is below bound / 2^64. REQUIRES: bound > 0.
  uint64_t Below(uint64_t bound) { return NextSplitMix64(state_) % bound; }

 private:
  uint64_t state_;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_CHOICES_H_
