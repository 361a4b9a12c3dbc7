#ifndef XENOTIME_SCHEDULER_THREADS_GUEST_STATE_H_
#define XENOTIME_SCHEDULER_THREADS_GUEST_STATE_H_

#include <atomic>
#include <cstdint>
#include <memory>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What the executor knows of one vCPU's guest.
//
// Thread rule: the pCPU thread that runs the vCPU owns it, and hands it over
// through the engine's locks (its ContextSaved before another's Decide). The
// atomics are for senders; `home`, which each of them reads, has its line
// nearly for itself.
struct GuestState {
  enum class Phase : uint8_t {
    kNext,      // the next step is due
    kRunning,   // computes; `remaining` ticks are left
    kBlocked,   // gave its pCPU away: the step is over once it runs again
    kHolding,   // waits, and keeps the pCPU in its idle primitive (vwfi=native)
    kSpinning,  // waits, and polls
    kYielding,  // waits, and yields between two looks (vwfi=yield)
    kGone,      // waits for ever
  };

  // On which pCPU it was last seen running: where its interrupts go.
  alignas(128) std::atomic<PcpuId> home{PcpuId(0)};
  std::unique_ptr<GuestProgram> program;
  uint32_t order = 0;

  alignas(128) Phase phase = Phase::kNext;
  bool delivered = false;  // the event waited for came by message
  GuestOp op;
  int64_t remaining = 0;
  uint32_t wait_mask = 0;
  Instant timer_deadline = Instant::Never();
  PcpuId timer_pcpu;  // where its timer was last armed

  // When the last signal was sent, as a TSC reading; 0: never.
  alignas(64) std::atomic<uint64_t> signal_sent_tsc{0};
  // A wake-up of it is being taken apart.
  std::atomic<bool> staged{false};
  // It waits in guest context.
  std::atomic<bool> listening{false};
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_GUEST_STATE_H_
