#include "xenotime/scheduler/core/cpu_set.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"

namespace xenotime {
namespace {

CpuSet SetOf(uint32_t pcpus, const std::vector<uint32_t>& members) {
  CpuSet set(pcpus);
  for (uint32_t p : members) set.Add(PcpuId(p));
  return set;
}

TEST(CpuSetTest, CyclicNeverReturnsItsArgumentUnlessAlone) {
  const CpuSet set = SetOf(8, {1, 4, 6});
  EXPECT_EQ(set.Cyclic(PcpuId(1)), PcpuId(4));
  EXPECT_EQ(set.Cyclic(PcpuId(6)), PcpuId(1));
  EXPECT_EQ(set.Cyclic(PcpuId(7)), PcpuId(1));
  EXPECT_EQ(set.Cyclic(PcpuId(2)), PcpuId(4));
  EXPECT_EQ(SetOf(8, {3}).Cyclic(PcpuId(3)), PcpuId(3));
  EXPECT_EQ(CpuSet(8).Cyclic(PcpuId(3)), PcpuId::None());
}

TEST(CpuSetTest, NextDoesNotWrap) {
  const CpuSet set = SetOf(8, {1, 4});
  EXPECT_EQ(set.Next(PcpuId(0)), PcpuId(1));
  EXPECT_EQ(set.Next(PcpuId(1)), PcpuId(4));
  EXPECT_EQ(set.Next(PcpuId(4)), PcpuId::None());
  EXPECT_EQ(set.Next(PcpuId::None()), PcpuId(1));
}

TEST(CpuSetTest, TestOrCyclicKeepsAMember) {
  const CpuSet set = SetOf(8, {1, 4});
  EXPECT_EQ(set.TestOrCyclic(PcpuId(1)), PcpuId(1));
  EXPECT_EQ(set.TestOrCyclic(PcpuId(2)), PcpuId(4));
  EXPECT_EQ(set.TestOrCyclic(PcpuId(5)), PcpuId(1));
  EXPECT_EQ(CpuSet(8).TestOrCyclic(PcpuId(5)), PcpuId::None());
}

TEST(CpuSetTest, AllEndsAtTheMachine) {
  for (uint32_t pcpus : {1u, 63u, 64u, 65u, 128u, 129u, 4096u}) {
    const CpuSet all = CpuSet::All(pcpus);
    EXPECT_EQ(all.size(), pcpus);
    EXPECT_TRUE(all.IsAll());
    EXPECT_EQ(all.First(), PcpuId(0));
    EXPECT_EQ(all.Last(), PcpuId(pcpus - 1));
    EXPECT_FALSE(all.Contains(PcpuId(pcpus)));
    EXPECT_EQ(all.Cyclic(PcpuId(pcpus - 1)), PcpuId(0));
  }
}

TEST(CpuSetTest, DoesNotContainWhatTheMachineLacks) {
  const CpuSet set = CpuSet::All(4);
  EXPECT_FALSE(set.Contains(PcpuId(4)));
  EXPECT_FALSE(set.Contains(PcpuId(64)));
  EXPECT_FALSE(set.Contains(PcpuId::None()));
}

TEST(CpuSetTest, AnEmptySetHasNoFirstAndNoLast) {
  const CpuSet set(130);
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.First(), PcpuId::None());
  EXPECT_EQ(set.Last(), PcpuId::None());
  EXPECT_EQ(set.ToString(), "");
  EXPECT_TRUE(set.IsSubsetOf(set));
  EXPECT_FALSE(set.Intersects(CpuSet::All(130)));
}

TEST(CpuSetTest, PrintsAsListsAndRanges) {
  EXPECT_EQ(SetOf(8, {0, 1, 2, 5}).ToString(), "0-2,5");
  EXPECT_EQ(SetOf(130, {63, 64, 128, 129}).ToString(), "63-64,128-129");
  EXPECT_EQ(CpuSet::All(64).ToString(), "0-63");
  EXPECT_EQ(CpuSet::Of(8, PcpuId(7)).ToString(), "7");
}

TEST(CpuSetTest, EqualityCountsTheMachine) {
  EXPECT_EQ(SetOf(8, {1}), SetOf(8, {1}));
  EXPECT_NE(SetOf(8, {1}), SetOf(8, {2}));
  EXPECT_NE(SetOf(8, {1}), SetOf(9, {1}));
}

TEST(CpuSetTest, AScanSeesMembersOfLaterWordsAsTheyAre) {
  CpuSet set = SetOf(130, {0, 1, 70, 129});
  std::vector<uint32_t> seen;
  ForEachPcpu(set, [&](PcpuId p) {
    seen.push_back(p.value());
    set.Remove(PcpuId(1));
    set.Remove(PcpuId(129));
  });
  EXPECT_EQ(seen, (std::vector<uint32_t>{0, 1, 70}));
}

// A set as it could be written without regard to speed.
class Model {
 public:
  explicit Model(uint32_t pcpus) : pcpus_(pcpus) {}
  std::set<uint32_t>& members() { return members_; }
  const std::set<uint32_t>& members() const { return members_; }

  PcpuId First() const {
    return members_.empty() ? PcpuId::None() : PcpuId(*members_.begin());
  }
  PcpuId Last() const {
    return members_.empty() ? PcpuId::None() : PcpuId(*members_.rbegin());
  }
  PcpuId Next(uint32_t p) const {
    const auto found = members_.upper_bound(p);
    return found == members_.end() ? PcpuId::None() : PcpuId(*found);
  }
  PcpuId Cyclic(uint32_t p) const {
    const PcpuId next = Next(p);
    return next.valid() ? next : First();
  }
  CpuSet ToSet() const {
    CpuSet set(pcpus_);
    for (uint32_t p : members_) set.Add(PcpuId(p));
    return set;
  }

 private:
  uint32_t pcpus_;
  std::set<uint32_t> members_;
};

Model RandomModel(uint32_t pcpus, Rng& rng) {
  Model model(pcpus);
  const uint64_t density = 1 + rng.Below(20);
  for (uint32_t p = 0; p < pcpus; ++p) {
    if (rng.Below(20) < density) model.members().insert(p);
  }
  if (rng.Chance(100'000)) model.members().clear();
  return model;
}

void CompareScans(const Model& model, uint32_t pcpus) {
  const CpuSet set = model.ToSet();
  EXPECT_EQ(set.size(), model.members().size());
  EXPECT_EQ(set.empty(), model.members().empty());
  EXPECT_EQ(set.First(), model.First());
  EXPECT_EQ(set.Last(), model.Last());
  for (uint32_t p = 0; p < pcpus; ++p) {
    const bool member = model.members().count(p) != 0;
    ASSERT_EQ(set.Contains(PcpuId(p)), member) << p;
    ASSERT_EQ(set.Next(PcpuId(p)), model.Next(p)) << p;
    ASSERT_EQ(set.Cyclic(PcpuId(p)), model.Cyclic(p)) << p;
    ASSERT_EQ(set.TestOrCyclic(PcpuId(p)), member ? PcpuId(p) : model.Cyclic(p))
        << p;
  }
  std::vector<uint32_t> visited;
  ForEachPcpu(set, [&](PcpuId p) { visited.push_back(p.value()); });
  EXPECT_EQ(visited, std::vector<uint32_t>(model.members().begin(),
                                           model.members().end()));
}

void CompareAlgebra(const Model& a, const Model& b, uint32_t pcpus) {
  Model both(pcpus), either(pcpus), rest(pcpus);
  for (uint32_t p = 0; p < pcpus; ++p) {
    const bool in_a = a.members().count(p) != 0;
    const bool in_b = b.members().count(p) != 0;
    if (in_a && in_b) both.members().insert(p);
    if (in_a || in_b) either.members().insert(p);
    if (in_a && !in_b) rest.members().insert(p);
  }
  const CpuSet x = a.ToSet(), y = b.ToSet();
  EXPECT_EQ(x & y, both.ToSet());
  EXPECT_EQ(x | y, either.ToSet());
  EXPECT_EQ(x - y, rest.ToSet());
  EXPECT_EQ(x.Intersects(y), !both.members().empty());
  EXPECT_EQ(x.IsSubsetOf(y), rest.members().empty());
  EXPECT_TRUE((x & y).IsSubsetOf(x));
}

TEST(CpuSetTest, BehavesLikeASetOfNumbers) {
  constexpr uint64_t kSeed = 20;
  Rng rng(kSeed, "cpu_set_test");
  for (uint32_t pcpus : {1u, 2u, 7u, 63u, 64u, 65u, 127u, 128u, 129u, 200u}) {
    for (int round = 0; round < 15; ++round) {
      SCOPED_TRACE(testing::Message() << "seed " << kSeed << " pcpus " << pcpus
                                      << " round " << round);
      const Model a = RandomModel(pcpus, rng);
      CompareScans(a, pcpus);
      CompareAlgebra(a, RandomModel(pcpus, rng), pcpus);
    }
  }
}

TEST(CpuSetTest, RemovesWhatWasAdded) {
  CpuSet set(200);
  set.Add(PcpuId(199));
  set.Add(PcpuId(64));
  set.Add(PcpuId(64));
  set.Remove(PcpuId(199));
  set.Remove(PcpuId(199));
  EXPECT_EQ(set, CpuSet::Of(200, PcpuId(64)));
}

TEST(CyclicScanTest, ScansWordsThatAreComputed) {
  const CpuSet a = SetOf(130, {3, 70, 129}), b = SetOf(130, {3, 129});
  const auto both = [&](uint32_t i) { return a.Word(i) & b.Word(i); };
  EXPECT_EQ(CyclicScan(3, PcpuId(3), both), PcpuId(129));
  EXPECT_EQ(CyclicScan(3, PcpuId(129), both), PcpuId(3));
  EXPECT_EQ(CyclicScan(3, PcpuId::None(), both), PcpuId(3));
  EXPECT_EQ(CyclicScan(3, PcpuId(500), both), PcpuId(3));
}

}  // namespace
}  // namespace xenotime
