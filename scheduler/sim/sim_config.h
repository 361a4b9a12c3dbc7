#ifndef XENOTIME_SCHEDULER_SIM_SIM_CONFIG_H_
#define XENOTIME_SCHEDULER_SIM_SIM_CONFIG_H_

#include <atomic>
#include <cstdint>

#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/engine/decision_observer.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/scheduler/sim/models.h"

namespace xenotime {

// How a SimExecutor runs its machine.
struct SimConfig {
  SimModels models;
  Vwfi vwfi = Vwfi::kTrap;
  uint64_t seed = 1;
  TraceSink* trace = nullptr;
  bool stages = false;  // stamp the stages of wake-ups into the trace
  bool check_invariants =
      false;  // after every event; aborts when one is broken
  const std::atomic<bool>* stop = nullptr;
  uint32_t vcpu_capacity = 0;
  DecisionObserver* observer = nullptr;  // of every decision; may be null
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SIM_SIM_CONFIG_H_
