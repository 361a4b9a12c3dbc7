#include "xenotime/scheduler/scenario/run_threads.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/scenario/boot.h"
#include "xenotime/scheduler/scenario/subjects.h"
#include "xenotime/scheduler/threads/executor.h"
#include "xenotime/scheduler/trace/metrics.h"
#include "xenotime/scheduler/trace/tee_sink.h"
#include "xenotime/scheduler/trace/trace_buffer.h"

namespace xenotime {
namespace {

// Room for trace records: 16 MiB per pCPU, 256 MiB for all. A wake-up leaves
// about ten records of 32 bytes; what does not fit is counted as lost. The
// memory is touched before the run, which takes time too.
size_t RecordsPerPcpu(uint32_t pcpus) {
  constexpr size_t kMostPerPcpu = (size_t{16} << 20) / sizeof(TraceEvent);
  constexpr size_t kMostInAll = (size_t{256} << 20) / sizeof(TraceEvent);
  return std::min(kMostPerPcpu, kMostInAll / pcpus);
}

ThreadsConfig ConfigOf(const Scenario& scenario, const RunOptions& options,
                       TraceBuffer* trace, uint32_t vcpus) {
  ThreadsConfig config;
  config.options = scenario.threads;
  config.vwfi = scenario.vwfi;
  config.trace = trace;
  config.samples_only = options.samples_only;
  config.stages = options.stages;
  config.stop = options.stop;
  config.vcpu_capacity = vcpus;
  return config;
}

// The engine's own runstate accounts, for a run without a full trace.
void CopyRunstates(const Engine& engine, Instant now, RunMetrics& metrics) {
  for (uint32_t i = 0; i < engine.vcpus(); ++i) {
    const RunStateClock& clock = engine.vcpu(VcpuId(i)).runstate;
    VcpuMetrics& vcpu = metrics.vcpus[i];
    for (int s = 0; s < kRunStates; ++s) {
      vcpu.runstate_ns[static_cast<size_t>(s)] =
          clock.Total(static_cast<RunState>(s), now).ns();
    }
    vcpu.run_ns = clock.Total(RunState::kRunning, now).ns();
  }
}

}  // namespace

absl::Status RunOnThreads(const Scenario& scenario,
                          const std::vector<PoolSetup>& pools,
                          const RunOptions& options, Report& report) {
  const TraceSubjects subjects = SubjectsOf(scenario, pools);
  std::optional<TraceBuffer> buffer;
  if (options.metrics || options.trace != nullptr) {
    buffer.emplace(subjects.pcpus, RecordsPerPcpu(subjects.pcpus));
  }
  ThreadsExecutor threads(
      Topology(scenario.topology),
      ConfigOf(scenario, options, buffer.has_value() ? &*buffer : nullptr,
               static_cast<uint32_t>(subjects.vcpus.size())));
  BootMachine(scenario, pools, threads.engine(), threads.BootContext(),
              [&threads] { threads.Drain(); });
  Toolstack toolstack(scenario, threads.engine(), report.domains);
  PrepareGuests(scenario, threads, toolstack);

  const absl::Status status = threads.RunUntil(Instant() + scenario.duration);
  if (!status.ok()) return status;
  report.duration = threads.now() - Instant();
  report.partial = threads.stopped();
  report.schedule_calls = threads.engine().TotalDecisions();
  report.threads = threads.facts();
  MetricsFolder metrics(subjects);
  if (buffer.has_value()) {
    TeeSink all({options.metrics ? &metrics : nullptr, options.trace});
    buffer->MergeInto(all);
    report.threads.lost_records = buffer->lost();
  }
  report.metrics = metrics.Finish(threads.now());
  if (options.samples_only) {
    CopyRunstates(threads.engine(), threads.now(), report.metrics);
  }
  report.metrics.switches = threads.engine().TotalSwitches();
  for (const std::string& remark : threads.remarks()) {
    report.warnings.push_back(remark);
  }
  return absl::OkStatus();
}

}  // namespace xenotime
