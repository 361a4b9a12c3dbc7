// Blocking, waking, pausing: what makes a vCPU runnable or takes it away
// (core.md, section 3).

#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/guards.h"

namespace xenotime {

void Engine::SetBits(Vcpu& v, uint32_t bits) {
  // Writers are serialised by the lock domain; only Block, which races with
  // Signal's unlocked look, needs more than a store.
  const uint32_t word = v.pause_word.load(std::memory_order_relaxed);
  v.pause_word.store(word | bits, std::memory_order_release);
}

void Engine::ClearBits(Vcpu& v, uint32_t bits) {
  const uint32_t word = v.pause_word.load(std::memory_order_relaxed);
  v.pause_word.store(word & ~bits, std::memory_order_release);
}

void Engine::AddPauses(Vcpu& v, int change) {
  const uint32_t word = v.pause_word.load(std::memory_order_relaxed);
  if (change > 0) {
    XENOTIME_CHECK(word < ~uint32_t{0} - kPauseCountOne, "too many pauses");
    v.pause_word.store(word + kPauseCountOne, std::memory_order_release);
  } else {
    XENOTIME_CHECK(word >= kPauseCountOne, "unpause without a pause");
    v.pause_word.store(word - kPauseCountOne, std::memory_order_release);
  }
}

bool Engine::Block(HookContext context, VcpuId id, uint32_t mask) {
  Vcpu& v = V(id);
  VcpuGuard lock(*this, v);
  v.wait_mask.store(mask, std::memory_order_relaxed);
  // Mark first, look second, both sequentially consistent: Signal does it the
  // other way round, so one of the two sees the other.
  const uint32_t word = v.pause_word.load(std::memory_order_relaxed);
  v.pause_word.store(word | kPauseBlocked, std::memory_order_seq_cst);
  if ((v.pending.load(std::memory_order_seq_cst) & mask) != 0) {
    v.pending.fetch_and(~mask, std::memory_order_acq_rel);
    ClearBits(v, kPauseBlocked);
    return false;
  }
  TraceVcpu(context, TraceKind::kBlock, id);
  host_.RaiseSchedule(v.cpu(), context.executing);
  return true;
}

bool Engine::Consume(VcpuId id, uint32_t mask) {
  Vcpu& v = V(id);
  if ((v.pending.load(std::memory_order_acquire) & mask) == 0) return false;
  v.pending.fetch_and(~mask, std::memory_order_acq_rel);
  return true;
}

bool Engine::Signal(HookContext context, VcpuId id, EventBits event) {
  Vcpu& v = V(id);
  // The usual case first: nothing that v waits for is pending, so that the
  // event goes straight to the waiter.
  if (v.Has(kPauseBlocked) && EndWait(context, v, event)) return true;
  v.pending.fetch_or(event, std::memory_order_seq_cst);
  if ((v.pause_word.load(std::memory_order_seq_cst) & kPauseBlocked) == 0) {
    return false;
  }
  return EndWait(context, v, event);
}

bool Engine::EndWait(HookContext context, Vcpu& v, EventBits event) {
  VcpuGuard lock(*this, v);
  if (!v.Has(kPauseBlocked)) return false;
  if ((v.wait_mask.load(std::memory_order_relaxed) & event) == 0) return false;
  Stamp(context, WakeStage::kWake, v.id);
  // Consumed before v can look: it must not see the event a second time.
  Consume(v.id, event);
  ClearBits(v, kPauseBlocked);
  TraceVcpu(context, TraceKind::kUnblock, v.id);
  WakeLocked(context, v, WakeCause::kEvent);
  return true;
}

void Engine::Yield(HookContext context, VcpuId id) {
  Vcpu& v = V(id);
  {
    VcpuGuard lock(*this, v);
    v.yielded = true;
    PolicyOf(v).Yield(context, v);
    TraceVcpu(context, TraceKind::kYield, id);
  }
  host_.RaiseSchedule(context.executing, context.executing);
}

void Engine::Down(HookContext context, VcpuId id) {
  Vcpu& v = V(id);
  VcpuGuard lock(*this, v);
  SetBits(v, kPauseDown);
  SleepLocked(context, v);
}

void Engine::Up(HookContext context, VcpuId id) {
  Vcpu& v = V(id);
  if (!v.managed) {
    v.up_when_created = true;
    return;
  }
  VcpuGuard lock(*this, v);
  if (!v.Has(kPauseDown)) return;
  ClearBits(v, kPauseDown);
  WakeLocked(context, v, WakeCause::kOnline);
}

void Engine::Pause(HookContext context, VcpuId id) {
  Vcpu& v = V(id);
  if (!v.managed) return;
  VcpuGuard lock(*this, v);
  PauseLocked(context, v);
}

void Engine::Unpause(HookContext context, VcpuId id) {
  Vcpu& v = V(id);
  if (!v.managed) return;
  VcpuGuard lock(*this, v);
  UnpauseLocked(context, v);
}

void Engine::SpuriousWake(HookContext context, VcpuId id) {
  Vcpu& v = V(id);
  VcpuGuard lock(*this, v);
  if (v.runnable()) PolicyOf(v).Wake(context, v);
}

void Engine::PauseLocked(HookContext context, Vcpu& v) {
  AddPauses(v, +1);
  SleepLocked(context, v);
}

void Engine::UnpauseLocked(HookContext context, Vcpu& v) {
  AddPauses(v, -1);
  if (!v.paused()) WakeLocked(context, v, WakeCause::kUnpause);
}

void Engine::WakeLocked(HookContext context, Vcpu& v, WakeCause cause) {
  if (v.runnable()) {
    if (v.runstate.state() >= RunState::kBlocked) {
      v.runstate.Enter(RunState::kRunnable, context.now);
      TraceVcpu(context, TraceKind::kWake, v.id, static_cast<uint8_t>(cause));
    }
    RunWakeHook(context, v);
  } else if (!v.Has(kPauseBlocked) &&
             v.runstate.state() == RunState::kBlocked) {
    v.runstate.Enter(RunState::kOffline, context.now);
  }
}

void Engine::RunWakeHook(HookContext context, Vcpu& v) {
  if (stages_ == nullptr) {
    PolicyOf(v).Wake(context, v);
    return;
  }
  Pcpu& executing = P(context.executing);
  executing.waking = v.id;
  PolicyOf(v).Wake(context, v);
  if (executing.waking.valid()) Stamp(context, WakeStage::kQueued, v.id);
  executing.waking = VcpuId::None();
}

void Engine::SleepLocked(HookContext context, Vcpu& v) {
  if (v.runnable()) return;
  if (v.runstate.state() == RunState::kRunnable) {
    v.runstate.Enter(RunState::kOffline, context.now);
    TraceVcpu(context, TraceKind::kSleep, v.id);
  }
  PolicyOf(v).Sleep(context, v);
}

}  // namespace xenotime
