#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_DIVISOR_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_DIVISOR_H_

#include <cstdint>

#include "absl/numeric/int128.h"

namespace xenotime::credit2 {

// A number by which is divided often: exact division without a division.
//
// The estimate is the upper half of n * floor((2^64 - 1) / d), which is at most
// one too small for every n of 64 bits. Thread rule: a value.
class Divisor {
 public:
  // REQUIRES: value > 0.
  explicit Divisor(uint32_t value)
      : reciprocal_(~uint64_t{0} / value), value_(value) {}

  uint32_t value() const { return value_; }

  struct Result {
    uint64_t quotient;
    uint32_t remainder;
  };
  Result Divide(uint64_t n) const {
    uint64_t quotient = absl::Uint128High64(absl::uint128(n) * reciprocal_);
    uint64_t remainder = n - quotient * value_;
    if (remainder >= value_) {
      ++quotient;
      remainder -= value_;
    }
    return {quotient, static_cast<uint32_t>(remainder)};
  }

 private:
  uint64_t reciprocal_;
  uint32_t value_;
};

}  // namespace xenotime::credit2

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_DIVISOR_H_
