#include "xenotime/scheduler/policies/null/null_policy.h"

#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/testing/engine_rig.h"

namespace xenotime {
namespace {

using Pcpus = std::vector<uint32_t>;

class NullRig : public EngineRig<NullPolicy> {
 public:
  NullRig(uint32_t pcpus, uint32_t vcpus)
      : EngineRig({.cores = pcpus}, vcpus, [](PolicyHost& port) {
          return std::make_unique<NullPolicy>(port);
        }) {}

  void Affinity(uint32_t v, const Pcpus& hard, const Pcpus& soft) {
    CpuSet h(engine.topology().pcpus()), s = h;
    for (uint32_t p : hard) h.Add(PcpuId(p));
    for (uint32_t p : soft) s.Add(PcpuId(p));
    engine.SetAffinity(On(0), VcpuId(v), &h, soft.empty() ? nullptr : &s);
  }
  void Start(uint32_t v) {
    Up(v);
    Drain();
  }
  void Down(uint32_t v) {
    engine.Down(On(V(v).cpu().value()), VcpuId(v));
    Drain();
  }
  void Block(uint32_t v) {
    engine.Block(On(V(v).cpu().value()), VcpuId(v), kEventSignal);
    Drain();
  }
  // Where v runs; -1: nowhere.
  int Where(uint32_t v) const {
    for (uint32_t p = 0; p < engine.topology().pcpus(); ++p) {
      if (Current(p) == VcpuId(v)) return static_cast<int>(p);
    }
    return -1;
  }
};

TEST(NullPolicyTest, EachVcpuGetsAPcpuOfItsOwn) {
  NullRig rig(4, 4);
  for (uint32_t v = 0; v < 4; ++v) rig.Start(v);
  for (uint32_t v = 0; v < 4; ++v) EXPECT_EQ(rig.Where(v), static_cast<int>(v));
}

TEST(NullPolicyTest, ADecisionHasNoLimitAndThereAreNoTimers) {
  NullRig rig(2, 1);
  rig.Up(0);
  EXPECT_EQ(rig.Decide(0).slice_end, Instant::Never());
  EXPECT_TRUE(rig.host.timer_pcpus.empty());
}

// The example of null.md, section 7.
TEST(NullPolicyTest, WhoeverComesTooLateWaitsUntilSomebodyGoesDown) {
  NullRig rig(4, 4);
  rig.AddDomain(2, 1);
  for (uint32_t v = 0; v < 4; ++v) rig.Start(v);
  EXPECT_EQ(rig.V(4).cpu(), PcpuId(0));
  rig.Start(4);
  EXPECT_EQ(rig.Where(4), -1);
  EXPECT_EQ(rig.State(4), RunState::kRunnable);
  rig.Down(2);
  EXPECT_EQ(rig.Where(4), 2);
  EXPECT_EQ(rig.V(4).cpu(), PcpuId(2));
  rig.Start(2);
  EXPECT_EQ(rig.Where(2), -1);
}

TEST(NullPolicyTest, ABlockedVcpuKeepsItsPcpuAlthoughOthersWait) {
  NullRig rig(1, 2);
  rig.Start(0);
  rig.Start(1);
  rig.Block(0);
  EXPECT_FALSE(rig.Current(0).valid());
  rig.Decide(0);
  EXPECT_FALSE(rig.Current(0).valid());
  rig.engine.Signal(rig.On(0), VcpuId(0), kEventSignal);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{0});
  rig.Decide(0);
  EXPECT_EQ(rig.Where(0), 0);
}

TEST(NullPolicyTest, APausedVcpuKeepsItsPcpu) {
  NullRig rig(1, 2);
  rig.Start(0);
  rig.Start(1);
  rig.engine.Pause(rig.On(0), VcpuId(0));
  rig.Drain();
  EXPECT_FALSE(rig.Current(0).valid());
  rig.engine.Unpause(rig.On(0), VcpuId(0));
  rig.Drain();
  EXPECT_EQ(rig.Where(0), 0);
}

TEST(NullPolicyTest, AYieldChangesNothing) {
  NullRig rig(1, 2);
  rig.Start(0);
  rig.Start(1);
  rig.engine.Yield(rig.On(0), VcpuId(0));
  rig.Drain();
  EXPECT_EQ(rig.Where(0), 0);
}

TEST(NullPolicyTest, AWakeOfTheCurrentVcpuAsksNobody) {
  NullRig rig(2, 1);
  rig.Start(0);
  rig.engine.SpuriousWake(rig.On(1), VcpuId(0));
  EXPECT_EQ(rig.host.TakePending(), Pcpus{});
}

TEST(NullPolicyTest, AWaiterThatIsWokenAgainStaysOneWaiter) {
  NullRig rig(1, 2);
  rig.Start(0);
  rig.Start(1);
  rig.engine.SpuriousWake(rig.On(0), VcpuId(1));
  rig.Down(0);
  EXPECT_EQ(rig.Where(1), 0);
  rig.Down(1);
  EXPECT_FALSE(rig.Current(0).valid());
}

TEST(NullPolicyTest, AWakeWithItsPcpuTakenAsksEveryFreeOneAllowed) {
  NullRig rig(4, 1);
  rig.AddDomain(2, 1);  // its field says pCPU 0 too
  rig.Affinity(1, {0, 2, 3}, {});
  rig.Start(0);
  rig.Up(1);
  EXPECT_EQ(rig.host.TakePending(), (Pcpus{2, 3}));
  rig.Decide(2);
  rig.Decide(3);
  EXPECT_EQ(rig.Where(1), 2);
}

TEST(NullPolicyTest, TheFirstWaiterGetsAFreedPcpu) {
  NullRig rig(1, 3);
  for (uint32_t v : {0u, 2u, 1u}) rig.Start(v);
  rig.Down(0);
  EXPECT_EQ(rig.Where(2), 0);
}

TEST(NullPolicyTest, AWaiterWithSoftAffinityForAFreedPcpuGoesFirst) {
  NullRig rig(2, 4);
  rig.Affinity(3, {0, 1}, {1});
  for (uint32_t v : {0u, 1u, 2u, 3u}) rig.Start(v);
  ASSERT_EQ(rig.Where(2), -1);
  ASSERT_EQ(rig.Where(3), -1);
  rig.Down(1);
  EXPECT_EQ(rig.Where(3), 1);
  EXPECT_EQ(rig.Where(2), -1);
}

TEST(NullPolicyTest, SoftAffinityElsewhereDoesNotKeepAWaiterFromAPcpu) {
  NullRig rig(2, 3);
  rig.Affinity(2, {0, 1}, {1});
  for (uint32_t v : {0u, 1u, 2u}) rig.Start(v);
  rig.Down(0);
  EXPECT_EQ(rig.Where(2), 0);
}

TEST(NullPolicyTest, AWaiterWhoseHardAffinityForbidsAPcpuIsPassedOver) {
  NullRig rig(2, 4);
  rig.Affinity(2, {0}, {});
  for (uint32_t v : {0u, 1u, 2u, 3u}) rig.Start(v);
  rig.Down(1);
  EXPECT_EQ(rig.Where(3), 1);
  EXPECT_EQ(rig.Where(2), -1);
}

TEST(NullPolicyTest, AWaiterThatGoesOfflineWaitsNoMore) {
  NullRig rig(1, 3);
  for (uint32_t v : {0u, 1u, 2u}) rig.Start(v);
  rig.engine.Down(rig.On(0), VcpuId(1));
  rig.Down(0);
  EXPECT_EQ(rig.Where(2), 0);
}

TEST(NullPolicyTest, AVcpuComesBackToItsFreePcpu) {
  NullRig rig(2, 2);
  rig.Start(1);
  rig.Down(1);
  rig.Start(0);
  rig.Start(1);
  EXPECT_EQ(rig.Where(1), 1);
}

TEST(NullPolicyTest, AnAffinityChangeKeepsAPcpuThatIsStillAllowed) {
  NullRig rig(2, 1);
  rig.Start(0);
  rig.Affinity(0, {0}, {});
  rig.Drain();
  EXPECT_EQ(rig.Where(0), 0);
}

TEST(NullPolicyTest, AnAffinityChangeMovesToAFreePcpuAllowed) {
  NullRig rig(3, 2);
  rig.Start(0);
  rig.Start(1);
  rig.Affinity(0, {1, 2}, {});
  rig.Drain();
  EXPECT_EQ(rig.Where(0), 2);
}

TEST(NullPolicyTest, AnAffinityChangeFreesThePcpuForAWaiter) {
  NullRig rig(2, 3);
  for (uint32_t v : {0u, 1u, 2u}) rig.Start(v);
  rig.Affinity(0, {1}, {});
  rig.Drain();
  EXPECT_EQ(rig.Where(2), 0);
  EXPECT_EQ(rig.Where(1), 1);
  EXPECT_EQ(rig.Where(0), -1);  // nothing allowed is free: it waits
}

TEST(NullPolicyTest, AWaiterWhoseAffinityWidensGetsAFreePcpu) {
  NullRig rig(2, 1);
  rig.AddDomain(2, 1);
  rig.Affinity(1, {0}, {});
  rig.Start(0);
  rig.Start(1);
  ASSERT_EQ(rig.Where(1), -1);
  rig.Affinity(1, {0, 1}, {});
  rig.Drain();
  EXPECT_EQ(rig.Where(1), 1);
}

TEST(NullPolicyTest, ABlockedVcpuMovesWithItsPcpu) {
  NullRig rig(2, 1);
  rig.Start(0);
  rig.Block(0);
  rig.Affinity(0, {1}, {});
  rig.engine.Signal(rig.On(0), VcpuId(0), kEventSignal);
  rig.Drain();
  EXPECT_EQ(rig.Where(0), 1);
}

TEST(NullPolicyTest, AVcpuThatIsDownOwnsNothingWhereverItMoves) {
  NullRig rig(2, 2);
  rig.Affinity(0, {1}, {});
  rig.Start(1);
  EXPECT_EQ(rig.Where(1), 1);
}

// null.md, section 4: the waiter's own pCPU is free, and allowed by hard but
// not by soft affinity; its lock is held by the very decision that wants it.
TEST(NullPolicyTest, AWaiterOnTheDecidingPcpuItselfCannotBeTaken) {
  NullRig rig(2, 1);
  rig.AddDomain(2, 1);
  rig.Affinity(1, {1}, {});
  rig.Affinity(1, {0, 1}, {0});
  rig.Affinity(0, {0}, {});
  rig.Start(0);
  // Only now does soft affinity fail: pCPU 0 is taken.
  rig.Affinity(1, {0, 1}, {0});
  ASSERT_EQ(rig.V(1).cpu(), PcpuId(1));
  rig.Up(1);
  EXPECT_EQ(rig.host.TakePending(), Pcpus{1});
  EXPECT_TRUE(rig.Decide(1).retry);
  EXPECT_EQ(rig.Where(1), -1);
}

TEST(NullPolicyTest, AnotherFreePcpuTakesSuchAWaiter) {
  NullRig rig(3, 1);
  rig.AddDomain(2, 1);
  rig.Affinity(0, {0}, {});
  rig.Start(0);
  rig.Affinity(1, {1}, {});
  rig.Affinity(1, {0, 1, 2}, {0});
  ASSERT_EQ(rig.V(1).cpu(), PcpuId(1));
  rig.Up(1);
  EXPECT_TRUE(rig.Decide(1).retry);
  rig.Decide(2);
  EXPECT_EQ(rig.Where(1), 2);
}

}  // namespace
}  // namespace xenotime
