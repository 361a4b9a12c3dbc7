#include "xenotime/time/wide_math.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace xenotime {

absl::StatusOr<uint64_t> MultiplyDivide(uint64_t a, uint64_t b, uint64_t c) {
  if (c == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(a, " * ", b, " is to be divided by 0"));
  }
  const Uint128 quotient = static_cast<Uint128>(a) * b / c;
  if (quotient >> 64 != 0) {
    return absl::OutOfRangeError(
        absl::StrCat(a, " * ", b, " / ", c, " does not fit in 64 bits"));
  }
  return static_cast<uint64_t>(quotient);
}

}  // namespace xenotime
