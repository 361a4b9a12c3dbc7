// Hard affinity is law, soft affinity a wish; both may change at any time.

#include "gtest/gtest.h"
#include "xenotime/tests/conformance/fixture.h"
#include "xenotime/tests/conformance/words.h"

namespace xenotime::conformance {
namespace {

bool OnlyOn(const CpuSet& ran, uint32_t pcpu) {
  return ran == CpuSet::Of(ran.machine_size(), PcpuId(pcpu));
}

TEST_P(ConformanceTest, APinnedVcpuRunsOnItsPcpuOnly) {
  if (!traits().affinity) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(4);
  AddDomain(scenario, {Pinned(Hog(), {2}),
                       Pinned(Sleeper(Milliseconds(1), Milliseconds(1)), {3})});
  const Observed run = Observe(scenario);
  EXPECT_TRUE(OnlyOn(run.PcpusWithin(0, Instant(), run.end()), 2));
  EXPECT_TRUE(OnlyOn(run.PcpusWithin(1, Instant(), run.end()), 3));
}

TEST_P(ConformanceTest, PinnedVcpusOfOnePcpuShareItAndLeaveTheOthersAlone) {
  if (!traits().affinity) GTEST_SKIP() << "not promised";
  if (!traits().time_shares) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(2, Seconds(1));
  AddDomain(scenario,
            {Pinned(Hog(), {1}), Pinned(Hog(), {1}), Pinned(Hog(), {1})});
  const Observed run = Observe(scenario);
  for (uint32_t v = 0; v < 3; ++v) {
    EXPECT_TRUE(OnlyOn(run.PcpusWithin(v, Instant(), run.end()), 1)) << v;
  }
  if (sim()) {
    EXPECT_EQ(run.report().metrics.pcpu_idle_ns[0], 1'000'000'000);
  }
}

TEST_P(ConformanceTest, OverlappingMasksAreAllKept) {
  if (!traits().affinity) GTEST_SKIP() << "not promised";
  if (!traits().time_shares) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(4, Seconds(1));
  AddDomain(scenario, {Pinned(Hog(), {0, 1}), Pinned(Hog(), {1, 2}),
                       Pinned(Hog(), {2, 3}), Pinned(Hog(), {0, 3}),
                       Pinned(Hog(), {1}), Hog()});
  const Observed run = Observe(scenario);
  EXPECT_EQ(run.Ran(), 6);
  for (uint32_t v = 0; v < 5; ++v) {
    const auto& hard = *scenario.domains[0].vcpus[v].hard;
    ForEachPcpu(run.PcpusWithin(v, Instant(), run.end()), [&](PcpuId p) {
      EXPECT_TRUE(p.value() == hard.front() || p.value() == hard.back()) << v;
    });
  }
}

TEST_P(ConformanceTest, AnAffinityChangeMovesARunningVcpu) {
  if (!traits().affinity) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(4);
  AddHogs(scenario, 1);
  const Duration at = Milliseconds(50);
  scenario.actions = {HardAffinityAt(at, 1, 0, {3})};
  const Observed run = Observe(scenario);
  // On threads the change takes effect a little later than it was asked for.
  const Instant from = Instant() + at + (sim() ? Duration() : at);
  EXPECT_TRUE(OnlyOn(run.PcpusWithin(0, from, run.end()), 3));
}

TEST_P(ConformanceTest, AnAffinityChangeMovesABlockedVcpu) {
  if (!traits().affinity) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(4);
  AddDomain(scenario, {Loop({Compute(Milliseconds(1)), Sleep(Milliseconds(99)),
                             Compute(Milliseconds(500))})});
  scenario.actions = {HardAffinityAt(Milliseconds(50), 1, 0, {2})};
  const Observed run = Observe(scenario);
  EXPECT_TRUE(
      OnlyOn(run.PcpusWithin(0, Instant() + Milliseconds(75), run.end()), 2));
}

TEST_P(ConformanceTest, AnAffinityChangeMovesAWaitingVcpuToAnIdlePcpu) {
  if (!traits().affinity) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(2, Milliseconds(400));
  AddDomain(scenario, {Pinned(Hog(), {0}), Pinned(Hog(), {0})});
  scenario.actions = {HardAffinityAt(Milliseconds(100), 1, 0, {0}),
                      HardAffinityAt(Milliseconds(100), 1, 1, {1})};
  const Observed run = Observe(scenario);
  EXPECT_TRUE(
      OnlyOn(run.PcpusWithin(1, Instant() + Milliseconds(250), run.end()), 1));
  EXPECT_GT(run.RunNsWithin(0, Instant() + Milliseconds(250), run.end()), 0);
}

TEST_P(ConformanceTest, AnAffinityChangeBeforeTheStartIsKept) {
  if (!traits().affinity) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(2);
  AddDomain(scenario, {StartingAt(Hog(), Milliseconds(60))});
  scenario.actions = {HardAffinityAt(Milliseconds(20), 1, 0, {1})};
  const Observed run = Observe(scenario);
  EXPECT_TRUE(OnlyOn(run.PcpusWithin(0, Instant(), run.end()), 1));
}

TEST_P(ConformanceTest, AStormOfAffinityChangesLosesNobody) {
  Scenario scenario = Machine(4);
  AddDomain(scenario, {Hog(), Sleeper(Microseconds(300), Microseconds(500)),
                       Loop({Compute(Microseconds(70)), YieldOnce()})});
  for (uint32_t i = 0; i < 300; ++i) {
    const uint32_t v = i % 3;
    scenario.actions.push_back(
        HardAffinityAt(Microseconds(500 * (i + 1)), 1, v, {(i / 3 + v) % 4}));
  }
  const Observed run = Observe(scenario);
  const Instant calm = Instant() + Milliseconds(sim() ? 170 : 100);
  for (uint32_t v = 0; v < 3; ++v) {
    EXPECT_GT(run.RunNsWithin(v, calm, run.end()), 0) << v;
  }
}

TEST_P(ConformanceTest, WhoMakesRoomForAPinnedVcpuMovesToAnIdlePcpu) {
  if (!traits().work_conserving) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(2, Milliseconds(400));
  AddHogs(scenario, 1);
  const Observed alone = Observe(scenario);
  // Comes to where the first one is.
  const uint32_t where =
      alone.PcpusWithin(0, alone.end() - Milliseconds(50), alone.end())
          .First()
          .value();
  AddDomain(scenario, {StartingAt(Pinned(Hog(), {where}), Milliseconds(20))});
  const Observed run = Observe(scenario);
  const Instant from = Instant() + Milliseconds(200);
  for (uint32_t v = 0; v < 2; ++v) {
    EXPECT_GT(run.RunNsWithin(v, from, run.end()), sim() ? 190'000'000 : 0)
        << v;
  }
}

TEST_P(ConformanceTest, SoftAffinityToABusyPcpuKeepsNobodyFromRunning) {
  if (traits().may_get_stuck || !traits().work_conserving) {
    GTEST_SKIP() << "not promised";
  }
  Scenario scenario = Machine(2);
  AddDomain(scenario, {Pinned(Hog(), {0})});
  AddDomain(scenario, {Preferring(Hog(), {0})});
  const Observed run = Observe(scenario);
  EXPECT_GT(run.RunNs(1), 0);
  EXPECT_GT(run.RunNs(0), 0);
}

}  // namespace
}  // namespace xenotime::conformance
