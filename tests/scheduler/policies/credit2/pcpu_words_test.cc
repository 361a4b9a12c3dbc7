#include "xenotime/scheduler/policies/credit2/pcpu_words.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace xenotime::credit2 {
namespace {

uint64_t Active(const PcpuWord& word, uint32_t) { return word.active; }

PcpuWords Of(const std::vector<uint32_t>& members) {
  PcpuWords words;
  for (uint32_t p : members) {
    words.Cover(PcpuId(p));
    words.Of(PcpuId(p)).active |= PcpuWords::Bit(PcpuId(p));
    words.Of(PcpuId(p)).idle |= PcpuWords::Bit(PcpuId(p));
  }
  return words;
}

TEST(PcpuWordsTest, GrowsTowardsBothEnds) {
  const PcpuWords words = Of({130, 200, 70, 300});
  EXPECT_EQ(words.first(), 1u);
  EXPECT_EQ(words.end(), 5u);
  std::vector<uint32_t> seen;
  words.ForEach(Active, [&](PcpuId p) { seen.push_back(p.value()); });
  EXPECT_EQ(seen, (std::vector<uint32_t>{70, 130, 200, 300}));
}

// As CpuSet's, which golden/semantics.md depends on.
TEST(PcpuWordsTest, ScansAsASetOfPcpusDoes) {
  for (const std::vector<uint32_t>& members : {std::vector<uint32_t>{5},
                                               {0, 1, 63},
                                               {63, 64, 65, 190},
                                               {64, 127, 128, 255}}) {
    CpuSet set(320);
    for (uint32_t p : members) set.Add(PcpuId(p));
    const PcpuWords words = Of(members);
    EXPECT_EQ(words.Cyclic(PcpuId::None(), Active), set.First());
    for (uint32_t p = 0; p < 320; ++p) {
      EXPECT_EQ(words.Cyclic(PcpuId(p), Active), set.Cyclic(PcpuId(p))) << p;
    }
    for (uint32_t p = words.first() * 64; p < words.end() * 64; ++p) {
      EXPECT_EQ(words.TestOrCyclic(PcpuId(p), Active),
                set.TestOrCyclic(PcpuId(p)))
          << p;
    }
  }
}

TEST(PcpuWordsTest, NothingIsFoundWhereNothingIs) {
  const PcpuWords words = Of({3, 70});
  const auto none = [](const PcpuWord&, uint32_t) { return uint64_t{0}; };
  EXPECT_FALSE(words.Any(none));
  EXPECT_TRUE(words.Any(Active));
  EXPECT_FALSE(words.Cyclic(PcpuId(3), none).valid());
  EXPECT_FALSE(words.TestOrCyclic(PcpuId(3), none).valid());
}

// A core of four threads across a word.
class SiblingWordsTest : public testing::Test {
 protected:
  SiblingWordsTest() {
    CpuSet threads(128);
    for (uint32_t p : {62u, 63u, 64u, 65u}) threads.Add(PcpuId(p));
    siblings_.Assign(threads);
  }
  std::vector<uint32_t> SmtIdle() const {
    std::vector<uint32_t> seen;
    pcpus_.ForEach([](const PcpuWord& word, uint32_t) { return word.smt_idle; },
                   [&](PcpuId p) { seen.push_back(p.value()); });
    return seen;
  }
  PcpuWords pcpus_ = Of({61, 62, 63, 64, 65, 66});
  SiblingWords siblings_;
};

TEST_F(SiblingWordsTest, ACoreIsIdleWhenAllItsThreadsAre) {
  pcpus_.Of(PcpuId(64)).idle &= ~PcpuWords::Bit(PcpuId(64));
  siblings_.MarkIdle(pcpus_);
  EXPECT_TRUE(SmtIdle().empty());
  pcpus_.Of(PcpuId(64)).idle |= PcpuWords::Bit(PcpuId(64));
  siblings_.MarkIdle(pcpus_);
  EXPECT_EQ(SmtIdle(), (std::vector<uint32_t>{62, 63, 64, 65}));
}

TEST_F(SiblingWordsTest, ATickledThreadIsNotIdle) {
  pcpus_.Of(PcpuId(62)).tickled |= PcpuWords::Bit(PcpuId(62));
  siblings_.MarkIdle(pcpus_);
  EXPECT_TRUE(SmtIdle().empty());
}

TEST_F(SiblingWordsTest, ABusyThreadTakesItsWholeCoreOut) {
  siblings_.MarkIdle(pcpus_);
  siblings_.MarkBusy(pcpus_);
  EXPECT_TRUE(SmtIdle().empty());
}

TEST_F(SiblingWordsTest, ACoreThatIsNotWhollyMarkedIsLeftAlone) {
  pcpus_.Of(PcpuId(62)).smt_idle |= PcpuWords::Bit(PcpuId(62));
  siblings_.MarkBusy(pcpus_);
  EXPECT_EQ(SmtIdle(), (std::vector<uint32_t>{62}));
}

}  // namespace
}  // namespace xenotime::credit2
