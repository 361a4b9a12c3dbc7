#ifndef XENOTIME_TIME_SIMULATED_SAMPLER_H_
#define XENOTIME_TIME_SIMULATED_SAMPLER_H_

#include <cstdint>

#include "absl/status/status.h"
#include "xenotime/time/platform_counter.h"
#include "xenotime/time/time_sampler.h"
#include "xenotime/time/tsc_probe.h"
#include "xenotime/time/types.h"
#include "xenotime/time/virtual_tsc.h"

namespace xenotime {

// One virtual CPU's reads, each of which moves virtual time by its cost.
//
// The sample is taken in the middle of the access: a device answers halfway
// through a read. Time that is not simulated exactly, such as an interrupt of
// the firmware between two reads, is a change of `now_ns` by the caller.
//
// Ownership: borrows time, counter and TSC, which CPUs may share.
// Thread rule: one thread at a time. Source: platform_timers.md, 8.
class SimulatedSampler : public TimeSampler, public TscPort {
 public:
  struct Costs {
    Duration tsc_read = Nanoseconds(10);
    Duration tsc_write = Nanoseconds(60);
  };

  SimulatedSampler(uint64_t* now_ns, const PlatformCounter* counter,
                   VirtualTsc* tsc, Costs costs)
      : now_ns_(now_ns), counter_(counter), tsc_(tsc), costs_(costs) {}

  uint64_t ReadTscOrdered() override;
  uint64_t ReadCounter() override;
  // The cost is spent before the write takes effect.
  absl::Status WriteTsc(uint64_t value) override;

 private:
  void Spend(int64_t ns) { *now_ns_ += static_cast<uint64_t>(ns); }

  uint64_t* now_ns_;
  const PlatformCounter* counter_;
  VirtualTsc* tsc_;
  Costs costs_;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_SIMULATED_SAMPLER_H_
