// Who runs next, and for how long (credit2.md, sections 4.4, 7 and 8).

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/policies/credit2/credit2_rig.h"

namespace xenotime {
namespace {

TEST(Credit2Decision, AnEqualNeverPreempts) {
  Credit2Rig rig({.cores = 1}, 2, {.ratelimit_us = 0});
  rig.Start(0);
  rig.Up(1);
  rig.Decide(0);
  EXPECT_EQ(rig.Current(0), VcpuId(0));
  rig.Advance(Duration(1));
  rig.Decide(0);
  EXPECT_EQ(rig.Current(0), VcpuId(1));
}

TEST(Credit2Decision, NobodyIsDisplacedWithinTheRateLimit) {
  Credit2Rig rig({.cores = 1}, 2);
  rig.Start(0);
  rig.Advance(Microseconds(900));
  rig.Up(1);
  EXPECT_EQ(rig.SliceAt(0), 500'000);
  rig.Advance(Duration(99'999));
  EXPECT_EQ(rig.SliceAt(0), 500'000);
  EXPECT_EQ(rig.Current(0), VcpuId(0));
  rig.Advance(Duration(1));
  rig.Decide(0);
  EXPECT_EQ(rig.Current(0), VcpuId(1));
}

// vCPU 1 has 7.0 and waits for vCPU 0, which has more.
class Credit2YieldTest : public testing::Test {
 protected:
  Credit2YieldTest() {
    rig_.Start(1);
    rig_.Advance(Milliseconds(3));
    rig_.Start(0);
    EXPECT_EQ(rig_.Current(0), VcpuId(0));
    rig_.Advance(Microseconds(100));
  }
  Credit2Rig rig_{{.cores = 1}, 2};
};

TEST_F(Credit2YieldTest, WhoeverYieldsMakesRoomForLessCredit) {
  rig_.engine.Yield(rig_.On(0), VcpuId(0));
  EXPECT_EQ(rig_.Flags(0), 2 + 16 + 32);
  rig_.Decide(0);
  EXPECT_EQ(rig_.Current(0), VcpuId(1));
  EXPECT_EQ(rig_.Flags(0), 32);
}

TEST_F(Credit2YieldTest, OneDecisionUsesTheYieldUp) {
  rig_.engine.Pause(rig_.On(0), VcpuId(1));
  rig_.engine.Yield(rig_.On(0), VcpuId(0));
  rig_.Decide(0);
  rig_.engine.Unpause(rig_.On(0), VcpuId(1));
  rig_.Decide(0);
  EXPECT_EQ(rig_.Current(0), VcpuId(0));
}

// vCPU 2 is queued with 10.0 and lives on pCPU 0; vCPU 1, on pCPU 1, started
// with 10.05.
class Credit2ResistanceTest : public testing::Test {
 protected:
  Credit2ResistanceTest() : rig_({.cores = 2}, 1, {.ratelimit_us = 0}) {
    rig_.AddDomain(2, 1);
    rig_.AddDomain(3, 1);
    for (uint32_t v = 0; v < 3; ++v) rig_.Start(v);
  }
  Credit2Rig rig_;
};

TEST_F(Credit2ResistanceTest, LessThanTheResistanceMoreIsNotEnough) {
  rig_.Advance(Duration(549'999));
  rig_.Decide(1);
  EXPECT_EQ(rig_.Current(1), VcpuId(1));
}

TEST_F(Credit2ResistanceTest, ExactlyTheResistanceMoreIs) {
  rig_.Advance(Duration(550'000));
  rig_.Decide(1);
  EXPECT_EQ(rig_.Current(1), VcpuId(2));
  EXPECT_EQ(rig_.Home(2), 1u);
  EXPECT_EQ(rig_.Credit(2), 10'050'000);
}

TEST(Credit2Decision, WhoeverIsMeantForAnotherPcpuIsNotTaken) {
  Credit2Rig rig({.cores = 2}, 1);
  rig.AddDomain(2, 1);
  rig.Start(0);
  rig.Up(1);  // at home on pCPU 0, tickles pCPU 1
  rig.Block(0);
  EXPECT_FALSE(rig.Current(0).valid());
  rig.Decide(1);
  EXPECT_EQ(rig.Current(1), VcpuId(1));
}

TEST(Credit2Decision, LeavesForAnIdlePcpuOfItsSoftAffinity) {
  Credit2Rig rig({.cores = 2}, 2);
  rig.Hard(0, {1});
  rig.Start(0);
  rig.Soft(1, {1});
  rig.Start(1);
  ASSERT_EQ(rig.Current(0), VcpuId(1));
  rig.Advance(Milliseconds(2));
  rig.Decide(0);
  EXPECT_EQ(rig.Current(0), VcpuId(1));  // pCPU 1 is busy
  rig.Block(0);
  rig.Decide(0);
  EXPECT_FALSE(rig.Current(0).valid());
  rig.Drain();
  EXPECT_EQ(rig.Current(1), VcpuId(1));
}

// The example of section 4.4: -0.2 (next), -1.0, and 3.0 (blocked).
TEST(Credit2Reset, EverybodyGetsNewCreditUpToTheCeiling) {
  Credit2Rig rig({.cores = 1}, 3);
  const int64_t run_us[] = {10'200, 11'000, 7'000};
  for (uint32_t v : {2u, 1u, 0u}) {
    rig.Start(v);
    rig.Advance(Microseconds(run_us[v]));
    rig.Block(v);
  }
  EXPECT_EQ(rig.Credit(0), -200'000);
  EXPECT_EQ(rig.Credit(1), -1'000'000);
  rig.Signal(1);
  rig.Signal(0);
  rig.Decide(0);
  EXPECT_EQ(rig.Current(0), VcpuId(0));
  EXPECT_EQ(rig.Credit(0), 9'800'000);
  EXPECT_EQ(rig.Credit(1), 9'000'000);
  EXPECT_EQ(rig.Credit(2), 10'500'000);
}

TEST(Credit2Reset, NotWhileTheQueueHasCredit) {
  Credit2Rig rig({.cores = 1}, 2);
  rig.Start(0);
  rig.Advance(Milliseconds(11));
  rig.Up(1);
  rig.Decide(0);
  EXPECT_EQ(rig.Current(0), VcpuId(1));
  EXPECT_EQ(rig.Credit(0), -1'000'000);
}

TEST(Credit2Reset, AtTheFloorItIsTwiceAsMuch) {
  Credit2Rig rig({.cores = 1}, 2);
  rig.Start(0);
  rig.Advance(Milliseconds(25));
  rig.Decide(0);
  EXPECT_EQ(rig.Credit(0), 10'000'000);
  EXPECT_EQ(rig.Credit(1), 10'500'000);  // never ran
}

TEST(Credit2Reset, WhoRunsElsewhereIsChargedFirst) {
  Credit2Rig rig({.cores = 2}, 2);
  rig.Start(0);
  rig.Advance(Milliseconds(6));
  rig.Start(1);
  rig.Advance(Milliseconds(4));
  rig.Decide(0);
  EXPECT_EQ(rig.Credit(0), 10'000'000);
  EXPECT_EQ(rig.Credit(1), 10'500'000);
  rig.Advance(Milliseconds(1));
  rig.Decide(1);
  EXPECT_EQ(rig.Credit(1), 9'500'000);
}

// The examples of section 7.2.
TEST(Credit2Slice, LastsUntilTheDisplacedOneHasMore) {
  Credit2Rig rig({.cores = 1}, 3);
  rig.Start(0);
  rig.Advance(Milliseconds(2));
  rig.Block(0);  // 8.0
  rig.Start(1);
  rig.Advance(Milliseconds(5));
  rig.Block(1);  // 5.0
  rig.Start(2);
  rig.Advance(Milliseconds(4));
  rig.Signal(1);
  rig.Signal(0);
  EXPECT_EQ(rig.SliceAt(0), 2'000'000);  // until 6.0
  EXPECT_EQ(rig.Current(0), VcpuId(0));
}

TEST(Credit2Slice, IsAtLeastTheRateLimitForANewcomer) {
  Credit2Rig rig({.cores = 1}, 2);
  rig.Start(0);
  rig.Advance(Microseconds(4800));
  rig.Block(0);  // 5.2
  rig.Start(1);
  rig.Advance(Milliseconds(5));
  rig.Signal(0);
  EXPECT_EQ(rig.SliceAt(0), 1'000'000);
  EXPECT_EQ(rig.Current(0), VcpuId(0));
}

TEST(Credit2Slice, IsAtLeastHalfAMillisecond) {
  Credit2Rig rig({.cores = 1}, 2, {.ratelimit_us = 0});
  rig.Start(0);
  rig.Up(1);
  EXPECT_EQ(rig.SliceAt(0), 500'000);
}

TEST(Credit2Slice, LowerWeightUsesUpItsCreditFaster) {
  Credit2Rig rig({.cores = 1}, 1);
  rig.Weight(rig.AddDomain(2, 1), 512);
  rig.Start(0);
  rig.Advance(Milliseconds(3));
  rig.Block(0);
  EXPECT_EQ(rig.Credit(0), 4'000'000);
  rig.Signal(0);
  EXPECT_EQ(rig.SliceAt(0), 2'000'000);
}

TEST(Credit2Weight, TheHighestCountsEvenWhileItsOwnerBlocks) {
  Credit2Rig rig({.cores = 1}, 1);
  const DomainId heavy = rig.AddDomain(2, 2);
  rig.Weight(heavy, 1024);
  rig.Start(0);
  rig.Advance(Milliseconds(1));
  rig.Decide(0);
  EXPECT_EQ(rig.Credit(0), 6'000'000);
  rig.Weight(heavy, 512);
  rig.Advance(Milliseconds(1));
  rig.Decide(0);
  EXPECT_EQ(rig.Credit(0), 4'000'000);
}

TEST(Credit2Decision, SaysWhichRuleDecided) {
  Credit2Rig rig({.cores = 1}, 2);
  rig.Up(0);
  EXPECT_STREQ(rig.policy->PickNext(rig.On(0), VcpuId::None()).rule,
               "the first in the queue that may run here");
}

TEST(Credit2Describe, NamesWhatTheGoldenFilesDo) {
  const Credit2Rig rig({.cores = 1}, 1);
  EXPECT_EQ(rig.Text(0),
            "credit=10000000 budget=-1 avgload=131072 rq=0 flags=32 cpu=0");
  EXPECT_EQ(rig.policy->Describe(VcpuId::None()),
            "rq0 load=0 avgload=0 b_avgload=131072\n");
}

class Credit2CandidatesTest : public testing::Test {
 protected:
  std::vector<std::string> At(uint32_t p) const {
    std::vector<std::string> lines;
    for (const Candidate& c :
         rig_.policy->Candidates(rig_.now, PcpuId(p), rig_.Current(p))) {
      lines.push_back(std::to_string(c.vcpu.value()) + " " + c.verdict);
    }
    return lines;
  }
  Credit2Rig rig_{{.cores = 1}, 3};
};

using Lines = std::vector<std::string>;

TEST_F(Credit2CandidatesTest, TheQueueWaitsForTheRateLimit) {
  rig_.Start(0);
  rig_.Advance(Microseconds(400));
  rig_.Up(1);
  EXPECT_EQ(At(0), (Lines{"0 current, credit 9600000: runs on, has run 400000 "
                          "ns of the rate limit's 1000000",
                          "1 credit 10000000: waits for the rate limit of the "
                          "current one"}));
}

TEST_F(Credit2CandidatesTest, TheFirstThatMayRunIsChosen) {
  rig_.Start(0);
  rig_.Advance(Microseconds(1200));
  for (uint32_t v : {1u, 2u}) rig_.Up(v);
  EXPECT_EQ(At(0), (Lines{"0 current, credit 8800000: goes on unless somebody "
                          "has more",
                          "1 credit 10000000: the first that may run here",
                          "2 credit 10000000: behind the chosen one"}));
  rig_.Decide(0);
  EXPECT_EQ(rig_.Current(0), VcpuId(1));
}

TEST_F(Credit2CandidatesTest, LessCreditIsSaidToBeLess) {
  rig_.Start(1);
  rig_.Advance(Milliseconds(3));
  rig_.Start(0);
  rig_.Advance(Milliseconds(2));
  EXPECT_EQ(At(0), (Lines{"0 current, credit 8000000: goes on unless somebody "
                          "has more",
                          "1 credit 7000000 not above the current's 8000000"}));
}

}  // namespace
}  // namespace xenotime
