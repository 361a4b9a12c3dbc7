#include "xenotime/scheduler/policies/arinc653/arinc653_policy.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/testing/engine_rig.h"

namespace xenotime {
namespace {

using Pcpus = std::vector<uint32_t>;

// Domains 1 and 2 with a vCPU each, 0 and 1, which run for 30 and 20 ms of 100.
class Arinc653Rig : public EngineRig<Arinc653Policy> {
 public:
  explicit Arinc653Rig(uint32_t pcpus = 1)
      : EngineRig({.cores = pcpus}, 1, [](PolicyHost& port) {
          return std::make_unique<Arinc653Policy>(port);
        }) {
    AddDomain(2, 1);
  }

  static Instant Ms(int64_t ms) { return Instant() + Milliseconds(ms); }
  void At(int64_t ms) { now = Ms(ms); }
  void SetFrames(const FrameTable& table) {
    engine.SetFrames(On(0), pool, table);
  }
  void SetExample() {
    SetFrames(
        {.major = Milliseconds(100),
         .entries = {{1, 0, Milliseconds(30)}, {2, 0, Milliseconds(20)}}});
  }
  void StartBoth() {
    Up(0);
    Up(1);
    Drain();
  }
  // A decision on p, which must choose v (negative: idle) until `until_ms`.
  void ExpectDecision(int v, int64_t until_ms, uint32_t p = 0) {
    const Switched decision = Decide(p);
    EXPECT_EQ(decision.next, v < 0 ? VcpuId::None() : VcpuId(v)) << now.ns();
    EXPECT_EQ(decision.slice_end, Ms(until_ms)) << now.ns();
  }
};

// arinc653.md, section 5.
TEST(Arinc653PolicyTest, TheExampleOfTheSpecification) {
  Arinc653Rig rig;
  rig.SetExample();
  rig.StartBoth();
  rig.ExpectDecision(0, 30);
  rig.At(30);
  rig.ExpectDecision(1, 50);
  rig.At(50);
  rig.ExpectDecision(-1, 100);
  rig.At(100);
  rig.ExpectDecision(0, 130);
  rig.At(155);
  rig.ExpectDecision(-1, 200);
}

TEST(Arinc653PolicyTest, WithoutATableEverybodyWaits) {
  Arinc653Rig rig;
  rig.StartBoth();
  rig.ExpectDecision(-1, 10);
  rig.At(10);
  rig.ExpectDecision(-1, 20);
  EXPECT_EQ(rig.State(0), RunState::kRunnable);
}

TEST(Arinc653PolicyTest, ABlockedOwnerLeavesItsFrameIdleAndRunsTheRest) {
  Arinc653Rig rig;
  rig.SetExample();
  rig.StartBoth();
  rig.At(10);
  rig.engine.Block(rig.On(0), VcpuId(0), kEventSignal);
  rig.ExpectDecision(-1, 30);
  rig.At(20);
  rig.engine.Signal(rig.On(0), VcpuId(0), kEventSignal);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  rig.ExpectDecision(0, 30);
}

TEST(Arinc653PolicyTest, AWakeOutsideItsFrameWaits) {
  Arinc653Rig rig;
  rig.SetExample();
  rig.Up(0);
  rig.Drain();
  rig.At(10);
  rig.Up(1);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});  // asked, always
  rig.ExpectDecision(0, 30);
  rig.At(30);
  rig.ExpectDecision(1, 50);
}

TEST(Arinc653PolicyTest, APausedOwnerSleepsUntilItIsUnpaused) {
  Arinc653Rig rig;
  rig.SetExample();
  rig.StartBoth();
  rig.engine.Pause(rig.On(0), VcpuId(0));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  rig.ExpectDecision(-1, 30);
  EXPECT_EQ(rig.policy->Describe(VcpuId(0)), "awake=0 cpu=0");
  rig.engine.Pause(rig.On(0), VcpuId(1));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});  // it was not current
  rig.engine.Unpause(rig.On(0), VcpuId(0));
  rig.ExpectDecision(0, 30);
}

TEST(Arinc653PolicyTest, AYieldChangesNothing) {
  Arinc653Rig rig;
  rig.SetExample();
  rig.StartBoth();
  rig.At(1);
  rig.engine.Yield(rig.On(0), VcpuId(0));
  rig.ExpectDecision(0, 30);
}

TEST(Arinc653PolicyTest, ATableTakesEffectAtTheNextDecision) {
  Arinc653Rig rig;
  rig.SetExample();
  rig.StartBoth();
  rig.ExpectDecision(0, 30);
  rig.At(5);
  rig.SetFrames(
      {.major = Milliseconds(40),
       .entries = {{2, 0, Milliseconds(10)}, {1, 0, Milliseconds(20)}}});
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
  EXPECT_EQ(rig.Current(0), VcpuId(0));
  rig.At(30);  // 25 ms after its origin
  rig.ExpectDecision(0, 35);
  rig.At(35);
  rig.ExpectDecision(-1, 45);
  rig.At(45);
  rig.ExpectDecision(1, 55);
}

TEST(Arinc653PolicyTest, HardAffinityIsIgnored) {
  Arinc653Rig rig(2);
  rig.SetExample();
  rig.StartBoth();
  const CpuSet elsewhere = CpuSet::Of(2, PcpuId(1));
  rig.engine.SetAffinity(rig.On(0), VcpuId(0), &elsewhere, nullptr);
  rig.Drain();
  EXPECT_EQ(rig.Current(0), VcpuId(0));
}

TEST(Arinc653PolicyTest, AllPcpusMoveThroughOneTable) {
  Arinc653Rig rig(2);
  rig.AddDomain(3, 2);  // 2 on pCPU 0, 3 on pCPU 1
  rig.SetFrames(
      {.major = Milliseconds(10),
       .entries = {{3, 1, Milliseconds(4)}, {3, 0, Milliseconds(4)}}});
  rig.Up(2);
  rig.Up(3);
  rig.Drain();
  rig.ExpectDecision(-1, 4, 0);
  rig.ExpectDecision(3, 4, 1);
  rig.At(4);
  rig.ExpectDecision(2, 8, 0);
  rig.ExpectDecision(-1, 8, 1);
  rig.At(8);
  rig.ExpectDecision(-1, 10, 1);
  rig.ExpectDecision(-1, 10, 0);
}

TEST(Arinc653PolicyTest, AVcpuWhosePcpuLeavesMovesToTheFirst) {
  Arinc653Rig rig(3);
  rig.AddDomain(3, 2);
  rig.SetFrames(
      {.major = Milliseconds(10), .entries = {{3, 1, Milliseconds(10)}}});
  rig.Up(3);
  rig.Drain();
  ASSERT_EQ(rig.Current(1), VcpuId(3));
  while (!rig.engine.RemovePcpu(rig.On(0), PcpuId(1))) rig.Drain();
  rig.Drain();
  EXPECT_EQ(rig.Current(0), VcpuId(3));
  while (!rig.engine.RemovePcpu(rig.On(2), PcpuId(0))) rig.Drain();
  rig.Drain();
  EXPECT_EQ(rig.Current(2), VcpuId(3));
  EXPECT_EQ(rig.policy->LockDomainOf(PcpuId(2)), PcpuId(2));
}

TEST(Arinc653PolicyTest, AnEntryIsNobodysWhileItsVcpuDoesNotExist) {
  Arinc653Rig rig;
  rig.SetFrames(
      {.major = Milliseconds(10), .entries = {{3, 0, Milliseconds(10)}}});
  rig.ExpectDecision(-1, 10);
  const DomainId late = rig.AddDomain(3, 1);
  rig.Up(2);
  rig.ExpectDecision(2, 10);
  while (!rig.engine.DestroyDomain(rig.On(0), late)) rig.Drain();
  rig.ExpectDecision(-1, 10);
  rig.At(10);
  rig.ExpectDecision(-1, 20);
}

TEST(Arinc653PolicyTest, SnapshotsTellTheFrameAndWhoIsAwake) {
  Arinc653Rig rig;
  rig.SetExample();
  rig.Up(1);
  rig.At(31);
  rig.Drain();
  EXPECT_EQ(rig.engine.Describe(),
            (std::vector<std::string>{
                "frame index=1 next_switch=50000000 next_major=100000000",
                "1.0 awake=0 cpu=0", "2.0 awake=1 cpu=0"}));
}

TEST(Arinc653PolicyTest, AnExplanationNamesTheOwnerOfTheFrame) {
  Arinc653Rig rig;
  rig.SetExample();
  rig.StartBoth();
  const auto at_40 =
      rig.policy->Candidates(Arinc653Rig::Ms(40), PcpuId(0), VcpuId(0));
  ASSERT_EQ(at_40.size(), 2u);
  EXPECT_EQ(at_40[0].vcpu, VcpuId(1));
  EXPECT_EQ(at_40[0].verdict, "the owner of the minor frame");
  EXPECT_EQ(at_40[1].vcpu, VcpuId(0));
  // Asking moves nothing.
  rig.ExpectDecision(0, 30);
}

}  // namespace
}  // namespace xenotime
