// The examples are valid, run, and show what their comments say.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "xenotime/proto/convert/load_scenario.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/tests/testing/scenario_files.h"

namespace xenotime {
namespace {

// Tests run in the root of the workspace.
std::string ExamplePath(const std::string& file) {
  return "examples/scenarios/" + file;
}

Report RunExample(const std::string& path, const std::string& scheduler = "",
                  const std::string& xen = "") {
  absl::StatusOr<Scenario> scenario = LoadScenario(path);
  if (!scenario.ok()) {
    ADD_FAILURE() << scenario.status().ToString();
    return Report();
  }
  if (!scheduler.empty()) {
    scenario->scheduler = scheduler;
    scenario->parameters.clear();
  }
  if (!xen.empty()) scenario->xen = xen;
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  RunOptions options;
  options.check_invariants = true;
  absl::StatusOr<Report> report = Run(*scenario, registry, options);
  if (report.ok()) return *std::move(report);
  ADD_FAILURE() << path << ": " << report.status().ToString();
  return Report();
}

TEST(ExampleScenariosTest, AllRunWithoutWarnings) {
  int found = 0;
  for (const std::string& path : FilesIn(ExamplePath(""))) {
    if (!path.ends_with(".scenario") && !path.ends_with(".textproto")) continue;
    ++found;
    const Report report = RunExample(path);
    EXPECT_EQ(absl::StrJoin(report.warnings, "\n"), "") << path;
    EXPECT_GT(report.metrics.switches, 10) << path;
  }
  EXPECT_EQ(found, 9);
}

TEST(ExampleScenariosTest, TheBlockerIsServedSoonBesideHogs) {
  const Report report = RunExample(ExamplePath("hogs_vs_blocker.scenario"));
  const SampleSummary latency = report.metrics.vcpus[2].wake_to_run.Summarize();
  EXPECT_GT(latency.count, 200);
  EXPECT_LT(latency.median, 1'000'000);
}

TEST(ExampleScenariosTest, PingPongStarvesTheHog) {
  const Report report =
      RunExample(ExamplePath("pingpong_starves_hog.scenario"));
  EXPECT_LT(report.metrics.vcpus[2].run_ns, report.duration.ns() / 50);
}

TEST(ExampleScenariosTest, TheCapIsKeptAndThenRaised) {
  const Report report = RunExample(ExamplePath("cap.scenario"));
  // 25 % of the first two seconds, 50 % of the last two.
  EXPECT_NEAR(static_cast<double>(report.metrics.vcpus[0].run_ns), 1.5e9, 1e8);
}

TEST(ExampleScenariosTest, RtdsKeepsItsPromises) {
  const std::string path = ExamplePath("rtds_periodic_tasks.scenario");
  const Report report = RunExample(path);
  const auto wakes = [&](int v) {
    return report.metrics.vcpus[v].wake_to_run.Summarize();
  };
  EXPECT_GT(wakes(0).count, 2980);
  EXPECT_EQ(wakes(0).p99, 0);
  EXPECT_LT(wakes(0).max, 1'000'000);    // its period
  EXPECT_LT(wakes(1).max, 33'333'000);   // likewise
  EXPECT_LT(wakes(2).max, 100'000'000);  // likewise
  // The background gets all the rest.
  EXPECT_GT(report.metrics.vcpus[3].run_ns, 1'350'000'000);
  EXPECT_EQ(report.metrics.pcpu_idle_ns[0], 0);
  EXPECT_LT(2 * RunExample(path, "credit2").metrics.vcpus[0].run_ns,
            report.metrics.vcpus[0].run_ns);
}

TEST(ExampleScenariosTest, ThePartitionsOfArinc653KeepToTheirFrames) {
  const Report report = RunExample(ExamplePath("arinc653_partitions.scenario"));
  const auto& vcpus = report.metrics.vcpus;
  // Awake again exactly when its next frame begins.
  EXPECT_EQ(vcpus[0].wake_to_run.Summarize().max, 0);
  EXPECT_EQ(vcpus[0].run_ns, 80 * 3'000'000);
  // 5 ms of each 50.
  EXPECT_EQ(vcpus[2].run_ns, 200'000'000);
}

TEST(ExampleScenariosTest, CoreSchedulingCostsTheThreadBesideASingleVcpu) {
  const auto busy_ns = [](const Report& report) {
    int64_t sum = 0;
    for (const auto& vcpu : report.metrics.vcpus) sum += vcpu.run_ns;
    return sum;
  };
  const std::string path = ExamplePath("core_scheduling.scenario");
  const Report cores = RunExample(path);
  const int64_t all_ns = 4 * cores.duration.ns();
  const int64_t beside_ns = cores.metrics.vcpus[2].run_ns;
  EXPECT_LE(busy_ns(cores), all_ns - beside_ns);
  EXPECT_GT(beside_ns, all_ns / 10);
  EXPECT_GT(busy_ns(RunExample(path, "credit2", "sched-gran=cpu")),
            0.95 * static_cast<double>(all_ns));
}

TEST(ExampleScenariosTest, NullIsTheFloorOfTheLatencies) {
  const std::string path = ExamplePath("irq_latency_remote.textproto");
  const auto median = [&](const char* scheduler) {
    return RunExample(path, scheduler)
        .metrics.vcpus[1]
        .guest_samples.Summarize()
        .median;
  };
  EXPECT_GT(median("null"), 0);
  EXPECT_LE(median("null"), median("credit"));
}

}  // namespace
}  // namespace xenotime
