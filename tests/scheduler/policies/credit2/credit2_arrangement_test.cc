// Which pCPUs share a run queue (credit2.md, section 3).

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit2/credit2_rig.h"

namespace xenotime {
namespace {

using Arrangement = RunqueueArrangement;

// The sizes of the run queues, in order of their first pCPU.
std::vector<uint32_t> Sizes(const Credit2Rig& rig) {
  std::vector<uint32_t> sizes;
  std::vector<PcpuId> names;
  for (uint32_t p = 0; p < rig.engine.topology().pcpus(); ++p) {
    const PcpuId name = rig.engine.pcpu(PcpuId(p)).lock_domain;
    size_t i = 0;
    while (i < names.size() && names[i] != name) ++i;
    if (i == names.size()) {
      names.push_back(name);
      sizes.push_back(0);
    }
    ++sizes[i];
  }
  return sizes;
}

std::vector<uint32_t> Arranged(const TopologyShape& shape, Arrangement by,
                               int64_t most = 16) {
  return Sizes(
      Credit2Rig(shape, 0, {.runqueue = by, .max_cpus_runqueue = most}));
}

using Expected = std::vector<uint32_t>;

// The worked examples.
TEST(Credit2Arrangement, SizesAreEvenedOut) {
  EXPECT_EQ(Arranged({.cores = 16}, Arrangement::kAll), (Expected{16}));
  EXPECT_EQ(Arranged({.cores = 24}, Arrangement::kAll), (Expected{12, 12}));
  EXPECT_EQ(Arranged({.cores = 40}, Arrangement::kAll),
            (Expected{13, 13, 13, 1}));
  EXPECT_EQ(Arranged({.cores = 6}, Arrangement::kAll, 4), (Expected{3, 3}));
}

TEST(Credit2Arrangement, TheParameterSaysWhoBelongsTogether) {
  const TopologyShape shape{.sockets = 4, .cores = 2, .threads = 2, .nodes = 2};
  EXPECT_EQ(Arranged(shape, Arrangement::kCpu), Expected(16, 1));
  EXPECT_EQ(Arranged(shape, Arrangement::kCore), Expected(8, 2));
  EXPECT_EQ(Arranged(shape, Arrangement::kSocket), Expected(4, 4));
  EXPECT_EQ(Arranged(shape, Arrangement::kNode), Expected(2, 8));
  EXPECT_EQ(Arranged(shape, Arrangement::kAll), (Expected{16}));
}

TEST(Credit2Arrangement, OnArmCoresAndSocketsDoNotMatter) {
  const TopologyShape shape{
      .sockets = 1, .cores = 6, .architecture = Architecture::kArm};
  EXPECT_EQ(Arranged(shape, Arrangement::kCore), (Expected{6}));
  EXPECT_EQ(Arranged(shape, Arrangement::kSocket), (Expected{6}));
}

TEST(Credit2Arrangement, SiblingsStayTogetherEvenAboveTheLimit) {
  // The limit is three. `all` fills a run queue regardless of whole cores.
  const TopologyShape shape{.cores = 3, .threads = 2};
  EXPECT_EQ(Arranged(shape, Arrangement::kAll, 3), (Expected{4, 2}));
}

TEST(Credit2Arrangement, ACoreThatDoesNotFitWhollyGetsARunQueueOfItsOwn) {
  const TopologyShape shape{.cores = 3, .threads = 2};
  EXPECT_EQ(Arranged(shape, Arrangement::kSocket, 3), (Expected{2, 2, 2}));
}

TEST(Credit2Arrangement, TheNamesakeOfALockIsReplacedWhenItLeaves) {
  Credit2Rig rig({.cores = 3}, 0);
  rig.Drain();
  ASSERT_TRUE(rig.engine.RemovePcpu(rig.On(1), PcpuId(0)));
  EXPECT_EQ(rig.engine.pcpu(PcpuId(1)).lock_domain, PcpuId(1));
  EXPECT_EQ(rig.engine.pcpu(PcpuId(2)).lock_domain, PcpuId(1));
}

TEST(Credit2Arrangement, ARunQueueGoesWithItsLastPcpuAndItsNumberIsFreeAgain) {
  Credit2Rig rig({.sockets = 3}, 1);
  rig.Drain();
  ASSERT_EQ(rig.Home(0), 1u);
  ASSERT_TRUE(rig.engine.RemovePcpu(rig.On(0), PcpuId(1)));
  EXPECT_EQ(rig.RunqueueOf(0), 0);
  const std::string left = rig.policy->Describe(VcpuId::None());
  EXPECT_EQ(left.find("rq1 "), std::string::npos) << left;
  EXPECT_NE(left.find("rq2 "), std::string::npos) << left;
  rig.engine.AddPcpu(rig.On(0), rig.pool, PcpuId(1));
  EXPECT_EQ(rig.Load(1, "load"), 0);
  EXPECT_EQ(rig.engine.pcpu(PcpuId(1)).lock_domain, PcpuId(1));
}

TEST(Credit2Arrangement, APcpuThatComesBackJoinsItsCore) {
  Credit2Rig rig({.cores = 2, .threads = 2}, 0);
  rig.Drain();
  ASSERT_TRUE(rig.engine.RemovePcpu(rig.On(0), PcpuId(3)));
  rig.engine.AddPcpu(rig.On(0), rig.pool, PcpuId(3));
  EXPECT_EQ(Sizes(rig), (Expected{4}));
}

}  // namespace
}  // namespace xenotime
