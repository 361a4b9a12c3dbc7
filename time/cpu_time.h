#ifndef XENOTIME_TIME_CPU_TIME_H_
#define XENOTIME_TIME_CPU_TIME_H_

#include <cstdint>

#include "xenotime/time/time_scale.h"
#include "xenotime/time/types.h"

namespace xenotime {

// A TSC value, and the times that belong to it.
struct TimeStamp {
  uint64_t local_tsc = 0;
  Instant local_stime;   // this CPU's system time
  Instant master_stime;  // the platform's time, as this CPU last learned it
  friend bool operator==(const TimeStamp&, const TimeStamp&) = default;
};

// One CPU's mapping from its TSC to system time (`cpu_time` (Xen)).
//
// A read of the clock is one TSC read and one multiplication, without a lock;
// that is why each CPU has a mapping of its own. Calibration replaces the
// mapping as a whole.
//
// Thread rule: a value. The hypervisor changes a CPU's own with interrupts
// off; who reads must not be moved to another CPU between mapping and TSC.
//
// Limits: all sums are modulo 2^64, as in the hypervisor: a counter that was
// moved without its stamp gives absurd times, which users want to see.
// Source: stime.md, 2.
struct CpuTime {
  TimeStamp stamp;
  TimeScale scale;

  // The system time at a TSC value, which may be older than the stamp: it may
  // have been read before a rendezvous. The comparison is unsigned.
  Instant Extrapolate(uint64_t tsc) const;

  // The TSC value at a system time, but never one before the stamp: a counter
  // that is restored to it does not fall below what was read already.
  uint64_t TscAt(Instant stime) const;

  friend bool operator==(const CpuTime&, const CpuTime&) = default;
};

// What a CPU that has left a rendezvous records for its calibration.
//
// `old_tsc` is its own sample, 0 if it took none; `new_tsc` what its counter
// was set to, or that sample. The new value gets the time of the old one, so
// that a jump of the counter leaves system time continuous.
// Source: rendezvous.md, 7, "Tail".
TimeStamp RecordAfterRendezvous(const CpuTime& time, uint64_t old_tsc,
                                uint64_t new_tsc, Instant master_stime);

// A CPU that wakes from a state that stopped its counter: the mapping, and the
// value to which the counter must be set at once. `platform` is the platform's
// time now. Both change together: a counter before its stamp would make times
// explode. Source: stime.md, 8.
struct WakeUp {
  CpuTime time;
  uint64_t tsc = 0;
};
WakeUp RestoreAfterIdle(const CpuTime& time, Instant platform);

}  // namespace xenotime

#endif  // XENOTIME_TIME_CPU_TIME_H_
