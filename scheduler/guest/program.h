#ifndef XENOTIME_SCHEDULER_GUEST_PROGRAM_H_
#define XENOTIME_SCHEDULER_GUEST_PROGRAM_H_

#include <cstdint>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What happens when a guest executes WFI (Xen option vwfi; `yield` is the
// experiment of the 2017 thread and Xenotime's own word).
enum class Vwfi : uint8_t {
  kTrap,    // the vCPU blocks
  kYield,   // the vCPU yields and polls again
  kNative,  // the pCPU itself waits, in guest context
};

// What a vCPU does next. Guests yield such steps to the executor, which
// advances virtual time by them or burns them on a real CPU; the guest cannot
// tell.
struct GuestOp {
  enum class Kind : uint8_t {
    kRun,       // computes for `duration` (at least 1 ns of CPU time)
    kSleep,     // waits until `duration` from now has passed
    kWait,      // waits for the signal of another vCPU; returns at once, and
                // clears it, when it is pending
    kSignal,    // signals `target` (the `wake` of the scenario format)
    kYield,     // gives the pCPU away for one decision
    kDown,      // goes offline; back after `duration`, never if it is zero
    kExit,      // waits for ever
    kPoll,      // hypercall: blocks until another vCPU's signal, which may be
                // pending, or until `duration` from now (0: no limit)
    kSetTimer,  // arms the vCPU's own timer at `deadline`
    kAwait,     // waits for any event, timer or signal: WFI
    kSpin,      // the same without telling the hypervisor: polls, keeps running
    kSample,    // reports `value` nanoseconds as a measurement; takes no time
  };

  Kind kind = Kind::kExit;
  Duration duration;
  Instant deadline;
  VcpuId target;
  int64_t value = 0;
};

// What a guest can see when it is asked for its next step.
struct GuestView {
  Instant now;
  // When the signal that ended the last wait was sent; for latency guests.
  Instant signal_sent;
};

// The code of one vCPU: a sequence of steps.
//
// Owned by the scenario's run. Thread rule: Next is called by one thread at a
// time, the one that runs the vCPU; the executor orders the calls.
class GuestProgram {
 public:
  virtual ~GuestProgram() = default;
  // The step after the last one, which is complete. May be called for ever.
  virtual GuestOp Next(const GuestView& view) = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_GUEST_PROGRAM_H_
