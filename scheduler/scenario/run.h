#ifndef XENOTIME_SCHEDULER_SCENARIO_RUN_H_
#define XENOTIME_SCHEDULER_SCENARIO_RUN_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/validate.h"

namespace xenotime {

struct RunOptions {
  ExecutorKind executor = ExecutorKind::kSim;
  uint64_t seed = 1;
  // Fold metrics from the trace (and with it emit one). Off: only counters,
  // for speed measurements of the simulation.
  bool metrics = true;
  // Record the stages of every wake-up.
  bool stages = false;
  // Check the engine's invariants after every event; slow.
  bool check_invariants = false;
  // Also receives every record, in order of time; may be null. On threads it
  // is fed after the run.
  TraceSink* trace = nullptr;
  // Receives (time, line) of each policy snapshot; may be empty.
  std::function<void(Instant, const std::string&)> snapshot;
  // When it becomes true the run ends soon, with a partial report. May be null.
  const std::atomic<bool>* stop = nullptr;
};

// Runs a scenario: the library's front door.
//
// Returns InvalidArgument with every error of Validate if there is one, and
// otherwise a report. Thread rule: any number of runs may go on at a time in
// the simulation; runs on threads want the machine for themselves.
absl::StatusOr<Report> Run(const Scenario& scenario,
                           const PolicyRegistry& registry,
                           const RunOptions& options);

// The subjects of the scenario's trace: its vCPUs by VcpuId.
TraceSubjects SubjectsOf(const Scenario& scenario);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_RUN_H_
