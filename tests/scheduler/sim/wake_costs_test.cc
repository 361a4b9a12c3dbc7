// What a wake-up costs: exact sums of the cost model, and the order of the
// ways in which WFI can be handled.

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/guest/irq_latency.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

// Each cost is another power of two, so that a sum tells its parts.
CostModel Powers() {
  CostModel costs;
  costs.irq_entry = Nanoseconds(1);
  costs.injection = Nanoseconds(2);
  costs.wake = Nanoseconds(4);
  costs.softirq = Nanoseconds(8);
  costs.decision = Nanoseconds(16);
  costs.context_switch = Nanoseconds(32);
  costs.context_tail = Nanoseconds(64);
  costs.idle_exit = Nanoseconds(128);
  costs.ipi_delivery = Nanoseconds(256);
  costs.guest_exit = Nanoseconds(512);
  return costs;
}

// The timer-latency guest alone on its pCPU.
Scenario OwnTimer(const std::string& scheduler, Vwfi vwfi,
                  GuestWait wait = GuestWait::kWfi) {
  Scenario scenario = ScenarioOf("scheduler " + scheduler + R"(
pcpus 1
duration 50000000
domain 1
)");
  scenario.vwfi = vwfi;
  scenario.domains[0].vcpus[0].workload =
      TimerLatencyWorkload{.delay = Microseconds(100), .wait = wait};
  scenario.sim.costs = Powers();
  return scenario;
}

// pCPU 0 sends signals to the vCPU on pCPU 1.
Scenario RemoteSignal(Vwfi vwfi) {
  Scenario scenario = ScenarioOf(R"(
scheduler null
pcpus 2
duration 50000000
domain 1 vcpus=2
)");
  scenario.vwfi = vwfi;
  scenario.domains[0].vcpus[0].workload = SignalSenderWorkload{
      .target_domain = 1, .target_vcpu = 1, .gap = Microseconds(100)};
  scenario.domains[0].vcpus[1].workload = SignalLatencyWorkload{};
  scenario.sim.costs = Powers();
  return scenario;
}

std::vector<int64_t> SamplesOf(const Scenario& scenario, size_t vcpu) {
  return RunScenario(scenario)
      .report.metrics.vcpus[vcpu]
      .guest_samples.values();
}

int64_t Sum(const Samples& samples) {
  return std::accumulate(samples.values().begin(), samples.values().end(),
                         int64_t{0});
}

void ExpectAll(const std::vector<int64_t>& samples, int64_t expected) {
  EXPECT_GT(samples.size(), 100u);
  for (int64_t sample : samples) ASSERT_EQ(sample, expected);
}

TEST(SimWakeCosts, WithoutCostsALatencyIsZero) {
  for (Vwfi vwfi : {Vwfi::kTrap, Vwfi::kNative}) {
    Scenario scenario = OwnTimer("null", vwfi);
    scenario.sim.costs = {};
    ExpectAll(SamplesOf(scenario, 0), 0);
  }
}

TEST(SimWakeCosts, WithoutCostsAPollerIsLateByLessThanAPoll) {
  Scenario scenario = OwnTimer("null", Vwfi::kYield);
  scenario.sim.costs = {};
  const auto samples = SamplesOf(scenario, 0);
  ASSERT_GT(samples.size(), 100u);
  for (int64_t sample : samples) {
    EXPECT_GE(sample, 0);
    EXPECT_LT(sample, 500);
  }
}

TEST(SimWakeCosts, ATrappedWaitPaysForTheWholeWay) {
  // idle exit, entry, injection, wake, softirq, decision, switch, tail.
  ExpectAll(SamplesOf(OwnTimer("null", Vwfi::kTrap), 0),
            128 + 1 + 2 + 4 + 8 + 16 + 32 + 64);
}

TEST(SimWakeCosts, ANativeWaitPaysForTheInterruptOnly) {
  ExpectAll(SamplesOf(OwnTimer("null", Vwfi::kNative), 0), 1 + 2);
}

TEST(SimWakeCosts, ASpinnerPaysTheSameUnderEveryVwfi) {
  for (Vwfi vwfi : {Vwfi::kTrap, Vwfi::kYield, Vwfi::kNative}) {
    ExpectAll(SamplesOf(OwnTimer("null", vwfi, GuestWait::kSpin), 0), 1 + 2);
  }
}

TEST(SimWakeCosts, NativeIsFasterThanYieldIsFasterThanTrap) {
  for (const char* scheduler : {"null", "credit"}) {
    // Over several delays, as a poller is always at the same point of its round
    // after the same time.
    const auto of = [&](Vwfi vwfi) {
      int64_t sum = 0;
      for (int64_t delay = 100'000; delay < 101'000; delay += 100) {
        Scenario scenario = OwnTimer(scheduler, vwfi);
        scenario.duration = Milliseconds(2);
        scenario.domains[0].vcpus[0].workload =
            TimerLatencyWorkload{.delay = Duration(delay)};
        scenario.sim.costs.idle_exit = Microseconds(3);
        scenario.sim.costs.context_switch = Microseconds(1);
        scenario.sim.costs.decision = Nanoseconds(400);
        const auto samples = SamplesOf(scenario, 0);
        sum += std::accumulate(samples.begin(), samples.end(), int64_t{0}) /
               static_cast<int64_t>(samples.size());
      }
      return sum;
    };
    EXPECT_LT(of(Vwfi::kNative), of(Vwfi::kYield)) << scheduler;
    EXPECT_LT(of(Vwfi::kYield), of(Vwfi::kTrap)) << scheduler;
  }
}

TEST(SimWakeCosts, ARemoteSignalToATrappedWaiterPaysForTheTickle) {
  // The sender's trap, injection and wake; the IPI; then over there: idle exit,
  // entry, softirq, decision, switch, tail.
  ExpectAll(SamplesOf(RemoteSignal(Vwfi::kTrap), 1),
            512 + 2 + 4 + 256 + 128 + 1 + 8 + 16 + 32 + 64);
}

TEST(SimWakeCosts, ARemoteSignalToANativeWaiterPaysForTheIpi) {
  // The sender's trap and injection, the IPI, and the entry over there.
  ExpectAll(SamplesOf(RemoteSignal(Vwfi::kNative), 1), 512 + 2 + 256 + 1);
}

TEST(SimWakeCosts, StagesAddUpToTheTotal) {
  RunOptions options;
  options.stages = true;
  for (const Scenario& scenario :
       {OwnTimer("null", Vwfi::kTrap), OwnTimer("credit", Vwfi::kTrap),
        RemoteSignal(Vwfi::kTrap)}) {
    const RunMetrics metrics = RunScenario(scenario, options).report.metrics;
    ASSERT_FALSE(metrics.stage_total.empty());
    int64_t sum = 0;
    for (const Samples& stage : metrics.stages) sum += Sum(stage);
    EXPECT_EQ(sum, Sum(metrics.stage_total));
  }
}

TEST(SimWakeCosts, TheTotalOfTheStagesIsWhatTheGuestMeasures) {
  RunOptions options;
  options.stages = true;
  const RunMetrics metrics =
      RunScenario(OwnTimer("null", Vwfi::kTrap), options).report.metrics;
  EXPECT_EQ(metrics.stage_total.values(),
            metrics.vcpus[0].guest_samples.values());
}

TEST(SimWakeCosts, StampsDoNotChangeTheRun) {
  const Scenario scenario = OwnTimer("credit", Vwfi::kTrap);
  RunOptions options;
  options.stages = true;
  EXPECT_EQ(RunScenario(scenario, options).trace, RunScenario(scenario).trace);
}

TEST(SimWakeCosts, EachCostMakesATrappedWaitLonger) {
  std::vector<Duration CostModel::*> parts = {
      &CostModel::irq_entry,    &CostModel::injection,
      &CostModel::wake,         &CostModel::softirq,
      &CostModel::decision,     &CostModel::context_switch,
      &CostModel::context_tail, &CostModel::idle_exit};
  for (Duration CostModel::*part : parts) {
    Scenario scenario = OwnTimer("null", Vwfi::kTrap);
    scenario.sim.costs = {};
    scenario.sim.costs.*part = Nanoseconds(77);
    ExpectAll(SamplesOf(scenario, 0), 77);
  }
}

}  // namespace
}  // namespace xenotime
