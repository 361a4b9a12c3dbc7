#ifndef XENOTIME_SCHEDULER_ENGINE_ENGINE_HOST_H_
#define XENOTIME_SCHEDULER_ENGINE_ENGINE_HOST_H_

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What the engine needs from its executor: the effects on the world.
//
// Thread rule: called with lock domains held, from the thread that executes
// the pCPU; must not call the engine back.
class EngineHost {
 public:
  virtual ~EngineHost() = default;

  // A decision is due on `target`; `executing` says so. Several before that
  // decision count as one.
  virtual void RaiseSchedule(PcpuId target, PcpuId executing) = 0;

  // A new timer, bound to p; it is not set. Only while no other pCPU acts.
  virtual void AddTimer(TimerId timer, PcpuId p) = 0;
  // Sets it anew, whether set or not. A deadline that has passed expires at
  // once.
  virtual void SetTimer(TimerId timer, Instant deadline) = 0;
  virtual void StopTimer(TimerId timer) = 0;
  // Binds it to p from now on. Only while no other pCPU acts.
  virtual void MoveTimer(TimerId timer, PcpuId p) = 0;
};

// Stamps the stages of wake-ups with the executor's own clock.
//
// Thread rule: called by the thread that executes `executing`.
class StageProbe {
 public:
  virtual ~StageProbe() = default;
  virtual void Stamp(PcpuId executing, WakeStage stage, VcpuId v) = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_ENGINE_ENGINE_HOST_H_
