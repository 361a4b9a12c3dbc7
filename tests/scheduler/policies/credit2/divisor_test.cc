#include "xenotime/scheduler/policies/credit2/divisor.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime::credit2 {
namespace {

void ExpectExact(uint64_t n, uint32_t d) {
  const auto [quotient, remainder] = Divisor(d).Divide(n);
  EXPECT_EQ(quotient, n / d) << n << " / " << d;
  EXPECT_EQ(remainder, n % d) << n << " % " << d;
}

TEST(DivisorTest, DividesExactlyNextToEveryMultiple) {
  for (uint32_t d : {1u, 2u, 3u, 7u, 128u, 200u, 255u, 256u, 257u, 384u, 65535u,
                     4294967295u}) {
    for (uint64_t n : {uint64_t{0}, uint64_t{1}, uint64_t{d},
                       uint64_t{d} * 1'000'003, ~uint64_t{0} / d * d}) {
      if (n > 0) ExpectExact(n - 1, d);
      ExpectExact(n, d);
      if (n < ~uint64_t{0}) ExpectExact(n + 1, d);
    }
    ExpectExact(~uint64_t{0}, d);
  }
}

TEST(DivisorTest, DividesExactlyByEveryWeight) {
  Rng rng(1, "divisor");
  for (uint32_t d = 1; d <= 65535; ++d) ExpectExact(rng.Next(), d);
}

}  // namespace
}  // namespace xenotime::credit2
