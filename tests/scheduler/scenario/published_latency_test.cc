// The built-in IRQ workloads give the averages that were measured in 2017 on
// the machine whose costs they carry (default_scenario.cc).

#include <gtest/gtest.h>

#include <string>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/default_scenario.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/sim/models.h"
#include "xenotime/scheduler/trace/samples.h"

namespace xenotime {
namespace {

// What the guest, vCPU 2.0, measured.
SampleSummary LatencyOf(const Scenario& scenario) {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  const absl::StatusOr<Report> report =
      xenotime::Run(scenario, registry, RunOptions());
  EXPECT_TRUE(report.ok()) << report.status();
  if (!report.ok()) return {};
  return report->metrics.vcpus[1].guest_samples.Summarize();
}

SampleSummary LatencyWithoutNoise(const std::string& workload) {
  Scenario scenario = *FindBuiltinWorkload(workload);
  scenario.sim.latency = LatencyModel();
  return LatencyOf(scenario);
}

TEST(PublishedLatencyTest, AGuestInWfiTakes4850NsUnderCredit) {
  for (const char* workload : {"irq-remote", "irq-timer"}) {
    const SampleSummary latency = LatencyWithoutNoise(workload);
    EXPECT_GT(latency.count, 1900) << workload;
    EXPECT_EQ(latency.min, 4850) << workload;
    EXPECT_EQ(latency.max, 4850) << workload;
  }
}

TEST(PublishedLatencyTest, AGuestThatSpinsTakes1890Ns) {
  const SampleSummary latency = LatencyWithoutNoise("irq-timer-spin");
  EXPECT_GT(latency.count, 1900);
  EXPECT_EQ(latency.min, 1890);
  EXPECT_EQ(latency.max, 1890);
}

TEST(PublishedLatencyTest, NoiseMovesTheAverageByLessThanOnePercent) {
  const SampleSummary latency = LatencyOf(DefaultScenario());
  EXPECT_GT(latency.max, latency.min);
  EXPECT_NEAR(static_cast<double>(latency.average), 4850, 48);
}

}  // namespace
}  // namespace xenotime
