#ifndef XENOTIME_TESTS_CLI_FAKE_WORLD_H_
#define XENOTIME_TESTS_CLI_FAKE_WORLD_H_

#include <atomic>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "xenotime/cli/command_line.h"
#include "xenotime/cli/environment.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run_options.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Two schedulers that can be named, but not run.
inline PolicyRegistry FakeRegistry() {
  PolicyRegistry registry;
  registry.Add({.name = "credit",
                .summary = "proportional share",
                .parameters = {{.name = "tslice_ms",
                                .unit = "ms",
                                .default_value = 30,
                                .minimum = 1,
                                .maximum = 1000,
                                .help = "time slice"}},
                .cap_rule = CapRule::kReject,
                .make = nullptr});
  registry.Add({.name = "null",
                .summary = "a pCPU each",
                .parameters = {},
                .cap_rule = CapRule::kIgnored,
                .make = nullptr});
  return registry;
}

// A report with one vCPU, which used half of two pCPUs' time.
inline Report FakeReport(const Scenario& scenario, const RunOptions& options,
                         const std::vector<int64_t>& guest_samples) {
  Report report;
  report.scenario = scenario.name;
  report.scheduler = scenario.scheduler;
  report.vwfi = "trap";
  report.executor = options.executor;
  report.seed = options.seed;
  report.duration = scenario.duration;
  VcpuMetrics vcpu;
  vcpu.name = {.domain = 1, .index = 0};
  vcpu.run_ns = scenario.duration.ns();
  for (int64_t ns : guest_samples) {
    vcpu.guest_samples.Add(ns);
    vcpu.wake_to_run.Add(ns / 2);
  }
  report.metrics.vcpus = {vcpu};
  report.metrics.pcpu_idle_ns = {0, scenario.duration.ns()};
  report.threads.idle_mode = "park";
  report.threads.host_cores = 2;
  return report;
}

// A command in a world of its own: what it printed and how it ended.
struct FakeWorld {
  PolicyRegistry registry = FakeRegistry();
  std::ostringstream out;
  std::ostringstream err;
  std::atomic<bool> stop{false};
  bool terminal = false;
  int runs = 0;
  Runner runner = [](const Scenario& scenario, const PolicyRegistry&,
                     const RunOptions& options) {
    return FakeReport(scenario, options, {100, 200, 300});
  };

  Environment environment() {
    return {.registry = registry,
            .out = out,
            .err = err,
            .run =
                [this](const Scenario& scenario, const PolicyRegistry& policies,
                       const RunOptions& options) {
                  ++runs;
                  return runner(scenario, policies, options);
                },
            .err_is_terminal = terminal,
            .stop = &stop};
  }

  // The words after the program's name.
  int Execute(std::vector<std::string> words) {
    std::vector<const char*> argv = {"xenotime"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    return RunCommandLine(static_cast<int>(argv.size()), argv.data(),
                          environment());
  }
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_CLI_FAKE_WORLD_H_
