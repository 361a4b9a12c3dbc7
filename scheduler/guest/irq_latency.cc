#include "xenotime/scheduler/guest/irq_latency.h"

namespace xenotime {
namespace {

GuestOp WaitOp(GuestWait wait) {
  GuestOp op;
  op.kind =
      wait == GuestWait::kWfi ? GuestOp::Kind::kAwait : GuestOp::Kind::kSpin;
  return op;
}

GuestOp SampleOp(Duration value) {
  GuestOp op;
  op.kind = GuestOp::Kind::kSample;
  op.value = value.ns();
  return op;
}

}  // namespace

GuestOp TimerLatencyProgram::Next(const GuestView& view) {
  switch (step_) {
    case Step::kArm: {
      deadline_ = view.now + delay_;
      step_ = Step::kWait;
      GuestOp op;
      op.kind = GuestOp::Kind::kSetTimer;
      op.deadline = deadline_;
      return op;
    }
    case Step::kWait:
      step_ = Step::kReport;
      return WaitOp(wait_);
    case Step::kReport:
      break;
  }
  step_ = Step::kArm;
  return SampleOp(view.now - deadline_);
}

GuestOp SignalLatencyProgram::Next(const GuestView& view) {
  waiting_ = !waiting_;
  return waiting_ ? WaitOp(wait_) : SampleOp(view.now - view.signal_sent);
}

GuestOp SignalSenderProgram::Next(const GuestView&) {
  GuestOp op;
  op.kind = send_ ? GuestOp::Kind::kSignal : GuestOp::Kind::kRun;
  op.duration = gap_;
  op.target = target_;
  send_ = !send_;
  return op;
}

}  // namespace xenotime
