// The way through the hypervisor when it takes time: a pCPU is busy from an
// exit or interrupt to the entry of the next guest, one step after another.

#include "xenotime/scheduler/sim/event_rank.h"
#include "xenotime/scheduler/sim/executor.h"

namespace xenotime {

// The pCPU is busy for `cost`, then takes `step`; at once if it costs nothing.
void SimExecutor::After(PcpuId p, Duration cost, Step step) {
  PcpuState& pcpu = P(p);
  pcpu.busy = true;
  pcpu.next_step = step;
  if (cost > Duration()) {
    queue_.Set(pcpu.step, now_ + cost, EventRank(EventClass::kStep, p, 0));
  } else {
    RunStep(p);
  }
}

void SimExecutor::RunStep(PcpuId p) {
  PcpuState& pcpu = P(p);
  wake_cost_ = Duration();
  switch (pcpu.next_step) {
    case Step::kTrapped:
      Perform(p, engine_.current(p), pcpu.trapped);
      After(p, wake_cost_, Step::kEnter);
      return;
    case Step::kNoticed:
      Noticed(p);
      return;
    case Step::kDeliver:
      DeliverEvent(p, VcpuId(pcpu.interrupt.index), kEventTimer);
      After(p, wake_cost_, Step::kEnter);
      return;
    case Step::kDecide:
      if (Decide(p)) {
        After(p, noise_.Work(costs_.context_switch), Step::kSaved);
      } else {
        After(p, Duration(), Step::kEnter);
      }
      return;
    case Step::kSaved:
      engine_.ContextSaved(On(p), pcpu.previous);
      StageEvent(p, WakeStage::kSwitched, engine_.current(p), now_);
      After(p, noise_.Work(costs_.context_tail), Step::kEnter);
      return;
    case Step::kEnter:
      Enter(p);
      return;
  }
}

PcpuId SimExecutor::PcpuOf(Event event) const {
  switch (event.source) {
    case Source::kPolicyTimer:
      return engine_.TimerPcpu(TimerId(event.index));
    case Source::kGuestTimer:
    case Source::kOnline:
      return guests_[event.index].timer_pcpu;
    default:
      return PcpuId(event.index);
  }
}

// An interrupt arrives at its pCPU. One that is within the hypervisor is deaf
// until its present step is over.
void SimExecutor::Interrupt(Slot slot) {
  const Event event = events_by_slot_[slot];
  const PcpuId p = PcpuOf(event);
  PcpuState& pcpu = P(p);
  if (pcpu.busy) {
    --events_;
    queue_.Set(slot, queue_.DeadlineOf(pcpu.step),
               EventRank(EventClass::kXenTimer, p, slot));
    return;
  }
  StopGuest(p);
  pcpu.interrupt = event;
  const Duration exit = LeaveIdle(p);
  // For a tickle, leaving idle is a stage of its own; for other interrupts it
  // is part of noticing them.
  if (event.source != Source::kScheduleIpi) pcpu.left_idle = Instant();
  After(p, exit + noise_.Work(costs_.irq_entry), Step::kNoticed);
}

// What it takes to leave the idle wait, if p is in it.
Duration SimExecutor::LeaveIdle(PcpuId p) {
  PcpuState& pcpu = P(p);
  if (!pcpu.asleep) return Duration();
  const Duration exit = noise_.Work(costs_.idle_exit);
  pcpu.asleep = false;
  pcpu.left_idle = now_ + exit;
  return exit;
}

void SimExecutor::Noticed(PcpuId p) {
  PcpuState& pcpu = P(p);
  const Event event = pcpu.interrupt;
  switch (event.source) {
    case Source::kGuestTimer: {
      const VcpuId v(event.index);
      BeginStages(p, v, G(v).timer_deadline);
      StageEvent(p, WakeStage::kNoticed, v, now_);
      After(p, noise_.Work(costs_.injection), Step::kDeliver);
      return;
    }
    case Source::kGuestIpi:
      StageEvent(p, WakeStage::kNoticed, engine_.current(p), now_);
      break;
    case Source::kScheduleIpi:
      pcpu.deferred = true;
      break;
    default:
      HandleInterrupt(event);
      break;
  }
  After(p, Duration(), Step::kEnter);
}

// The end of the way: to a decision if one was asked for meanwhile, else to the
// guest or into the idle wait.
void SimExecutor::Enter(PcpuId p) {
  PcpuState& pcpu = P(p);
  pcpu.busy = false;
  if (pcpu.deferred) {
    pcpu.deferred = false;
    pending_.Add(p);
  } else if (engine_.current(p).valid()) {
    ResumeGuest(p);
  } else {
    pcpu.asleep = true;
  }
}

void SimExecutor::BeginStages(PcpuId p, VcpuId v, Instant raised) {
  if (!config_.stages) return;
  Guest& guest = G(v);
  if (guest.waiting == Waiting::kNo && !engine_.vcpu(v).Has(kPauseBlocked)) {
    return;
  }
  guest.staged = true;
  StageEvent(p, WakeStage::kInterrupt, v, raised);
}

void SimExecutor::Stamp(PcpuId executing, WakeStage stage, VcpuId v) {
  // The engine queues and tickles in no time; the cost of the wake lies before.
  const bool after_wake =
      stage == WakeStage::kQueued || stage == WakeStage::kTickled;
  if (stage == WakeStage::kDecided && P(executing).left_idle > Instant()) {
    StageEvent(executing, WakeStage::kIdleExit, v, P(executing).left_idle);
    P(executing).left_idle = Instant();
  }
  StageEvent(executing, stage, v, after_wake ? now_ + wake_cost_ : now_);
}

void SimExecutor::StageEvent(PcpuId executing, WakeStage stage, VcpuId v,
                             Instant time) {
  if (!v.valid() || !G(v).staged) return;
  if (stage == WakeStage::kGuest) G(v).staged = false;
  if (config_.trace == nullptr) return;
  config_.trace->Append(executing,
                        {.time = time,
                         .vcpu = v,
                         .pcpu = static_cast<uint16_t>(executing.value()),
                         .kind = TraceKind::kStage,
                         .detail = static_cast<uint8_t>(stage)});
}

}  // namespace xenotime
