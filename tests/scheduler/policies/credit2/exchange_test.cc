#include "xenotime/scheduler/policies/credit2/exchange.h"

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime::credit2 {
namespace {

using Units = std::vector<MovableUnit>;

constexpr int64_t kOne = int64_t{1} << 18;

// Pair by pair, as the specification has it.
Exchange PairByPair(int64_t ahead, const Units& pushes, const Units& pulls) {
  Exchange best;
  int64_t least = std::abs(ahead);
  const auto consider = [&](MovableUnit push, MovableUnit pull) {
    const int64_t left = std::abs(ahead - 2 * push.load + 2 * pull.load);
    if (left >= least) return;
    least = left;
    best = {push.vcpu, pull.vcpu};
  };
  const MovableUnit nobody{VcpuId::None(), 0};
  for (const MovableUnit& push : pushes) {
    for (const MovableUnit& pull : pulls) consider(push, pull);
    consider(push, nobody);
  }
  for (const MovableUnit& pull : pulls) consider(nobody, pull);
  return best;
}

// The example of section 9.2: loads 3.0 with a, b and c, and 1.0 with d.
TEST(ExchangeTest, PushesOneOfThree) {
  const Units pushes = {
      {VcpuId(0), kOne}, {VcpuId(1), kOne}, {VcpuId(2), kOne}};
  const Units pulls = {{VcpuId(3), kOne}};
  EXPECT_EQ(BestExchange(2 * kOne, pushes, pulls),
            (Exchange{VcpuId(0), VcpuId::None()}));
}

TEST(ExchangeTest, SwapsWhereOneWouldBeTooMuch) {
  // 6.0 and 5.75: only two that differ by less than 0.25 help.
  const Units pushes = {{VcpuId(0), kOne}};
  const Units pulls = {{VcpuId(1), kOne / 2}, {VcpuId(2), kOne * 7 / 8}};
  EXPECT_EQ(BestExchange(kOne / 4, pushes, pulls),
            (Exchange{VcpuId(0), VcpuId(2)}));
  EXPECT_EQ(BestExchange(kOne / 4, pushes, {}), Exchange());
}

TEST(ExchangeTest, PullsWhenTheOtherHasMore) {
  const Units pulls = {{VcpuId(1), kOne / 4}, {VcpuId(2), kOne / 2}};
  EXPECT_EQ(BestExchange(-kOne, {}, pulls),
            (Exchange{VcpuId::None(), VcpuId(2)}));
}

TEST(ExchangeTest, NobodyMovesUnlessItHelps) {
  const Units one = {{VcpuId(0), kOne}};
  EXPECT_EQ(BestExchange(kOne, one, {}), Exchange());
  EXPECT_EQ(BestExchange(0, one, one), Exchange());
  EXPECT_EQ(BestExchange(kOne, {}, {}), Exchange());
}

TEST(ExchangeTest, OfEquallyGoodOnesTheFirstCounts) {
  // Both pulls leave a difference of 2: one load below, one above what would
  // be best.
  const Units pushes = {{VcpuId(0), 10}};
  const Units below_first = {{VcpuId(1), 4}, {VcpuId(2), 6}};
  const Units above_first = {{VcpuId(2), 6}, {VcpuId(1), 4}};
  EXPECT_EQ(BestExchange(10, pushes, below_first),
            (Exchange{VcpuId(0), VcpuId(1)}));
  EXPECT_EQ(BestExchange(10, pushes, above_first),
            (Exchange{VcpuId(0), VcpuId(2)}));
}

Units RandomUnits(Rng& rng, uint32_t first, int64_t most) {
  Units units(rng.Below(9));
  for (MovableUnit& unit : units) {
    unit = {VcpuId(first++), rng.Between(0, most)};
  }
  return units;
}

TEST(ExchangeTest, FindsWhatTheSearchPairByPairFinds) {
  Rng rng(1, "exchange");
  for (int i = 0; i < 20'000; ++i) {
    // Small loads, so that there are many ties.
    const int64_t most = i % 2 == 0 ? 6 : 1'000;
    const Units pushes = RandomUnits(rng, 0, most);
    const Units pulls = RandomUnits(rng, 100, most);
    const int64_t ahead = rng.Between(-2 * most, 2 * most);
    ASSERT_EQ(BestExchange(ahead, pushes, pulls),
              PairByPair(ahead, pushes, pulls))
        << i;
  }
}

}  // namespace
}  // namespace xenotime::credit2
