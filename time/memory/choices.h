#ifndef XENOTIME_TIME_MEMORY_CHOICES_H_
#define XENOTIME_TIME_MEMORY_CHOICES_H_

#include <cstdint>

namespace xenotime {

// A stream of random numbers for models: splitmix64 (Steele, Lea, Flood 2014),
// the same on every compiler. Thread rule: one thread.
class Choices {
 public:
  explicit Choices(uint64_t seed) : state_(seed) {}

  // 0 .. bound-1; the bias is below bound / 2^64. REQUIRES: bound > 0.
  uint64_t Below(uint64_t bound) { return Next() % bound; }

 private:
  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_CHOICES_H_
