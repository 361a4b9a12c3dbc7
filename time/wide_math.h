#ifndef XENOTIME_TIME_WIDE_MATH_H_
#define XENOTIME_TIME_WIDE_MATH_H_

#include <cstdint>

#include "absl/status/statusor.h"

namespace xenotime {

__extension__ using Uint128 = unsigned __int128;

// The low 64 bits of (a * b) >> shift, with a product of 128 bits.
//
// All scaling of counters is this one operation; the high bits that are lost
// are those of a counter that wraps. Rounds down. REQUIRES: 0 <= shift < 128.
constexpr uint64_t MultiplyShift(uint64_t a, uint64_t b, int shift) {
  return static_cast<uint64_t>((static_cast<Uint128>(a) * b) >> shift);
}

// a * b / c, rounded down, with a product of 128 bits (`muldiv` (Xen)).
//
// It corrects a measured count for the time that a poll came too late. Error:
// c is 0, or the quotient exceeds 64 bits. Source: stime.md, 1.
absl::StatusOr<uint64_t> MultiplyDivide(uint64_t a, uint64_t b, uint64_t c);

}  // namespace xenotime

#endif  // XENOTIME_TIME_WIDE_MATH_H_
