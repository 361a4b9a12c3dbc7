// What guests do, and how they are stopped and resumed.

#include <algorithm>

#include "xenotime/scheduler/sim/event_rank.h"
#include "xenotime/scheduler/sim/executor.h"

namespace xenotime {
namespace {

using Kind = GuestOp::Kind;

}  // namespace

void SimExecutor::GuestOpEvent(PcpuId p) {
  const VcpuId v = engine_.current(p);
  Guest& guest = G(v);
  guest.remaining = Duration();
  P(p).op_time = now_;
  if (smt_) CoreChanged(p);
  if (guest.waiting == Waiting::kPolling) {
    Poll(p, v);
  } else {
    const GuestOp op = guest.program->Next({now_, guest.signal_sent});
    if (costed_ && NeedsExit(op, v)) {
      P(p).trapped = op;
      After(p, noise_.GuestExit(costs_.guest_exit), Step::kTrapped);
      return;
    }
    Perform(p, v, op);
  }
  // The step goes on, or the next one follows, unless a decision comes first.
  Drain();
  if (engine_.current(p) == v && !queue_.IsSet(P(p).op) && !P(p).busy) {
    ResumeGuest(p);
  }
}

// Whether the step enters the hypervisor. A guest looks for pending events
// before it traps: that it can do by itself.
bool SimExecutor::NeedsExit(const GuestOp& op, VcpuId v) const {
  const uint32_t pending =
      engine_.vcpu(v).pending.load(std::memory_order_relaxed);
  switch (op.kind) {
    case Kind::kSleep:
      return config_.vwfi != Vwfi::kNative;
    case Kind::kWait:
      return config_.vwfi != Vwfi::kNative && (pending & kEventSignal) == 0;
    case Kind::kAwait:
      return config_.vwfi != Vwfi::kNative && pending == 0;
    case Kind::kYield:
    case Kind::kDown:
    case Kind::kExit:
    case Kind::kSignal:
    case Kind::kPoll:
      return true;
    default:
      return false;
  }
}

void SimExecutor::Perform(PcpuId p, VcpuId v, const GuestOp& op) {
  switch (op.kind) {
    case Kind::kRun:
      G(v).remaining = op.duration;
      return;
    case Kind::kSleep:
      ArmGuestTimer(p, v, now_ + op.duration);
      WaitFor(p, v, kEventTimer, /*spin=*/false);
      return;
    case Kind::kWait:
      WaitFor(p, v, kEventSignal, /*spin=*/false);
      return;
    case Kind::kAwait:
      WaitFor(p, v, kEventSignal | kEventTimer, /*spin=*/false);
      return;
    case Kind::kSpin:
      WaitFor(p, v, kEventSignal | kEventTimer, /*spin=*/true);
      return;
    case Kind::kSignal:
      SendSignal(p, op.target);
      return;
    case Kind::kYield:
      engine_.Yield(On(p), v);
      return;
    case Kind::kDown:
      GoDown(p, v, op.duration);
      return;
    case Kind::kExit:
      engine_.Block(On(p), v, 0);
      return;
    case Kind::kPoll:
      PollEvents(p, v, op.duration);
      return;
    case Kind::kSetTimer:
      ArmGuestTimer(p, v, op.deadline);
      return;
    case Kind::kSample:
      ReportSample(p, v, op.value);
      return;
  }
}

void SimExecutor::ReportSample(PcpuId p, VcpuId v, int64_t value) {
  if (config_.trace == nullptr) return;
  config_.trace->Append(p, {.time = now_,
                            .arg = static_cast<uint64_t>(value),
                            .vcpu = v,
                            .pcpu = static_cast<uint16_t>(p.value()),
                            .kind = TraceKind::kSample});
}

void SimExecutor::GoDown(PcpuId p, VcpuId v, Duration duration) {
  engine_.Down(On(p), v);
  if (duration <= Duration()) return;
  Guest& guest = G(v);
  guest.timer_pcpu = p;
  queue_.Set(guest.online, now_ + duration,
             EventRank(EventClass::kGuestTimer, p, 2 * guest.order + 2));
}

void SimExecutor::ArmGuestTimer(PcpuId p, VcpuId v, Instant deadline) {
  Guest& guest = G(v);
  engine_.Consume(v, kEventTimer);
  guest.timer_pcpu = p;
  guest.timer_deadline = deadline;
  if (costed_) deadline += noise_.TimerLateness();
  if (deadline == Instant::Never()) {
    queue_.Stop(guest.timer);
    return;
  }
  queue_.Set(guest.timer, std::max(deadline, now_),
             EventRank(EventClass::kGuestTimer, p, 2 * guest.order + 1));
}

void SimExecutor::WaitFor(PcpuId p, VcpuId v, uint32_t mask, bool spin) {
  Guest& guest = G(v);
  if (!spin && config_.vwfi == Vwfi::kTrap) {
    engine_.Block(On(p), v, mask);
    return;
  }
  if (engine_.Consume(v, mask)) return;
  guest.wait_mask = mask;
  guest.waiting = spin || config_.vwfi == Vwfi::kNative ? Waiting::kHolding
                                                        : Waiting::kPolling;
  if (guest.waiting == Waiting::kPolling) engine_.Yield(On(p), v);
}

// A hypercall: it blocks whatever WFI does.
void SimExecutor::PollEvents(PcpuId p, VcpuId v, Duration limit) {
  uint32_t mask = kEventSignal;
  if (limit > Duration()) {
    ArmGuestTimer(p, v, now_ + limit);
    mask |= kEventTimer;
  }
  engine_.Block(On(p), v, mask);
}

void SimExecutor::Poll(PcpuId p, VcpuId v) {
  if (NoticesEvent(p, v)) {
    G(v).waiting = Waiting::kNo;
  } else {
    engine_.Yield(On(p), v);
  }
}

// Whether the event that v waits for has come: consumes it. One that is still
// on its way as an interrupt has not.
bool SimExecutor::NoticesEvent(PcpuId p, VcpuId v) {
  if (queue_.IsSet(P(p).guest_ipi)) return false;
  return engine_.Consume(v, G(v).wait_mask);
}

void SimExecutor::SendSignal(PcpuId p, VcpuId target) {
  G(target).signal_sent = P(p).op_time;
  BeginStages(p, target, P(p).op_time);
  if (costed_) wake_cost_ = noise_.Work(costs_.injection);
  DeliverEvent(p, target, kEventSignal);
}

// Hands an event to v, on pCPU p. If v is running elsewhere and listens, its
// pCPU must be told.
void SimExecutor::DeliverEvent(PcpuId p, VcpuId v, EventBits event) {
  const Duration before = wake_cost_;
  if (costed_) wake_cost_ += noise_.Work(costs_.wake);
  if (engine_.Signal(On(p), v, event)) return;
  wake_cost_ = before;
  const PcpuId where = engine_.vcpu(v).cpu();
  if (G(v).waiting == Waiting::kNo || engine_.current(where) != v) return;
  if (!costed_) {
    ResumeGuest(where);
  } else if (where != p && !queue_.IsSet(P(where).guest_ipi)) {
    queue_.Set(P(where).guest_ipi,
               now_ + wake_cost_ + noise_.Ipi(costs_.ipi_delivery),
               EventRank(EventClass::kGuestTimer, where, 1));
  }
}

void SimExecutor::StopGuest(PcpuId p) {
  PcpuState& pcpu = P(p);
  if (!queue_.IsSet(pcpu.op)) return;
  G(pcpu.on_cpu).remaining =
      smt_ ? WorkLeft(p) : queue_.DeadlineOf(pcpu.op) - now_;
  queue_.Stop(pcpu.op);
  if (smt_) CoreChanged(p);
}

// Lets the current vCPU of p go on: with the rest of its step, or with its
// wait if no event has arrived.
void SimExecutor::ResumeGuest(PcpuId p) {
  const VcpuId v = engine_.current(p);
  Guest& guest = G(v);
  if (guest.waiting != Waiting::kNo) {
    if (NoticesEvent(p, v)) {
      guest.waiting = Waiting::kNo;
      guest.remaining = Duration();
    } else if (guest.waiting == Waiting::kPolling) {
      guest.remaining = noise_.Work(costs_.wfi_poll);
    } else {
      return;
    }
  }
  if (guest.staged && guest.waiting == Waiting::kNo) {
    StageEvent(p, WakeStage::kGuest, v, now_);
  }
  P(p).on_cpu = v;
  if (smt_) return StartStep(p, guest.remaining);
  queue_.Set(P(p).op, now_ + guest.remaining,
             EventRank(EventClass::kGuestOp, p, 0));
}

}  // namespace xenotime
