#include "xenotime/scheduler/core/rng.h"

#include <cstdint>
#include <limits>
#include <set>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

// SplitMix64 from seed 1234567, as published with the generator.
TEST(RngTest, IsSplitMix64) {
  Rng rng(1234567);
  EXPECT_EQ(rng.Next(), 6457827717110365317u);
  EXPECT_EQ(rng.Next(), 3203168211198807973u);
  EXPECT_EQ(rng.Next(), 9817491932198370423u);
  EXPECT_EQ(rng.Next(), 4593380528125082431u);
  EXPECT_EQ(rng.Next(), 16408922859458223821u);
}

TEST(RngTest, TheSameSeedAndPurposeGiveTheSameStream) {
  Rng a(7, "ipi"), b(7, "ipi");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.Next(), b.Next());
}

TEST(RngTest, PurposesAndSeedsAreStreamsOfTheirOwn) {
  std::set<uint64_t> firsts;
  for (uint64_t seed : {0u, 1u, 2u}) {
    for (const char* purpose : {"", "a", "b", "ab", "ba", "ipi", "fault"}) {
      firsts.insert(Rng(seed, purpose).Next());
    }
  }
  EXPECT_EQ(firsts.size(), 21u);
}

// Two streams that were one another's continuation would agree somewhere.
TEST(RngTest, StreamsDoNotOverlapSoon) {
  Rng a(1, "ipi"), b(1, "fault");
  std::set<uint64_t> seen;
  for (int i = 0; i < 1'000; ++i) seen.insert(a.Next());
  for (int i = 0; i < 1'000; ++i) EXPECT_EQ(seen.count(b.Next()), 0u);
}

TEST(RngTest, BelowStaysBelowAndReachesAll) {
  Rng rng(3);
  EXPECT_EQ(rng.Below(0), 0u);
  EXPECT_EQ(rng.Below(1), 0u);
  std::set<uint64_t> seen;
  for (int i = 0; i < 1'000; ++i) seen.insert(rng.Below(10));
  EXPECT_EQ(seen.size(), 10u);
  EXPECT_EQ(*seen.rbegin(), 9u);
}

TEST(RngTest, BetweenIncludesBothEnds) {
  Rng rng(4);
  std::set<int64_t> seen;
  for (int i = 0; i < 1'000; ++i) seen.insert(rng.Between(-2, 2));
  EXPECT_EQ(seen, (std::set<int64_t>{-2, -1, 0, 1, 2}));
  EXPECT_EQ(rng.Between(5, 5), 5);
}

TEST(RngTest, BetweenSpansTheWholeRange) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  Rng rng(5);
  bool negative = false, positive = false;
  for (int i = 0; i < 100; ++i) {
    const int64_t drawn = rng.Between(kMin, kMax);
    negative |= drawn < 0;
    positive |= drawn > 0;
    EXPECT_GE(rng.Between(kMax - 1, kMax), kMax - 1);
  }
  EXPECT_TRUE(negative && positive);
}

TEST(RngTest, ChanceIsInPartsPerMillion) {
  Rng rng(6);
  int hits = 0;
  for (int i = 0; i < 100'000; ++i) hits += rng.Chance(250'000) ? 1 : 0;
  EXPECT_NEAR(hits, 25'000, 700);  // five standard deviations
  EXPECT_FALSE(rng.Chance(0));
  EXPECT_TRUE(rng.Chance(1'000'000));
}

}  // namespace
}  // namespace xenotime
