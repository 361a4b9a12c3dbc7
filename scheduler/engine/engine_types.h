#ifndef XENOTIME_SCHEDULER_ENGINE_ENGINE_TYPES_H_
#define XENOTIME_SCHEDULER_ENGINE_ENGINE_TYPES_H_

#include <cstdint>

#include "xenotime/scheduler/core/domain_lock.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/engine/decision_observer.h"
#include "xenotime/scheduler/engine/engine_host.h"
#include "xenotime/time/types.h"

namespace xenotime {

struct EngineOptions {
  LockMode locks = LockMode::kSingleThread;
  TraceSink* trace = nullptr;            // null: no trace
  StageProbe* stages = nullptr;          // null: no stage stamps
  uint32_t vcpu_capacity = 0;            // vCPUs that will ever exist
  DecisionObserver* observer = nullptr;  // null: nobody watches decisions
};

// What a decision led to.
struct Switched {
  VcpuId previous;
  VcpuId next;
  // When the next decision is due; Never if the policy set no limit.
  Instant slice_end = Instant::Never();
  // The policy asked to decide again, and nothing changed.
  bool retry = false;

  bool changed() const { return previous != next; }
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_ENGINE_ENGINE_TYPES_H_
