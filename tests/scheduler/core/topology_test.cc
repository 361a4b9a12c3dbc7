#include "xenotime/scheduler/core/topology.h"

#include <cstdint>
#include <string>

#include "gtest/gtest.h"

namespace xenotime {
namespace {

std::string ThreadsOf(const Topology& t, uint32_t p) {
  return t.Threads(PcpuId(p)).ToString();
}

std::string PackageOf(const Topology& t, uint32_t p) {
  return t.Package(PcpuId(p)).ToString();
}

TEST(TopologyTest, NumbersThreadsThenCoresThenSockets) {
  const Topology t({.sockets = 2, .cores = 4, .threads = 2});
  EXPECT_EQ(t.pcpus(), 16u);
  EXPECT_EQ(ThreadsOf(t, 0), "0-1");
  EXPECT_EQ(ThreadsOf(t, 5), "4-5");
  EXPECT_EQ(ThreadsOf(t, 15), "14-15");
  EXPECT_EQ(PackageOf(t, 7), "0-7");
  EXPECT_EQ(PackageOf(t, 8), "8-15");
  EXPECT_TRUE(t.SamePackage(PcpuId(0), PcpuId(7)));
  EXPECT_FALSE(t.SamePackage(PcpuId(7), PcpuId(8)));
}

TEST(TopologyTest, TellsTheWordsInWhichASetHasMembers) {
  const Topology t({.sockets = 3, .cores = 25, .threads = 4});
  EXPECT_EQ(t.ThreadWords(PcpuId(63)), (WordRange{0, 1}));
  EXPECT_EQ(t.ThreadWords(PcpuId(64)), (WordRange{1, 2}));
  EXPECT_EQ(t.PackageWords(PcpuId(99)), (WordRange{0, 2}));
  EXPECT_EQ(t.PackageWords(PcpuId(100)), (WordRange{1, 4}));
  EXPECT_EQ(t.NodeWords(2), (WordRange{3, 5}));
}

TEST(TopologyTest, EachSocketIsANodeUnlessSaid) {
  const Topology t({.sockets = 2, .cores = 2, .threads = 1});
  EXPECT_EQ(t.nodes(), 2u);
  EXPECT_EQ(t.NodeOf(PcpuId(1)), 0u);
  EXPECT_EQ(t.NodeOf(PcpuId(2)), 1u);
  EXPECT_EQ(t.PcpusOfNode(1).ToString(), "2-3");
}

TEST(TopologyTest, SocketsAreSpreadOverFewerNodesByIntegerDivision) {
  // Node of socket s = s * 2 / 3: 0, 0, 1.
  const Topology t({.sockets = 3, .cores = 1, .threads = 1, .nodes = 2});
  EXPECT_EQ(t.nodes(), 2u);
  EXPECT_EQ(t.PcpusOfNode(0).ToString(), "0-1");
  EXPECT_EQ(t.PcpusOfNode(1).ToString(), "2");
}

TEST(TopologyTest, OneNodeHoldsEverything) {
  const Topology t({.sockets = 4, .cores = 1, .threads = 2, .nodes = 1});
  EXPECT_EQ(t.nodes(), 1u);
  EXPECT_TRUE(t.PcpusOfNode(0).IsAll());
}

TEST(TopologyTest, APackageOfOneCoreIsThatCore) {
  const Topology t({.sockets = 2, .cores = 1, .threads = 2});
  EXPECT_EQ(t.Package(PcpuId(3)), t.Threads(PcpuId(3)));
}

TEST(TopologyTest, OnArmEveryPcpuIsACoreOfOnePackage) {
  const Topology t({.sockets = 2,
                    .cores = 2,
                    .threads = 2,
                    .architecture = Architecture::kArm});
  for (uint32_t p = 0; p < t.pcpus(); ++p) {
    EXPECT_EQ(ThreadsOf(t, p), std::to_string(p));
    EXPECT_EQ(PackageOf(t, p), "0-7");
  }
  EXPECT_TRUE(t.SamePackage(PcpuId(0), PcpuId(7)));
  EXPECT_EQ(t.NodeOf(PcpuId(7)), 1u);
}

TEST(TopologyTest, TheDefaultMachineHasOnePcpu) {
  const Topology t((TopologyShape()));
  EXPECT_EQ(t.pcpus(), 1u);
  EXPECT_EQ(t.nodes(), 1u);
  EXPECT_EQ(t.all(), CpuSet::All(1));
}

TEST(TopologyTest, LargeMachinesFit) {
  const Topology t({.sockets = 32, .cores = 64, .threads = 2});
  EXPECT_EQ(t.pcpus(), Topology::kMaxPcpus);
  EXPECT_EQ(PackageOf(t, 4095), "3968-4095");
  EXPECT_EQ(t.NodeOf(PcpuId(4095)), 31u);
}

TEST(TopologyTest, EveryPcpuIsInItsOwnSets) {
  const Topology t({.sockets = 3, .cores = 5, .threads = 3, .nodes = 2});
  for (uint32_t i = 0; i < t.pcpus(); ++i) {
    const PcpuId p(i);
    EXPECT_TRUE(t.Threads(p).Contains(p));
    EXPECT_TRUE(t.Threads(p).IsSubsetOf(t.Package(p)));
    EXPECT_TRUE(t.Package(p).IsSubsetOf(t.PcpusOfNode(t.NodeOf(p))));
  }
}

}  // namespace
}  // namespace xenotime
