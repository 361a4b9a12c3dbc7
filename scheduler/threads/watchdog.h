#ifndef XENOTIME_SCHEDULER_THREADS_WATCHDOG_H_
#define XENOTIME_SCHEDULER_THREADS_WATCHDOG_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "xenotime/scheduler/threads/machine.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Tells a hung machine from an idle one, from outside.
//
// Hung is a pCPU that passes no safe point although it does not wait, or that
// waits although its doorbell rang or a timer of it expired; and a vCPU that is
// blocked although an event which it waits for is pending: a lost wake-up. Each
// must be seen at every look for the watchdog's time. A machine on which
// nothing happens because nothing is to be done is not hung.
//
// Thread rule: one thread, beside the running pCPU threads; reads what they
// publish and waits for none of them.
class Watchdog {
 public:
  explicit Watchdog(const ThreadsMachine& machine);

  // Looks; whether the machine has hung. Never if there is no watchdog's time.
  bool FindHang(Instant now);
  // An Internal error: what hung, the pCPUs' states, the tail of the trace.
  absl::Status Report() const;

 private:
  // Something that is suspicious now, and since when it has been.
  struct Suspicion {
    uint64_t progress = 0;
    Instant since = Instant::Never();
  };

  bool Suspicious(size_t pcpu, Instant now);
  bool LostWakeup(size_t vcpu) const;
  bool Confirmed(Suspicion& suspicion, bool seen, Instant now) const;
  std::string DescribePcpu(size_t pcpu) const;

  const ThreadsMachine& machine_;
  std::vector<Suspicion> pcpus_;
  std::vector<Suspicion> vcpus_;
  std::string finding_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_WATCHDOG_H_
