// Machines of all shapes.

#include <algorithm>

#include "gtest/gtest.h"
#include "xenotime/tests/conformance/fixture.h"
#include "xenotime/tests/conformance/words.h"

namespace xenotime::conformance {
namespace {

// As many hogs as pCPUs: all run, and no pCPU stays without one.
void ExpectAllUsed(const Observed& run, uint32_t pcpus, bool work_conserving) {
  EXPECT_EQ(run.Ran(), static_cast<int>(pcpus));
  if (!work_conserving) return;
  const auto& idle = run.report().metrics.pcpu_idle_ns;
  const int64_t all = (run.end() - Instant()).ns();
  for (uint32_t p = 0; p < pcpus; ++p) EXPECT_LT(idle[p], all) << p;
}

TEST_P(ConformanceTest, OnePcpuIsAMachineToo) {
  Scenario scenario = Machine(1);
  AddDomain(scenario, {Sleeper(Microseconds(200), Microseconds(300)),
                       Loop({Compute(Microseconds(50)), YieldOnce(),
                             Sleep(Microseconds(10))})});
  const Observed run = Observe(scenario);
  EXPECT_EQ(run.Ran(), traits().time_shares ? 2 : 1);
}

TEST_P(ConformanceTest, SixtyFourVcpusGetTheirTurnOnFourPcpus) {
  Scenario scenario = Machine(4, Seconds(2));
  for (int i = 0; i < 16; ++i) AddHogs(scenario, 4);
  EXPECT_EQ(Observe(scenario).Ran(), traits().time_shares ? 64 : 4);
}

TEST_P(ConformanceTest, SixtyFourSleepersAreServedByFourPcpus) {
  if (!traits().time_shares) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(4, Seconds(1));
  for (int64_t i = 0; i < 64; ++i) {
    AddDomain(scenario, {Sleeper(Microseconds(50 + i), Milliseconds(5))});
  }
  const Observed run = Observe(scenario);
  for (uint32_t v = 0; v < 64; ++v) EXPECT_GT(run.Wakes(v), Often(5)) << v;
}

TEST_P(ConformanceTest, AllThreadsOfAnSmtMachineAreUsed) {
  Scenario scenario = Machine(2);
  scenario.topology.threads = 2;
  AddHogs(scenario, 4);
  ExpectAllUsed(Observe(scenario), 4, traits().work_conserving);
}

TEST_P(ConformanceTest, AllNodesOfANumaMachineAreUsed) {
  Scenario scenario = Machine(2);
  scenario.topology.sockets = 4;
  scenario.topology.nodes = 2;
  AddHogs(scenario, 8);
  ExpectAllUsed(Observe(scenario), 8, traits().work_conserving);
}

TEST_P(SimConformanceTest, TwoHundredPcpusAreUsed) {
  if (traits().most_vcpus < 200) GTEST_SKIP() << "too many for it";
  Scenario scenario = Machine(25, Milliseconds(100));
  scenario.topology.sockets = 4;
  scenario.topology.threads = 2;
  // Not at time 0: Xen's credit does not look for work in its first
  // millisecond, and a pCPU that finds none does not look again until it is
  // asked to.
  const VcpuSpec hog = StartingAt(Hog(), Milliseconds(2));
  for (int i = 0; i < 50; ++i) AddDomain(scenario, {hog, hog, hog, hog});
  ExpectAllUsed(Observe(scenario), 200, traits().work_conserving);
}

TEST_P(SimConformanceTest, ThreeHundredSleepersShareTwoHundredPcpus) {
  if (traits().most_vcpus < 300) GTEST_SKIP() << "too many for it";
  if (!traits().time_shares) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(100, Milliseconds(100));
  scenario.topology.sockets = 2;
  for (int64_t i = 0; i < 300; ++i) {
    AddDomain(scenario,
              {Sleeper(Microseconds(300 + i), Microseconds(700 - i))});
  }
  EXPECT_EQ(Observe(scenario).Ran(), 300);
}

TEST_P(SimConformanceTest, AnArmMachineOfOnePackageIsUsed) {
  Scenario scenario = Machine(6);
  scenario.topology.architecture = Architecture::kArm;
  AddHogs(scenario, 6);
  ExpectAllUsed(Observe(scenario), 6, traits().work_conserving);
}

}  // namespace
}  // namespace xenotime::conformance
