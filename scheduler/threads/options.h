#ifndef XENOTIME_SCHEDULER_THREADS_OPTIONS_H_
#define XENOTIME_SCHEDULER_THREADS_OPTIONS_H_

#include <cstdint>

#include "xenotime/time/types.h"

namespace xenotime {

// How an idle pCPU thread waits.
enum class IdleMode : uint8_t {
  kPoll,          // spins (Xen's idle=poll)
  kPark,          // sleeps on a futex at once
  kSpinThenPark,  // spins for `spin`, then sleeps
};

// Who executes the wake-up when a guest signals a vCPU of another pCPU.
enum class RemoteWake : uint8_t {
  // The pCPU on which the vCPU last ran, if it waits for interrupts (else the
  // sender): the signal travels as one, like a physical interrupt that follows
  // its vCPU. One cache line moves.
  kByTarget,
  // Always the sender, like Xen's event channels: it takes the remote locks
  // and tickles the remote pCPU.
  kBySender,
};

struct ThreadsOptions {
  IdleMode idle = IdleMode::kSpinThenPark;
  Duration spin = Microseconds(50);  // for kSpinThenPark
  RemoteWake remote_wake = RemoteWake::kByTarget;
  bool pin = true;  // one core per pCPU where the host has enough
  // Without any progress for this long, the run is ended with a message and
  // the tail of the trace. 0: no watchdog.
  Duration watchdog = Seconds(10);
  friend bool operator==(const ThreadsOptions&,
                         const ThreadsOptions&) = default;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_OPTIONS_H_
