#include "xenotime/scheduler/scenario/run_sim.h"

#include <time.h>

#include <optional>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/scenario/boot.h"
#include "xenotime/scheduler/scenario/subjects.h"
#include "xenotime/scheduler/sim/executor.h"
#include "xenotime/scheduler/trace/hash_sink.h"
#include "xenotime/scheduler/trace/metrics.h"
#include "xenotime/scheduler/trace/tee_sink.h"

namespace xenotime {
namespace {

int64_t ThreadCpuNs() {
  timespec t = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

SimConfig ConfigOf(const Scenario& scenario, const RunOptions& options,
                   TraceSink* trace, uint32_t vcpus) {
  SimConfig config;
  config.models = scenario.sim;
  for (const auto& special : scenario.sim.costs.per_scheduler) {
    if (special.scheduler != scenario.scheduler) continue;
    config.models.costs.wake = special.wake;
    config.models.costs.decision = special.decision;
  }
  config.vwfi = scenario.vwfi;
  config.seed = options.seed;
  config.trace = trace;
  config.stages = options.stages;
  config.check_invariants = options.check_invariants;
  config.stop = options.stop;
  config.vcpu_capacity = vcpus;
  config.observer = options.observer;
  return config;
}

void TakeSnapshot(const SimExecutor& sim, const RunOptions& options,
                  Instant now) {
  if (!options.snapshot) return;
  for (const std::string& line : sim.engine().Describe()) {
    options.snapshot(now, line);
  }
}

}  // namespace

void RunInSim(const Scenario& scenario, const std::vector<PoolSetup>& pools,
              const RunOptions& options, Report& report) {
  const TraceSubjects subjects = SubjectsOf(scenario, pools);
  // Not made if nobody asks: it takes as much room as all the rest.
  std::optional<MetricsFolder> metrics;
  if (options.metrics) metrics.emplace(subjects);
  HashSink hash;
  TeeSink all({metrics ? &*metrics : nullptr, &hash, options.trace});
  TraceSink* trace = options.metrics ? &all : options.trace;

  SimExecutor sim(Topology(scenario.topology),
                  ConfigOf(scenario, options, trace,
                           static_cast<uint32_t>(subjects.vcpus.size())));
  BootMachine(scenario, pools, sim.engine(), sim.BootContext(),
              [&sim] { sim.Drain(); });
  Toolstack toolstack(scenario, sim.engine(), report.domains);
  PrepareGuests(scenario, sim, toolstack);
  if (scenario.snapshot > Duration()) {
    sim.SetSnapshot(scenario.snapshot, [&sim, &options](Instant now) {
      TakeSnapshot(sim, options, now);
    });
  }
  if (options.probe) {
    sim.SetProbe(options.probe_at,
                 [&sim, &options] { options.probe(sim.engine()); });
  }

  const int64_t start_ns = ThreadCpuNs();
  sim.RunUntil(Instant() + scenario.duration);
  report.sim.cpu_ns = ThreadCpuNs() - start_ns;
  report.sim.events = sim.events();
  report.duration = sim.now() - Instant();
  report.partial = sim.stopped();
  report.failure = sim.failure();
  report.schedule_calls = sim.engine().TotalDecisions();
  report.trace_hash = hash.hash();
  if (metrics) report.metrics = metrics->Finish(sim.now());
  report.metrics.switches = sim.engine().TotalSwitches();
  for (const std::string& remark : sim.remarks()) {
    report.warnings.push_back(remark);
  }
}

}  // namespace xenotime
