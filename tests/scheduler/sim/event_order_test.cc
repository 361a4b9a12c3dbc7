// What golden/semantics.md, sections 2 to 5, says about events at one instant.

#include <string>

#include "gtest/gtest.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

TEST(SimEventOrder, AGuestOpAtTheEndOfASliceGoesFirst) {
  const TextRun run = RunText(R"(
scheduler credit
pcpus 1
duration 40000000
domain 1
vcpu 1.0 : run 30000000; sleep 10000000
)");
  EXPECT_EQ(run.trace,
            "0 1.0 0 30000000 blocked\n0 idle 30000000 40000000 idle\n");
  // At boot, at the start, and when it blocks: the slice did not end.
  EXPECT_EQ(run.report.schedule_calls, 3);
}

TEST(SimEventOrder, AWakeAtTheEndOfASliceGoesFirst) {
  const TextRun run = RunText(R"(
scheduler credit
pcpus 1
duration 50000000
domain 1 vcpus=2
vcpu 1.0 : sleep 30000000; run 5000000
vcpu 1.1 : run 1000000000
)");
  // "preempted", not "slice": the wake's decision stopped the slice timer. The
  // first interval is the vCPU that goes to sleep as soon as it may execute.
  EXPECT_EQ(run.trace,
            "0 1.0 0 0 blocked\n"
            "0 1.1 0 30000000 preempted\n"
            "0 1.0 30000000 35000000 blocked\n"
            "0 1.1 35000000 50000000 end\n");
}

TEST(SimEventOrder, AVcpuPreemptedWithNothingLeftExecutesItsStepLater) {
  // At 10 ms vCPU 1.0 on pCPU 0 wakes 1.2, which displaces 1.1 on pCPU 1 whose
  // phase ends at that very instant.
  const TextRun run = RunText(R"(
scheduler credit
pcpus 2
duration 20000000
domain 1 vcpus=3
vcpu 1.0 hard=0 : run 10000000; wake 1.2; exit
vcpu 1.2 hard=1 : wait; run 5000000; exit
vcpu 1.1 hard=1 start=1 : run 9999999; sleep 100000000
)");
  EXPECT_EQ(run.trace,
            "0 1.0 0 10000000 blocked\n"
            "1 1.2 0 0 blocked\n"
            "1 idle 0 1 idle\n"
            "1 1.1 1 10000000 preempted\n"
            "0 idle 10000000 20000000 idle\n"
            "1 1.2 10000000 15000000 blocked\n"
            "1 1.1 15000000 15000000 blocked\n"
            "1 idle 15000000 20000000 idle\n");
}

TEST(SimEventOrder, ActionsComeBeforeStartsAndStartsByNumber) {
  // Domain 2 stands first in the file, domain 1 is started first.
  const TextRun run = RunText(R"(
scheduler null
pcpus 1
duration 1000
domain 2
domain 1
vcpu 2.0 : run 1000
vcpu 1.0 : run 1000
)");
  EXPECT_EQ(run.trace, "0 1.0 0 1000 end\n");
}

TEST(SimEventOrder, EventsAtTheEndAreNotExecuted) {
  const TextRun run = RunText(R"(
scheduler null
pcpus 1
duration 1000
domain 1
vcpu 1.0 : run 500; sleep 500
)");
  EXPECT_EQ(run.trace, "0 1.0 0 500 blocked\n0 idle 500 1000 idle\n");
  EXPECT_EQ(run.report.sim.events, 3);  // start, "run", "sleep"
}

TEST(SimEventOrder, StaggerStartsOneAfterTheOther) {
  const TextRun run = RunText(R"(
scheduler null
pcpus 3
duration 1000
stagger 100
domain 1 vcpus=3
vcpu 1.* : run 10000
vcpu 1.1 start=50 : run 10000
)");
  EXPECT_EQ(run.trace,
            "0 idle 0 100 idle\n"
            "1 idle 0 50 idle\n"
            "2 idle 0 300 idle\n"
            "1 1.1 50 1000 end\n"
            "0 1.0 100 1000 end\n"
            "2 1.2 300 1000 end\n");
}

TEST(SimEventOrder, ASignalBeforeTheWaitIsKept) {
  const TextRun run = RunText(R"(
scheduler null
pcpus 2
duration 1000
domain 1 vcpus=2
vcpu 1.0 : wake 1.1; exit
vcpu 1.1 start=100 : run 100; wait; run 100; wait; exit
)");
  // One wait is passed at once, the other blocks.
  EXPECT_NE(run.trace.find("1 1.1 100 300 blocked"), std::string::npos);
}

TEST(SimEventOrder, ASleeperIsNotWokenAndKeepsTheFlag) {
  const TextRun run = RunText(R"(
scheduler null
pcpus 2
duration 1000
domain 1 vcpus=2
vcpu 1.0 : run 100; wake 1.1; exit
vcpu 1.1 : sleep 500; wait; run 200; exit
)");
  EXPECT_NE(run.trace.find("1 1.1 500 700 blocked"), std::string::npos);
}

TEST(SimEventOrder, DownComesBackAndZeroIsForEver) {
  const TextRun run = RunText(R"(
scheduler null
pcpus 2
duration 1000
domain 1 vcpus=2
vcpu 1.0 : run 100; down 300
vcpu 1.1 : run 100; down 0
)");
  EXPECT_EQ(run.trace,
            "0 1.0 0 100 offline\n"
            "1 1.1 0 100 offline\n"
            "0 idle 100 400 idle\n"
            "1 idle 100 1000 idle\n"
            "0 1.0 400 500 offline\n"
            "0 idle 500 800 idle\n"
            "0 1.0 800 900 offline\n"
            "0 idle 900 1000 idle\n");
}

TEST(SimEventOrder, AVcpuWithoutAProgramIsNeverStarted) {
  const TextRun run = RunText(R"(
scheduler null
pcpus 1
duration 1000
domain 1 vcpus=2
vcpu 1.1 : run 10
)");
  EXPECT_EQ(run.trace.find("1.0"), std::string::npos);
}

TEST(SimEventOrder, AnAffinityActionMovesARunningVcpu) {
  const TextRun run = RunText(R"(
scheduler null
pcpus 2
duration 1000
domain 1
vcpu 1.0 : run 10000
at 400 vcpu 1.0 hard=1
)");
  EXPECT_NE(run.trace.find("0 1.0 0 400 migrating"), std::string::npos);
  EXPECT_NE(run.trace.find("1 1.0 400 1000 end"), std::string::npos);
}

TEST(SimEventOrder, NullsEndlessRetryIsBrokenOffAndSaid) {
  // vCPU 2.0 lives on pCPU 1, which hard affinity allows and soft does not;
  // pCPU 0 is taken.
  const TextRun run = RunText(R"(
scheduler null
pcpus 2
duration 1000
domain 1
domain 2
vcpu 1.0 hard=0 : run 10000
vcpu 2.0 hard=1 start=100 : run 10000
at 50 vcpu 2.0 hard=0-1 soft=0
)");
  EXPECT_EQ(run.trace, "0 1.0 0 1000 end\n1 idle 0 1000 idle\n");
  ASSERT_EQ(run.report.warnings.size(), 1u);
  EXPECT_NE(run.report.warnings[0].find("pCPU 1 at 100 ns"), std::string::npos);
  EXPECT_EQ(run.report.duration, Nanoseconds(1000));
  EXPECT_FALSE(run.report.partial);
}

}  // namespace
}  // namespace xenotime
