#ifndef XENOTIME_TIME_TIME_SAMPLER_H_
#define XENOTIME_TIME_TIME_SAMPLER_H_

#include <cstdint>

namespace xenotime {

// The two readings that timekeeping on one CPU is made of.
//
// All that decides something from samples takes them from here, so that a
// test can replay readings, the simulation can charge for each, and threads
// can read the machine. Each read may take time; the order of calls is the
// order of the samples.
//
// Thread rule: the executing CPU's; interrupts count as off between reads.
class TimeSampler {
 public:
  virtual ~TimeSampler() = default;
  // This CPU's TSC, after all earlier loads (tsc.md, 6).
  virtual uint64_t ReadTscOrdered() = 0;
  // The platform timer's counter, at its hardware width.
  virtual uint64_t ReadCounter() = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_TIME_SAMPLER_H_
