#ifndef XENOTIME_SCHEDULER_POLICY_POLICY_HOST_H_
#define XENOTIME_SCHEDULER_POLICY_POLICY_HOST_H_

#include <cstdint>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/policy/machine_view.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The circumstances of a hook: when, and which pCPU executes it. A wake-up is
// executed by the pCPU that took the interrupt, not by the woken vCPU's.
struct HookContext {
  Instant now;
  PcpuId executing;
};

// Which locks the engine holds while a timer's hook runs.
enum class TimerScope : uint8_t {
  kPcpu,    // the policy lock, and the lock domain of the timer's pCPU
  kPolicy,  // the policy lock and every lock domain of the pool
};

// What a policy may do to the machine. The engine implements it.
//
// Thread rule: called only from within a hook, with that hook's context.
class PolicyHost {
 public:
  virtual ~PolicyHost() = default;

  virtual const MachineView& machine() const = 0;

  // Asks p to decide soon (Xen term tickle: raise SCHEDULE, an IPI if remote).
  // Any number of tickles before the decision count as one. From within
  // PickNext for the pCPU that decides: one more decision follows this one.
  virtual void Tickle(const HookContext& context, PcpuId p) = 0;

  // From within PickNext that changes nothing: decide again, after everybody
  // else. When that brings nothing new either, the executor breaks it off and
  // says so.
  virtual void Retry(const HookContext& context) = 0;

  // Makes p the pCPU on whose queue v lives. REQUIRES: the lock domains of the
  // old and of the new pCPU are held, or v is not yet scheduled anywhere.
  virtual void Assign(const HookContext& context, VcpuId v, PcpuId p) = 0;

  // Withholds v / gives it back: pause count plus one and the sleep hook, or
  // minus one and at zero the wake hook, within this very call.
  // REQUIRES: called from a timer hook of scope kPolicy, or with v's lock
  // domain held.
  virtual void Pause(const HookContext& context, VcpuId v) = 0;
  virtual void Unpause(const HookContext& context, VcpuId v) = 0;

  // Withholds v / gives it back without any hook: it cannot run, but its
  // runstate is left alone until it is switched out or sleeps (Xen term
  // parked). REQUIRES: v's lock domain is held.
  virtual void Park(const HookContext& context, VcpuId v) = 0;
  virtual void Unpark(const HookContext& context, VcpuId v) = 0;

  // Takes v off its pCPU, or off the one that this very PickNext chooses it
  // for; when its context is saved the engine asks PickPcpu for a new place,
  // migrates it there and wakes it. The pCPU on which it lives is tickled.
  virtual void RequestMigration(const HookContext& context, VcpuId v) = 0;

  // A timer bound to p. Timers that expire at one instant on one pCPU run in
  // order of creation, before the slice timer.
  virtual TimerId AddTimer(PcpuId p, TimerScope scope) = 0;
  virtual void SetTimer(TimerId timer, Instant deadline) = 0;
  virtual void StopTimer(TimerId timer) = 0;
  // Binds a timer to another pCPU, set or not. Only in hooks that hold every
  // lock domain.
  virtual void MoveTimer(TimerId timer, PcpuId p) = 0;

  // Tries to take the lock domain of another pCPU within a hook; fails when it
  // is taken, in the simulation exactly when this call chain holds it already.
  virtual bool TryLock(const HookContext& context, PcpuId p) = 0;
  virtual void Unlock(const HookContext& context, PcpuId p) = 0;

  // Asks for Policy::Deferred as soon as the locks of the present ContextSaved
  // are released, before anything else happens on this pCPU.
  virtual void Defer(const HookContext& context) = 0;

  // Writes a remark into the trace: the policy's only instrumentation.
  virtual void Note(const HookContext& context, uint8_t code, VcpuId v,
                    int64_t value) = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICY_POLICY_HOST_H_
