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

struct ThreadsOptions {
  IdleMode idle = IdleMode::kSpinThenPark;
  Duration spin = Microseconds(50);  // for kSpinThenPark
  bool pin = true;  // one core per pCPU where the host has enough
  // Without any progress for this long, the run is ended with a message and
  // the tail of the trace. 0: no watchdog.
  Duration watchdog = Seconds(10);
  friend bool operator==(const ThreadsOptions&,
                         const ThreadsOptions&) = default;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_OPTIONS_H_
