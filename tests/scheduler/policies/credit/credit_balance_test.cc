// Work stealing (credit.md, section 7).

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit/credit_rig.h"

namespace xenotime {
namespace {

// The machine of the example: vCPUs 0, 1 and 2 run on pCPUs 0, 1 and 2; vCPU 3
// (pinned) and vCPU 4 (allowed on 3 too) wait on pCPU 2; pCPU 3 is idle.
class CreditStealTest : public testing::Test {
 protected:
  explicit CreditStealTest(const CreditParameters& parameters = {})
      : rig_({.cores = 4}, 5, parameters) {
    for (uint32_t v : {0u, 1u, 2u}) rig_.Hard(v, {v});
    rig_.Hard(3, {2});
    rig_.Hard(4, {2});
    rig_.Hard(4, {2, 3});
    for (uint32_t v = 0; v < 5; ++v) {
      rig_.Up(v);
      if (v < 3) rig_.Decide(v);
    }
    rig_.host.Forget();
  }
  CreditRig rig_;
};

TEST_F(CreditStealTest, AnIdlePcpuTakesWhatItMay) {
  ASSERT_EQ(rig_.V(4).cpu(), PcpuId(2));
  rig_.Advance(Milliseconds(5));
  rig_.Decide(3);
  EXPECT_EQ(rig_.Current(3), VcpuId(4));
  EXPECT_EQ(rig_.V(4).cpu(), PcpuId(3));
}

TEST_F(CreditStealTest, APcpuDoesNotLookAgainWithinItsRateLimit) {
  rig_.Advance(Milliseconds(1));  // strictly more is needed
  rig_.Decide(3);
  EXPECT_FALSE(rig_.Current(3).valid());
  rig_.Advance(Duration(1));
  rig_.Decide(3);
  EXPECT_EQ(rig_.Current(3), VcpuId(4));
}

TEST_F(CreditStealTest, AVictimWithOneRunnableVcpuIsLeftAlone) {
  rig_.engine.Pause(rig_.On(0), VcpuId(4));
  rig_.engine.Pause(rig_.On(0), VcpuId(3));
  rig_.Advance(Milliseconds(5));
  rig_.Decide(3);
  EXPECT_FALSE(rig_.Current(3).valid());
}

TEST_F(CreditStealTest, WhoIsNotIdleStealsOnlyHigherPriority) {
  // pCPU 3 runs an UNDER vCPU; vCPU 4 is UNDER too.
  rig_.AddDomain(2, 1);
  rig_.Hard(5, {3});
  rig_.Up(5);
  rig_.Decide(3);
  rig_.Advance(Milliseconds(5));
  rig_.Decide(3);
  EXPECT_EQ(rig_.Current(3), VcpuId(5));
}

class CreditCacheHotTest : public CreditStealTest {
 protected:
  static CreditParameters Delay() {
    CreditParameters parameters;
    parameters.migrate_delay_us = 4'000;
    return parameters;
  }
  CreditCacheHotTest() : CreditStealTest(Delay()) {}
};

TEST_F(CreditCacheHotTest, AVcpuThatRanRecentlyIsNotStolen) {
  rig_.Advance(Milliseconds(3));  // last ran at 0, as far as it ever did
  rig_.Decide(3);
  EXPECT_FALSE(rig_.Current(3).valid());
  rig_.Advance(Milliseconds(3));
  rig_.Decide(3);
  EXPECT_EQ(rig_.Current(3), VcpuId(4));
}

// vCPU 0, allowed on both pCPUs, gives pCPU 0 to vCPU 1 and waits there.
class CreditStealYielderTest : public testing::Test {
 protected:
  CreditStealYielderTest() : rig_({.cores = 2}, 2) {
    rig_.Hard(1, {0});
    rig_.Up(0);
    rig_.Decide(0);
    rig_.Up(1);
    rig_.Advance(Milliseconds(5));
  }
  CreditRig rig_;
};

TEST_F(CreditStealYielderTest, AYielderIsNotStolen) {
  rig_.engine.Yield(rig_.On(0), VcpuId(0));
  rig_.Decide(0);
  ASSERT_EQ(rig_.Current(0), VcpuId(1));
  rig_.Decide(1);
  EXPECT_FALSE(rig_.Current(1).valid());
}

TEST_F(CreditStealYielderTest, WhoseSliceEndedIs) {
  rig_.Decide(0);
  ASSERT_EQ(rig_.Current(0), VcpuId(1));
  rig_.Decide(1);
  EXPECT_EQ(rig_.Current(1), VcpuId(0));
}

// pCPU 0 becomes idle. On its node vCPU 2 waits, without preference; on the
// other node vCPU 3 waits, whose soft affinity is pCPU 0.
TEST(CreditStealNodes, WorkThatPrefersThePcpuIsTakenFromAnyNodeFirst) {
  CreditRig rig({.sockets = 2, .cores = 2}, 5);
  rig.Hard(0, {1});
  rig.Hard(1, {2});
  rig.Hard(2, {1});
  rig.Hard(2, {0, 1});
  rig.Hard(4, {0});
  for (uint32_t v : {0u, 1u, 4u}) rig.Up(v);
  rig.Drain();
  rig.Hard(3, {2});
  rig.Hard(3, {0, 2});
  rig.Soft(3, {0});
  rig.Up(2);
  rig.Up(3);
  ASSERT_EQ(rig.V(2).cpu(), PcpuId(1));
  ASSERT_EQ(rig.V(3).cpu(), PcpuId(2));
  rig.Advance(Milliseconds(5));
  rig.Block(4);
  EXPECT_EQ(rig.Current(0), VcpuId(3));
}

}  // namespace
}  // namespace xenotime
