// What a report says of a run, and how a run ends.

#include <atomic>
#include <chrono>
#include <thread>

#include "gtest/gtest.h"
#include "xenotime/tests/conformance/fixture.h"
#include "xenotime/tests/conformance/words.h"

namespace xenotime::conformance {
namespace {

Scenario WithMixedGuests(Scenario scenario) {
  AddDomain(scenario, {Hog(), Sleeper(Milliseconds(2), Milliseconds(3))});
  AddDomain(scenario, {Loop({Compute(Microseconds(500)), YieldOnce()}),
                       Loop({Compute(Milliseconds(1)), Down(Milliseconds(1))}),
                       Loop({Wait()})});
  return scenario;
}

TEST_P(ConformanceTest, RunAndIdleTimesAddUpToTheMachine) {
  const Scenario scenario = WithMixedGuests(Machine(3));
  const Observed run = Observe(scenario);
  int64_t sum = 0;
  for (const VcpuMetrics& v : run.report().metrics.vcpus) sum += v.run_ns;
  for (const int64_t idle : run.report().metrics.pcpu_idle_ns) sum += idle;
  const int64_t all = 3 * (run.end() - Instant()).ns();
  if (sim()) {
    EXPECT_EQ(sum, all);
    EXPECT_EQ(run.report().duration, scenario.duration);
  } else {
    EXPECT_NEAR(sum, all, all / 20);
  }
}

TEST_P(ConformanceTest, RunstatesOfAVcpuAddUpToTheRun) {
  const Observed run = Observe(WithMixedGuests(Machine(3)));
  const int64_t all = (run.end() - Instant()).ns();
  for (const VcpuMetrics& v : run.report().metrics.vcpus) {
    int64_t sum = 0;
    for (const int64_t ns : v.runstate_ns) sum += ns;
    if (sim()) {
      EXPECT_EQ(sum, all) << v.name.ToString();
      EXPECT_EQ(v.runstate_ns[static_cast<int>(RunState::kRunning)], v.run_ns);
    } else {
      EXPECT_NEAR(sum, all, all / 20) << v.name.ToString();
    }
  }
}

TEST_P(ConformanceTest, TheIntervalsOfARunAreThoseOfItsMetrics) {
  const Observed run = Observe(WithMixedGuests(Machine(2)));
  for (uint32_t v = 0; v < run.report().metrics.vcpus.size(); ++v) {
    EXPECT_EQ(run.RunNsWithin(v, Instant(), run.end()), run.RunNs(v)) << v;
  }
}

TEST_P(ConformanceTest, TheStopFlagEndsTheRun) {
  Scenario scenario = Machine(2, Seconds(30));
  AddDomain(scenario, {Sleeper(Microseconds(20), Microseconds(20))});
  std::atomic<bool> stop = sim();
  std::thread stopper;
  if (!sim()) {
    stopper = std::thread([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop = true;
    });
  }
  RunOptions options;
  options.stop = &stop;
  const Observed run = Observe(scenario, options);
  if (stopper.joinable()) stopper.join();
  EXPECT_TRUE(run.report().partial);
  EXPECT_LT(run.report().duration, scenario.duration);
}

TEST_P(ConformanceTest, AFullRunIsNotPartial) {
  Scenario scenario = Machine(1, Milliseconds(20));
  AddHogs(scenario, 1);
  const Observed run = Observe(scenario);
  EXPECT_FALSE(run.report().partial);
  EXPECT_EQ(run.report().scheduler, GetParam().policy.name);
  EXPECT_EQ(run.report().executor, GetParam().executor);
}

TEST_P(SimConformanceTest, TheSameRunGivesTheSameTrace) {
  Scenario scenario = WithMixedGuests(Machine(3));
  scenario.sim.latency.timer = Microseconds(20);
  scenario.sim.faults.spurious_wake_ppm = 50'000;
  for (const uint64_t seed : {1, 2, 3}) {
    const Observed first = Observe(scenario, seed);
    const Observed second = Observe(scenario, seed);
    EXPECT_EQ(first.report().trace_hash, second.report().trace_hash) << seed;
    EXPECT_NE(first.report().trace_hash, 0u);
  }
}

TEST_P(SimConformanceTest, AnotherSeedGivesAnotherTraceIfThereIsNoise) {
  Scenario scenario = WithMixedGuests(Machine(3));
  const uint64_t quiet = Observe(scenario, 1).report().trace_hash;
  EXPECT_EQ(Observe(scenario, 2).report().trace_hash, quiet);
  scenario.sim.latency.timer = Microseconds(20);
  EXPECT_NE(Observe(scenario, 1).report().trace_hash,
            Observe(scenario, 2).report().trace_hash);
}

TEST_P(SimConformanceTest, WatchingARunDoesNotChangeIt) {
  Scenario scenario = WithMixedGuests(Machine(3));
  const int64_t calls = Observe(scenario).report().schedule_calls;
  scenario.snapshot = Milliseconds(7);
  RunOptions options;
  int lines = 0;
  options.snapshot = [&lines](Instant, const std::string&) { ++lines; };
  EXPECT_EQ(Observe(scenario, options).report().schedule_calls, calls);
  options.stages = true;
  EXPECT_EQ(Observe(scenario, options).report().schedule_calls, calls);
}

}  // namespace
}  // namespace xenotime::conformance
