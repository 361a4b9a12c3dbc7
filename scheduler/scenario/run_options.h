#ifndef XENOTIME_SCHEDULER_SCENARIO_RUN_OPTIONS_H_
#define XENOTIME_SCHEDULER_SCENARIO_RUN_OPTIONS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/engine/decision_observer.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/time/types.h"

namespace xenotime {

// How a scenario is run, as opposed to what it is.
struct RunOptions {
  ExecutorKind executor = ExecutorKind::kSim;
  uint64_t seed = 1;
  // Fold metrics from the trace (and with it emit one). Off: only counters,
  // for speed measurements of the simulation.
  bool metrics = true;
  // On threads: record what the guests measured and nothing else, so that the
  // engine's own records do not lie on the path that is measured. Of the other
  // metrics only the time in each runstate is then filled in. No effect in the
  // simulation, where records cost no simulated time.
  bool samples_only = false;
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
  // Simulation only. Watches every decision; may be null.
  DecisionObserver* observer = nullptr;
  // Simulation only. Sees the engine once, when everything that happens up to
  // `probe_at` has happened; may be empty.
  std::function<void(const Engine&)> probe;
  Instant probe_at;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_RUN_OPTIONS_H_
