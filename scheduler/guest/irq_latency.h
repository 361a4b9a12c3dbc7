#ifndef XENOTIME_SCHEDULER_GUEST_IRQ_LATENCY_H_
#define XENOTIME_SCHEDULER_GUEST_IRQ_LATENCY_H_

#include <cstdint>

#include "xenotime/scheduler/guest/program.h"

namespace xenotime {

// How a latency guest waits for its interrupt.
enum class GuestWait : uint8_t {
  kWfi,   // with the WFI instruction, handled as the scenario's vwfi says
  kSpin,  // by polling: never leaves guest context
};

// The IRQ-latency guest of the 2017 xen-devel thread: sets its timer `delay`
// ahead, waits, and reports "noticed minus programmed" as a sample in
// nanoseconds; for ever.
class TimerLatencyProgram final : public GuestProgram {
 public:
  // REQUIRES: delay at least 1 ns.
  TimerLatencyProgram(Duration delay, GuestWait wait)
      : delay_(delay), wait_(wait) {}
  GuestOp Next(const GuestView& view) override;

 private:
  enum class Step : uint8_t { kArm, kWait, kReport };
  const Duration delay_;
  const GuestWait wait_;
  Step step_ = Step::kArm;
  Instant deadline_;
};

// The receiving half of the remote form: waits for a signal and reports
// "noticed minus sent".
class SignalLatencyProgram final : public GuestProgram {
 public:
  explicit SignalLatencyProgram(GuestWait wait) : wait_(wait) {}
  GuestOp Next(const GuestView& view) override;

 private:
  const GuestWait wait_;
  bool waiting_ = false;
};

// The sending half: computes for `gap`, signals `target`; for ever. The gap
// must be longer than the receiver needs to wait again.
class SignalSenderProgram final : public GuestProgram {
 public:
  SignalSenderProgram(VcpuId target, Duration gap)
      : target_(target), gap_(gap) {}
  GuestOp Next(const GuestView& view) override;

 private:
  const VcpuId target_;
  const Duration gap_;
  bool send_ = false;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_GUEST_IRQ_LATENCY_H_
