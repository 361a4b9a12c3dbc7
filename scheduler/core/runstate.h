#ifndef XENOTIME_SCHEDULER_CORE_RUNSTATE_H_
#define XENOTIME_SCHEDULER_CORE_RUNSTATE_H_

#include <array>
#include <cstdint>

#include "xenotime/time/types.h"

namespace xenotime {

// What a vCPU is doing, as guests and toolstacks see it (Xen term runstate).
// The numeric order is part of the interface: from kBlocked on, the vCPU
// does not want a CPU.
enum class RunState : uint8_t {
  kRunning = 0,   // on a pCPU
  kRunnable = 1,  // wants a pCPU, has none
  kBlocked = 2,   // waits for an event
  kOffline = 3,   // down, paused, parked or migrating, and not blocked
};
inline constexpr int kRunStates = 4;

constexpr const char* RunStateName(RunState state) {
  constexpr const char* kNames[kRunStates] = {"running", "runnable", "blocked",
                                              "offline"};
  return kNames[static_cast<int>(state)];
}

// The runstate of one vCPU and the time it has spent in each.
//
// Thread rule: guarded by the lock domain of the vCPU's pCPU.
class RunStateClock {
 public:
  RunStateClock() = default;
  RunStateClock(RunState state, Instant created)
      : state_(state), entered_(created) {}

  RunState state() const { return state_; }
  Instant entered() const { return entered_; }

  // Enters `next` at `now` and books the time since the last entry. Entering
  // the present state does nothing at all; a clock that stands still or steps
  // back books nothing and leaves the entry time (core.md, section 2).
  void Enter(RunState next, Instant now) {
    if (next == state_) return;
    const Duration spent = now - entered_;
    if (spent > Duration()) {
      totals_[static_cast<int>(state_)] += spent;
      entered_ = now;
    }
    state_ = next;
  }

  // Time spent in `state` up to `now`; the four add up to the vCPU's age.
  Duration Total(RunState state, Instant now) const {
    Duration total = totals_[static_cast<int>(state)];
    if (state == state_ && now > entered_) total += now - entered_;
    return total;
  }

 private:
  RunState state_ = RunState::kOffline;
  Instant entered_;
  std::array<Duration, kRunStates> totals_ = {};
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_RUNSTATE_H_
