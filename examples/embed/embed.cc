// Xenotime as a library: one scenario under two schedulers, and the medians of
// the interrupt latency that its guest saw.

#include <cstdio>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/scheduler/scenario/run_options.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace {

using xenotime::GuestWait;
using xenotime::Microseconds;
using xenotime::Milliseconds;
using xenotime::Nanoseconds;

// Domain 1 waits for its own timer, again and again, on a pCPU that it shares
// with nobody; domain 2 computes on the other.
xenotime::Scenario MakeScenario() {
  xenotime::VcpuSpec guest;
  guest.hard = xenotime::PcpuList{0};
  guest.workload =
      xenotime::TimerLatencyWorkload{Microseconds(200), GuestWait::kWfi};
  xenotime::VcpuSpec hog;
  hog.hard = xenotime::PcpuList{1};
  hog.workload = xenotime::PhasesWorkload{
      {{xenotime::PhaseSpec::Kind::kRun, Milliseconds(5)}}};

  xenotime::Scenario scenario;
  scenario.name = "embed";
  scenario.topology.cores = 2;
  scenario.duration = Milliseconds(100);
  scenario.domains = {{.number = 1, .vcpus = {guest}},
                      {.number = 2, .vcpus = {hog}}};
  // What the hypervisor's work costs; without this everything is instantaneous.
  scenario.sim.costs.irq_entry = Nanoseconds(1000);
  scenario.sim.costs.wake = Nanoseconds(1000);
  scenario.sim.costs.decision = Nanoseconds(500);
  scenario.sim.costs.context_switch = Nanoseconds(1200);
  return scenario;
}

}  // namespace

int main() {
  xenotime::PolicyRegistry registry;
  xenotime::AddBuiltinPolicies(registry);
  xenotime::Scenario scenario = MakeScenario();
  for (const char* scheduler : {"null", "credit"}) {
    scenario.scheduler = scheduler;
    const absl::StatusOr<xenotime::Report> report =
        xenotime::Run(scenario, registry, xenotime::RunOptions());
    if (!report.ok()) {
      std::fprintf(stderr, "%s\n", report.status().ToString().c_str());
      return 1;
    }
    const xenotime::SampleSummary latency =
        report->metrics.vcpus[0].guest_samples.Summarize();
    std::printf("%-8s median %lld ns of %lld interrupts\n", scheduler,
                static_cast<long long>(latency.median),
                static_cast<long long>(latency.count));
  }
  return 0;
}
