#include "xenotime/scheduler/threads/idle.h"

#include <sched.h>

#include <limits>

#include "xenotime/time/cpu.h"

namespace xenotime {
namespace {

// Polls before the core is given away (limits.md, rendezvous of more threads
// than cores).
constexpr int kRoundsBeforeYield = 10;

int64_t SpinTicks(const ThreadsOptions& options, const TscClock& clock) {
  switch (options.idle) {
    case IdleMode::kPoll:
      return std::numeric_limits<int64_t>::max();
    case IdleMode::kPark:
      return 0;
    case IdleMode::kSpinThenPark:
      break;
  }
  return clock.Ticks(options.spin);
}

}  // namespace

IdleWait::IdleWait(const ThreadsOptions& options, bool oversubscribed,
                   const TscClock& clock)
    : clock_(clock),
      spin_(SpinTicks(options, clock)),
      oversubscribed_(oversubscribed) {}

uint64_t IdleWait::Wait(Doorbell& bell, uint64_t deadline, GapMeter& meter,
                        int64_t spin) const {
  const uint64_t start = meter.Read(ReadTsc());
  uint64_t now = start;
  for (int round = 0; !bell.Rang(); ++round) {
    if (now >= deadline) break;
    if (static_cast<int64_t>(now - start) >= spin) {
      return Park(bell, deadline, now, meter);
    }
    if (oversubscribed_ && round >= kRoundsBeforeYield) {
      sched_yield();
      meter.Restart(ReadTsc());
    } else {
      CpuRelax();
    }
    now = meter.Read(ReadTsc());
  }
  return now;
}

uint64_t IdleWait::Park(Doorbell& bell, uint64_t deadline, uint64_t now,
                        GapMeter& meter) const {
  Duration timeout = Duration::Max();
  if (deadline != std::numeric_limits<uint64_t>::max()) {
    timeout =
        Duration(clock_.Nanoseconds(static_cast<int64_t>(deadline - now)));
  }
  bell.Park(timeout);
  now = ReadTsc();
  meter.Restart(now);
  return now;
}

}  // namespace xenotime
