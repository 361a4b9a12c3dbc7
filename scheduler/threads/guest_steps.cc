// What guests do on their pCPU thread, and the stages of their wake-ups.

#include "xenotime/scheduler/threads/pcpu_thread.h"
#include "xenotime/time/cpu.h"

namespace xenotime {
namespace {

using Kind = GuestOp::Kind;
using Phase = GuestState::Phase;

constexpr uint32_t kAnyEvent = kEventSignal | kEventTimer;

}  // namespace

void PcpuThread::StepGuest() {
  GuestState& guest = this->guest(current_);
  left_idle_ = 0;  // what it led to has been stamped by now
  Refresh();
  switch (guest.phase) {
    case Phase::kRunning:
      Burn(guest);
      return;
    case Phase::kHolding:
    case Phase::kSpinning:
    case Phase::kYielding:
      if (TakeEvent(guest)) break;
      Listen(guest);
      return;
    case Phase::kBlocked:
    case Phase::kGone:
      if (!WaitIsOver(guest)) return;
      break;
    case Phase::kNext:
      break;
  }
  guest.phase = Phase::kNext;
  if (stages_) StampGuest(guest);
  const uint64_t sent = guest.signal_sent_tsc.load(std::memory_order_relaxed);
  // Between the last look at the clock and this one the host may have taken the
  // core, and another signal come: none is noticed before it was sent.
  if (static_cast<int64_t>(sent - now_) > 0) Refresh();
  guest.op = guest.program->Next({clock_.At(now_), clock_.At(sent)});
  Execute(guest);
}

// Whether a guest that gave its pCPU away and has it again may go on: wake-ups
// for other reasons than the awaited one are possible.
bool PcpuThread::WaitIsOver(GuestState& guest) {
  if (guest.phase == Phase::kGone) {
    engine_.Block(Here(), current_, 0);
    return false;
  }
  if (guest.op.kind != Kind::kSleep ||
      clock_.At(now_) >= guest.timer_deadline) {
    return true;
  }
  return !engine_.Block(Here(), current_, kEventTimer);
}

void PcpuThread::Execute(GuestState& guest) {
  const GuestOp& op = guest.op;
  switch (op.kind) {
    case Kind::kRun:
      guest.remaining = clock_.Ticks(op.duration);
      guest.phase = Phase::kRunning;
      Burn(guest);
      return;
    case Kind::kSleep:
      ArmTimer(guest, clock_.At(now_) + op.duration);
      WaitFor(guest, kEventTimer, /*spin=*/false);
      return;
    case Kind::kWait:
      WaitFor(guest, kEventSignal, /*spin=*/false);
      return;
    case Kind::kAwait:
      WaitFor(guest, kAnyEvent, /*spin=*/false);
      return;
    case Kind::kSpin:
      WaitFor(guest, kAnyEvent, /*spin=*/true);
      return;
    case Kind::kSignal:
      SendSignal(op.target);
      return;
    case Kind::kYield:
      engine_.Yield(Here(), current_);
      return;
    case Kind::kDown:
      GoDown(guest);
      return;
    case Kind::kExit:
      guest.phase = Phase::kGone;
      engine_.Block(Here(), current_, 0);
      return;
    case Kind::kPoll:
      PollEvents(guest);
      return;
    case Kind::kSetTimer:
      ArmTimer(guest, op.deadline);
      return;
    case Kind::kSample:
      ReportSample(op.value);
      return;
  }
}

void PcpuThread::Burn(GuestState& guest) {
  // A pCPU with work to do leaves wake-ups to those who send them.
  bell_.Close();
  uint64_t last = now_;
  while (guest.remaining > 0) {
    if (bell_.Rang() || now_ >= deadline_ || timers_changed_) return;
    CpuRelax();
    const int64_t gaps = meter_.gaps();
    Refresh();
    if (meter_.gaps() == gaps) {
      guest.remaining -= static_cast<int64_t>(now_ - last);
    }
    last = now_;
    progress_.store(progress() + 1, std::memory_order_relaxed);
  }
  guest.phase = Phase::kNext;
}

void PcpuThread::Block(GuestState& guest, uint32_t mask) {
  guest.phase = Phase::kBlocked;
  if (!engine_.Block(Here(), current_, mask)) guest.phase = Phase::kNext;
}

// A hypercall: it blocks whatever WFI does.
void PcpuThread::PollEvents(GuestState& guest) {
  uint32_t mask = kEventSignal;
  if (guest.op.duration > Duration()) {
    ArmTimer(guest, clock_.At(now_) + guest.op.duration);
    mask |= kEventTimer;
  }
  Block(guest, mask);
}

void PcpuThread::WaitFor(GuestState& guest, uint32_t mask, bool spin) {
  if (!spin && vwfi_ == Vwfi::kTrap) return Block(guest, mask);
  guest.wait_mask = mask;
  if (spin) {
    guest.phase = Phase::kSpinning;
  } else {
    guest.phase = vwfi_ == Vwfi::kNative ? Phase::kHolding : Phase::kYielding;
  }
  if (stages_) guest.listening.store(true);
}

bool PcpuThread::TakeEvent(GuestState& guest) {
  if (!guest.delivered && !engine_.Consume(current_, guest.wait_mask)) {
    return false;
  }
  guest.delivered = false;
  if (stages_) guest.listening.store(false);
  return true;
}

// One round of a wait in guest context.
void PcpuThread::Listen(GuestState& guest) {
  const bool ready = machine_.oversubscribed ? bell_.Close() : bell_.Open();
  if (!ready) return;
  if (guest.phase == Phase::kYielding) {
    engine_.Yield(Here(), current_);
    return;
  }
  // The door was opened, or found open, before this look: an event that comes
  // after it rings.
  if (engine_.vcpu(current_).pending.load(std::memory_order_acquire) &
      guest.wait_mask) {
    return;
  }
  WaitHere(guest.phase == Phase::kSpinning);
}

void PcpuThread::GoDown(GuestState& guest) {
  guest.phase = Phase::kBlocked;
  if (guest.op.duration > Duration()) {
    SetOnlineTimer(current_, clock_.At(now_) + guest.op.duration);
  }
  engine_.Down(Here(), current_);
}

void PcpuThread::ReportSample(int64_t value) {
  const uint64_t start =
      now_ - static_cast<uint64_t>(clock_.Ticks(Duration(value)));
  if (value > 0 && meter_.GapSince(start)) {
    ++dropped_samples_;
  } else {
    TraceHere(TraceKind::kSample, current_, static_cast<uint64_t>(value));
  }
}

void PcpuThread::SendSignal(VcpuId target) {
  Refresh();  // it is sent now, not when the guest's step was asked for
  const PcpuId home = guest(target).home.load(std::memory_order_relaxed);
  if (by_message_ && home != id_ && target.value() < Doorbell::kVcpuLimit &&
      machine_.bell(home).Post(target, now_)) {
    return;
  }
  PrefetchForWrite(&engine_.vcpu(target));
  PrefetchForWrite(&engine_.pcpu(home));
  guest(target).signal_sent_tsc.store(now_, std::memory_order_relaxed);
  if (stages_) BeginStages(target, clock_.At(now_));
  Deliver(target, kEventSignal);
}

// Hands v an event. If v runs elsewhere it may wait in its guest's context, and
// its pCPU is told.
void PcpuThread::Deliver(VcpuId v, EventBits event) {
  GuestState& guest = this->guest(v);
  if (v == current_ && guest.phase >= Phase::kHolding &&
      guest.phase <= Phase::kYielding && (guest.wait_mask & event) != 0) {
    guest.delivered = true;
    return;
  }
  if (engine_.Signal(Here(), v, event)) return;
  const PcpuId where = engine_.vcpu(v).cpu();
  if (where != id_) machine_.bell(where).Ring(Doorbell::kKick);
}

void PcpuThread::BeginStages(VcpuId v, Instant raised) {
  GuestState& guest = this->guest(v);
  if (!engine_.vcpu(v).Has(kPauseBlocked) && !guest.listening.load()) return;
  guest.staged.store(true);
  StampAt(WakeStage::kInterrupt, v, raised);
  if (left_idle_ != 0) {
    StampAt(WakeStage::kIdleExit, v, clock_.At(left_idle_));
    left_idle_ = 0;
  }
  StampAt(WakeStage::kNoticed, v, clock_.At(ReadTsc()));
}

void PcpuThread::Stamp(WakeStage stage, VcpuId v) {
  if (!v.valid() || !guest(v).staged.load()) return;
  const uint64_t tsc = ReadTsc();
  if (stage == WakeStage::kDecided && left_idle_ != 0) {
    StampAt(WakeStage::kIdleExit, v, clock_.At(left_idle_));
    left_idle_ = 0;
  }
  StampAt(stage, v, clock_.At(tsc));
}

void PcpuThread::StampGuest(GuestState& guest) {
  if (!guest.staged.load()) return;
  StampAt(WakeStage::kGuest, current_, clock_.At(ReadTsc()));
  guest.staged.store(false);
}

void PcpuThread::StampAt(WakeStage stage, VcpuId v, Instant time) {
  if (machine_.trace == nullptr) return;
  machine_.trace->Append(id_, {.time = time,
                               .vcpu = v,
                               .pcpu = static_cast<uint16_t>(id_.value()),
                               .kind = TraceKind::kStage,
                               .detail = static_cast<uint8_t>(stage)});
}

}  // namespace xenotime
