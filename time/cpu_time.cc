#include "xenotime/time/cpu_time.h"

namespace xenotime {
namespace {

// Instant saturates; a clock of the hypervisor wraps.
Instant Wrapping(Instant from, uint64_t ns) {
  return Instant(static_cast<int64_t>(static_cast<uint64_t>(from.ns()) + ns));
}

}  // namespace

Instant CpuTime::Extrapolate(uint64_t tsc) const {
  if (tsc >= stamp.local_tsc) {
    return Wrapping(stamp.local_stime, scale.Scale(tsc - stamp.local_tsc));
  }
  return Wrapping(stamp.local_stime, -scale.Scale(stamp.local_tsc - tsc));
}

uint64_t CpuTime::TscAt(Instant stime) const {
  const int64_t ns = (stime - stamp.local_stime).ns();
  if (ns <= 0) return stamp.local_tsc;
  return stamp.local_tsc + scale.Reciprocal().Scale(static_cast<uint64_t>(ns));
}

TimeStamp RecordAfterRendezvous(const CpuTime& time, uint64_t old_tsc,
                                uint64_t new_tsc, Instant master_stime) {
  const uint64_t sampled = old_tsc != 0 ? old_tsc : new_tsc;
  return {new_tsc, time.Extrapolate(sampled), master_stime};
}

WakeUp RestoreAfterIdle(const CpuTime& time, Instant platform) {
  const uint64_t tsc = time.TscAt(platform);
  return {{{tsc, platform, platform}, time.scale}, tsc};
}

}  // namespace xenotime
