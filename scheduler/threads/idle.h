#ifndef XENOTIME_SCHEDULER_THREADS_IDLE_H_
#define XENOTIME_SCHEDULER_THREADS_IDLE_H_

#include <cstdint>

#include "xenotime/scheduler/threads/doorbell.h"
#include "xenotime/scheduler/threads/host_meter.h"
#include "xenotime/scheduler/threads/options.h"
#include "xenotime/scheduler/threads/tsc_clock.h"

namespace xenotime {

constexpr const char* IdleModeName(IdleMode mode) {
  constexpr const char* kNames[] = {"poll", "park", "spin-then-park"};
  return kNames[static_cast<int>(mode)];
}

// The idle primitive of a pCPU thread: waits for its doorbell or a deadline.
//
// With fewer cores than pCPUs it gives the core away after a few polls, since
// whom it waits for may need that core.
//
// Thread rule: the pCPU's own thread.
class IdleWait {
 public:
  IdleWait(const ThreadsOptions& options, bool oversubscribed,
           const TscClock& clock);

  // Waits until the bell has rung or the TSC has reached `deadline`; returns
  // the last reading. May return early. A wait that polled all the time goes
  // through `meter`.
  uint64_t Wait(Doorbell& bell, uint64_t deadline, GapMeter& meter) const {
    return Wait(bell, deadline, meter, spin_);
  }
  // The same, never parking.
  uint64_t Poll(Doorbell& bell, uint64_t deadline, GapMeter& meter) const {
    return Wait(bell, deadline, meter, kForever);
  }

 private:
  static constexpr int64_t kForever = INT64_MAX;

  uint64_t Wait(Doorbell& bell, uint64_t deadline, GapMeter& meter,
                int64_t spin) const;
  uint64_t Park(Doorbell& bell, uint64_t deadline, uint64_t now,
                GapMeter& meter) const;

  const TscClock clock_;
  const int64_t spin_;  // ticks to poll before parking
  const bool oversubscribed_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_IDLE_H_
