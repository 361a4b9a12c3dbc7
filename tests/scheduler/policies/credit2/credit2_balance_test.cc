// Load balancing between run queues (credit2.md, section 9).

#include <cstdint>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit2/credit2_rig.h"

namespace xenotime {
namespace {

constexpr int64_t kOne = 262'144;

// Two run queues of four pCPUs: vCPUs 1, 3 and 6 live in the first, 0 in the
// second. After more than a second of running, averages are what is.
class Credit2BalanceTest : public testing::Test {
 protected:
  Credit2BalanceTest() : rig_({.sockets = 2, .cores = 4}, 7) {}

  void Run(std::initializer_list<uint32_t> vcpus) {
    for (uint32_t v : vcpus) rig_.Start(v);
    rig_.Advance(Milliseconds(1200));
    rig_.host.Forget();
  }
  Credit2Rig rig_;
};

// The example of section 9.2: 3.0 with three of 1.0, and 1.0.
TEST_F(Credit2BalanceTest, AfterAResetOneMovesToTheOtherRunQueue) {
  Run({1, 3, 6, 0});
  rig_.Decide(1);
  EXPECT_EQ(rig_.Load(0, "b_avgload"), 3 * kOne);
  EXPECT_EQ(rig_.Load(1, "b_avgload"), kOne);
  // It runs, so it is asked to leave; it does at the next decision.
  EXPECT_EQ(rig_.Current(1), VcpuId(1));
  EXPECT_EQ(rig_.Flags(1), 2 + 8);
  EXPECT_TRUE(rig_.V(1).Has(kPauseMigrating));
  rig_.Drain();
  EXPECT_EQ(rig_.RunqueueOf(1), 1);
  EXPECT_EQ(rig_.Current(rig_.Home(1)), VcpuId(1));
  EXPECT_EQ(rig_.Flags(1), 2);
}

TEST_F(Credit2BalanceTest, NobodyMovesIfThatWouldNotHelp) {
  Run({1, 3, 0});
  rig_.Decide(1);
  EXPECT_EQ(rig_.Load(0, "b_avgload"), 2 * kOne);
  EXPECT_EQ(rig_.Flags(1), 2);
  EXPECT_EQ(rig_.Flags(3), 2);
}

TEST_F(Credit2BalanceTest, WhoeverMayNotRunThereStays) {
  for (uint32_t v : {1u, 3u}) rig_.Hard(v, {0, 1, 2, 3});
  Run({1, 3, 6, 0});
  rig_.Decide(rig_.Home(1));
  EXPECT_EQ(rig_.Flags(1), 2);
  EXPECT_EQ(rig_.Flags(3), 2);
  EXPECT_EQ(rig_.Flags(6), 2 + 8);
}

TEST_F(Credit2BalanceTest, WithoutAResetNothingIsBalanced) {
  Run({1, 3, 6, 0});
  rig_.Block(1);
  EXPECT_EQ(rig_.Flags(3), 2);
  EXPECT_EQ(rig_.Flags(6), 2);
}

TEST(Credit2Balance, WhoeverWaitsMovesAtOnce) {
  // All three live in the second run queue, which has one pCPU.
  Credit2Rig rig({.sockets = 2}, 3);
  for (uint32_t v = 0; v < 3; ++v) rig.Start(v);
  ASSERT_EQ(rig.Load(1, "load"), 3);
  rig.Advance(Milliseconds(1200));
  rig.Decide(1);
  for (uint32_t v : {1u, 2u}) {
    ASSERT_EQ(rig.Current(1), VcpuId(v));
    rig.Advance(Milliseconds(12));
    rig.Decide(1);
  }
  // vCPU 2 has no credit either now: vCPU 0, which waits, is the first.
  EXPECT_EQ(rig.Current(1), VcpuId(2));
  EXPECT_EQ(rig.RunqueueOf(0), 0);
  EXPECT_EQ(rig.Load(0, "load"), 1);
  EXPECT_EQ(rig.Load(1, "load"), 2);
  rig.Drain();
  EXPECT_EQ(rig.Current(0), VcpuId(0));
}

TEST(Credit2Load, CountsWhoWaitsAndWhoRuns) {
  Credit2Rig rig({.cores = 1}, 2);
  rig.Start(0);
  rig.Up(1);
  EXPECT_EQ(rig.Load(0, "load"), 2);
  rig.Block(0);
  EXPECT_EQ(rig.Load(0, "load"), 1);
}

TEST(Credit2Load, AUnitThatSleepsLosesItsLoadSlowly) {
  Credit2Rig rig({.cores = 1}, 1);
  rig.Start(0);
  rig.Advance(Milliseconds(100));
  rig.Block(0);
  // 97 656 units as one load: 131072 + 24414 - 12207.
  EXPECT_EQ(rig.Value(0, "avgload"), 143'279);
  rig.Advance(Milliseconds(100));
  rig.Signal(0);
  EXPECT_LT(rig.Value(0, "avgload"), 143'279);
}

}  // namespace
}  // namespace xenotime
