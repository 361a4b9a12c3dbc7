// The world at its worst: hypervisor work takes time, interrupts are late, come
// twice or without a reason, and pCPUs stand still. Simulation only; each test
// prints the seeds that it tries.

#include <cstdint>

#include "gtest/gtest.h"
#include "xenotime/tests/conformance/fixture.h"
#include "xenotime/tests/conformance/words.h"

namespace xenotime::conformance {
namespace {

constexpr uint64_t kSeeds[] = {1, 2, 3, 20170209, 0xFFFFFFFFFFFFFFFF};

CostModel AllCosts() {
  CostModel costs;
  costs.irq_entry = Nanoseconds(700);
  costs.injection = Nanoseconds(500);
  costs.wake = Nanoseconds(1000);
  costs.softirq = Nanoseconds(150);
  costs.decision = Nanoseconds(350);
  costs.context_switch = Nanoseconds(900);
  costs.context_tail = Nanoseconds(300);
  costs.idle_exit = Nanoseconds(2000);
  costs.ipi_delivery = Nanoseconds(800);
  costs.guest_exit = Nanoseconds(600);
  return costs;
}

LatencyModel MuchLatency() {
  LatencyModel latency;
  latency.ipi = Microseconds(5);
  latency.timer = Microseconds(30);
  latency.guest_exit = Microseconds(3);
  latency.cost_percent = 50;
  return latency;
}

FaultModel AllFaults() {
  FaultModel faults;
  faults.spurious_tickle_ppm = 50'000;
  faults.spurious_wake_ppm = 50'000;
  faults.late_ipi_ppm = 50'000;
  faults.stall_ppm = 2'000;
  return faults;
}

class AdversaryTest : public SimConformanceTest {
 protected:
  // Guests of all kinds on four pCPUs; for a policy that does not share time no
  // more of them than pCPUs.
  Scenario Busy() const {
    Scenario scenario = Machine(4, Milliseconds(300));
    AddDomain(scenario,
              {Loop({Compute(Microseconds(40)), Wake(1, 1), Wait()}),
               Loop({Wait(), Compute(Microseconds(60)), Wake(1, 0)})});
    AddDomain(scenario, {Sleeper(Microseconds(200), Microseconds(300))});
    AddDomain(scenario, {Loop({Compute(Microseconds(150)), YieldOnce()})});
    if (traits().time_shares) {
      AddHogs(scenario, 3);
      AddDomain(scenario,
                {Loop({Compute(Microseconds(500)), Down(Microseconds(700))})});
    }
    return scenario;
  }

  // Runs it with each seed; everybody must get along until the end.
  void ExpectSurvival(const Scenario& scenario) const {
    for (const uint64_t seed : kSeeds) {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      RecordProperty("seed", std::to_string(seed));
      const Observed run = Observe(scenario, seed);
      const auto vcpus =
          static_cast<uint32_t>(run.report().metrics.vcpus.size());
      for (uint32_t v = 0; v < vcpus; ++v) {
        EXPECT_GT(run.RunNsWithin(v, run.end() - Milliseconds(150), run.end()),
                  0)
            << "vCPU " << v << " was lost";
      }
      if (HasFailure()) return;
    }
  }
};

TEST_P(AdversaryTest, NobodyIsLostWhenHypervisorWorkTakesTime) {
  Scenario scenario = Busy();
  scenario.sim.costs = AllCosts();
  ExpectSurvival(scenario);
}

TEST_P(AdversaryTest, NobodyIsLostWhenTimersAndIpisAreLate) {
  Scenario scenario = Busy();
  scenario.sim.latency = MuchLatency();
  ExpectSurvival(scenario);
}

TEST_P(AdversaryTest, NobodyIsLostInAStormOfSpuriousTickles) {
  Scenario scenario = Busy();
  scenario.sim.faults.spurious_tickle_ppm = 500'000;
  ExpectSurvival(scenario);
}

TEST_P(AdversaryTest, NobodyIsLostInAStormOfSpuriousWakes) {
  Scenario scenario = Busy();
  scenario.sim.faults.spurious_wake_ppm = 500'000;
  ExpectSurvival(scenario);
}

TEST_P(AdversaryTest, NobodyIsLostWhenIpisAreDelayed) {
  Scenario scenario = Busy();
  scenario.sim.costs.ipi_delivery = Microseconds(1);
  scenario.sim.faults.late_ipi_ppm = 300'000;
  ExpectSurvival(scenario);
}

TEST_P(AdversaryTest, NobodyIsLostWhenPcpusStandStill) {
  Scenario scenario = Busy();
  scenario.sim.faults.stall_ppm = 20'000;
  ExpectSurvival(scenario);
}

TEST_P(AdversaryTest, NobodyIsLostWhenEverythingGoesWrong) {
  Scenario scenario = Busy();
  scenario.sim.costs = AllCosts();
  scenario.sim.latency = MuchLatency();
  scenario.sim.faults = AllFaults();
  ExpectSurvival(scenario);
}

TEST_P(AdversaryTest, NobodyIsLostWhenEverythingGoesWrongInEveryWfiMode) {
  for (const Vwfi vwfi : {Vwfi::kYield, Vwfi::kNative}) {
    // Guests that hold their pCPU while they wait need one each.
    Scenario scenario = Machine(4);
    scenario.vwfi = vwfi;
    AddDomain(scenario, {Loop({Compute(Microseconds(40)), Wake(1, 1), Wait()}),
                         Loop({Wait(), Compute(Microseconds(60)), Wake(1, 0)}),
                         Sleeper(Microseconds(200), Microseconds(300))});
    scenario.sim.costs = AllCosts();
    scenario.sim.latency = MuchLatency();
    scenario.sim.faults = AllFaults();
    ExpectSurvival(scenario);
  }
}

TEST_P(AdversaryTest, AffinityStormsUnderFaultsLoseNobody) {
  Scenario scenario = Machine(4, Milliseconds(300));
  AddDomain(scenario, {Hog(), Sleeper(Microseconds(300), Microseconds(500)),
                       Loop({Compute(Microseconds(70)), YieldOnce()})});
  for (uint32_t i = 0; i < 300; ++i) {
    scenario.actions.push_back(HardAffinityAt(Microseconds(400 * (i + 1)), 1,
                                              i % 3, {(i / 3 + i % 3) % 4}));
  }
  scenario.sim.costs = AllCosts();
  scenario.sim.latency = MuchLatency();
  scenario.sim.faults = AllFaults();
  ExpectSurvival(scenario);
}

INSTANTIATE_TEST_SUITE_P(Sim, AdversaryTest, testing::ValuesIn(SimCases()),
                         NameOfCase);

}  // namespace
}  // namespace xenotime::conformance
