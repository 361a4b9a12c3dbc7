#ifndef XENOTIME_SCHEDULER_THREADS_HOST_METER_H_
#define XENOTIME_SCHEDULER_THREADS_HOST_METER_H_

#include <cstdint>

namespace xenotime {

// Reads the TSC for a thread that reads it all the time, and notices when the
// host took the core away in between: two readings further apart than a limit.
//
// The hypervisor's own work between two readings is far below the limit (5 us
// by limits.md, method 3), but under a sanitizer or at a page fault it may not
// be: such a gap counts as well, since what was measured across it is as
// worthless.
//
// Thread rule: one thread.
class GapMeter {
 public:
  explicit GapMeter(int64_t limit_ticks) : limit_(limit_ticks) {}

  uint64_t Read(uint64_t tsc) {
    const int64_t elapsed = static_cast<int64_t>(tsc - last_);
    last_ = tsc;
    if (elapsed > limit_) AddGap(tsc, elapsed);
    return tsc;
  }
  // The next reading follows a wait that was not spent on the core.
  void Restart(uint64_t tsc) { last_ = tsc; }

  // Whether the core was away at some time after `tsc`.
  bool GapSince(uint64_t tsc) const {
    return static_cast<int64_t>(last_gap_end_ - tsc) > 0 && gaps_ != 0;
  }
  int64_t gaps() const { return gaps_; }
  int64_t gap_ticks() const { return gap_ticks_; }

 private:
  void AddGap(uint64_t end, int64_t ticks) {
    ++gaps_;
    gap_ticks_ += ticks;
    last_gap_end_ = end;
  }

  const int64_t limit_;
  uint64_t last_ = 0;
  uint64_t last_gap_end_ = 0;
  int64_t gaps_ = 0;
  int64_t gap_ticks_ = 0;
};

// How long the calling thread has been ready to run without running, since it
// began, as the kernel counts it (/proc/thread-self/schedstat); 0 where the
// kernel does not. Nanoseconds. Costs some microseconds.
int64_t ThreadRunDelayNs();

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_HOST_METER_H_
