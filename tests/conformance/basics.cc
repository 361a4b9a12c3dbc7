// Who runs, and when.

#include "gtest/gtest.h"
#include "xenotime/tests/conformance/fixture.h"
#include "xenotime/tests/conformance/words.h"

namespace xenotime::conformance {
namespace {

TEST_P(ConformanceTest, ASingleVcpuRunsAllTheTime) {
  Scenario scenario = Machine(1);
  AddHogs(scenario, 1);
  const Observed run = Observe(scenario);
  EXPECT_GT(run.RunNs(0), 0);
  if (sim()) {
    EXPECT_EQ(run.RunNs(0), scenario.duration.ns());
  }
}

TEST_P(ConformanceTest, AMachineWhoseGuestsSleepIdles) {
  Scenario scenario = Machine(2);
  AddDomain(scenario, {Loop({Compute(Microseconds(10)), Exit()})});
  const Observed run = Observe(scenario);
  EXPECT_EQ(run.Dispatches(0), 1);
  if (sim()) {
    EXPECT_EQ(run.report().metrics.pcpu_idle_ns[0] +
                  run.report().metrics.pcpu_idle_ns[1],
              2 * scenario.duration.ns() - 10'000);
  }
}

TEST_P(ConformanceTest, AVcpuWithoutProgramIsNeverStarted) {
  Scenario scenario = Machine(2);
  AddDomain(scenario, {Hog(), Loop({})});
  const Observed run = Observe(scenario);
  EXPECT_GT(run.RunNs(0), 0);
  EXPECT_EQ(run.Dispatches(1), 0);
}

TEST_P(ConformanceTest, AVcpuRunsFromItsStartTimeOn) {
  Scenario scenario = Machine(2);
  const Duration start = Milliseconds(50);
  AddDomain(scenario, {StartingAt(Hog(), start)});
  const Observed run = Observe(scenario);
  EXPECT_EQ(run.RunNsWithin(0, Instant(), Instant() + start), 0);
  EXPECT_GT(run.RunNs(0), 0);
}

TEST_P(ConformanceTest, EveryVcpuRunsWhereThereIsAPcpuForEach) {
  Scenario scenario = Machine(4);
  AddHogs(scenario, 4);
  EXPECT_EQ(Observe(scenario).Ran(), 4);
}

TEST_P(ConformanceTest, NoPcpuIdlesForLongBesideAVcpuThatWaitsForOne) {
  if (!traits().work_conserving) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(4, Seconds(1));
  AddHogs(scenario, 6);
  AddDomain(scenario, {Sleeper(Milliseconds(3), Milliseconds(2)),
                       Sleeper(Milliseconds(1), Milliseconds(5))});
  const Observed run = Observe(scenario);
  // The executor of threads cannot promise this: the host has its own ideas.
  if (sim()) {
    EXPECT_LT(run.report().metrics.nonworkconserving_max_ns, 50'000'000);
    EXPECT_LT(run.report().metrics.nonworkconserving_ns, 100'000'000);
  }
}

TEST_P(ConformanceTest, EveryRunnableVcpuOfAnOvercommittedMachineRuns) {
  if (!traits().time_shares) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(2, Seconds(1));
  AddHogs(scenario, 5);
  AddHogs(scenario, 3);
  EXPECT_EQ(Observe(scenario).Ran(), 8);
}

TEST_P(ConformanceTest, WithoutTimeSharingTheFirstKeepTheirPcpus) {
  if (traits().time_shares) GTEST_SKIP() << "it shares time";
  Scenario scenario = Machine(2);
  AddHogs(scenario, 5);
  EXPECT_EQ(Observe(scenario).Ran(), 2);
}

TEST_P(ConformanceTest, EqualHogsGetEqualTime) {
  if (!traits().fair) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(1, Seconds(2));
  for (int i = 0; i < 4; ++i) AddHogs(scenario, 1);
  const Observed run = Observe(scenario);
  const int64_t fair = (run.end() - Instant()).ns() / 4;
  for (uint32_t v = 0; v < 4; ++v) {
    EXPECT_NEAR(run.RunNs(v), fair, fair / 4) << v;
  }
}

TEST_P(ConformanceTest, ASleeperGetsExactlyTheTimeItAsksFor) {
  Scenario scenario = Machine(1);
  AddDomain(scenario, {Loop({Compute(Milliseconds(1)), Sleep(Milliseconds(3)),
                             Compute(Milliseconds(2)), Exit()})});
  const Observed run = Observe(scenario);
  if (sim()) {
    EXPECT_EQ(run.RunNs(0), 3'000'000);
    EXPECT_EQ(run.Dispatches(0), 2);
  } else {
    EXPECT_GE(run.RunNs(0), 3'000'000);
  }
}

TEST_P(ConformanceTest, EveryWakeOfASleeperLeadsToADispatch) {
  Scenario scenario = Machine(2);
  AddDomain(scenario, {Sleeper(Milliseconds(1), Milliseconds(1))});
  const Observed run = Observe(scenario);
  EXPECT_GT(run.Wakes(0), Often(10));
  EXPECT_GE(run.Dispatches(0), run.Wakes(0));
}

TEST_P(ConformanceTest, ASleeperIsServedBesideHogs) {
  if (!traits().time_shares) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(1, Seconds(2));
  AddHogs(scenario, 2);
  AddDomain(scenario, {Sleeper(Milliseconds(1), Milliseconds(10))});
  EXPECT_GT(Observe(scenario).Wakes(2), Often(5));
}

TEST_P(ConformanceTest, YieldersLetEachOtherRun) {
  if (!traits().time_shares) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(1, Seconds(1));
  const VcpuSpec yielder = Loop({Compute(Microseconds(200)), YieldOnce()});
  AddDomain(scenario, {yielder, yielder, yielder});
  const Observed run = Observe(scenario);
  EXPECT_EQ(run.Ran(), 3);
  EXPECT_GT(run.report().metrics.vcpus[0].yields, 0);
}

TEST_P(ConformanceTest, ALoneYielderGoesOn) {
  Scenario scenario = Machine(1);
  AddDomain(scenario, {Loop({Compute(Microseconds(100)), YieldOnce()})});
  const Observed run = Observe(scenario);
  EXPECT_GT(run.report().metrics.vcpus[0].yields, Often(100));
  if (sim()) {
    EXPECT_EQ(run.RunNs(0), scenario.duration.ns());
  }
}

TEST_P(ConformanceTest, WhoGoesDownComesBack) {
  Scenario scenario = Machine(2);
  AddDomain(scenario,
            {Loop({Compute(Milliseconds(1)), Down(Milliseconds(4))}), Hog()});
  const Observed run = Observe(scenario);
  EXPECT_GT(run.Dispatches(0), Often(5));
}

TEST_P(ConformanceTest, WhoGoesDownForEverStaysDown) {
  Scenario scenario = Machine(1);
  AddDomain(scenario, {Loop({Compute(Milliseconds(1)), Down()})});
  const Observed run = Observe(scenario);
  EXPECT_EQ(run.Dispatches(0), 1);
}

TEST_P(ConformanceTest, WhoGoesDownMakesRoomForTheOneThatWaits) {
  Scenario scenario = Machine(1);
  AddDomain(scenario, {Loop({Compute(Milliseconds(1)), Down()})});
  AddHogs(scenario, 1);
  const Observed run = Observe(scenario);
  EXPECT_GT(run.RunNs(0), 0);
  EXPECT_GT(run.RunNs(1), 0);
}

TEST_P(ConformanceTest, GoingUpAndDownAllTheTimeLosesNobody) {
  Scenario scenario = Machine(4);
  for (int64_t i = 0; i < 4; ++i) {
    AddDomain(scenario, {Loop({Compute(Microseconds(300 + 17 * i)),
                               Down(Microseconds(200 + 31 * i))})});
  }
  const Observed run = Observe(scenario);
  for (uint32_t v = 0; v < 4; ++v) {
    EXPECT_GT(run.Dispatches(v), Often(20)) << v;
    EXPECT_GT(run.RunNsWithin(v, Late(run, Milliseconds(50)), run.end()), 0)
        << v;
  }
}

}  // namespace
}  // namespace xenotime::conformance
