#include "xenotime/scheduler/engine/port.h"

#include "xenotime/scheduler/core/check.h"

namespace xenotime {

void Engine::Port::Tickle(const HookContext& context, PcpuId p) {
  Pcpu& executing = engine_.P(context.executing);
  const VcpuId waking = executing.waking;
  if (waking.valid()) engine_.Stamp(context, WakeStage::kQueued, waking);
  engine_.host_.RaiseSchedule(p, context.executing);
  if (waking.valid()) {
    engine_.Stamp(context, WakeStage::kTickled, waking);
    executing.waking = VcpuId::None();
  }
  engine_.TraceVcpu(context, TraceKind::kTickle, waking, 0, p.value());
}

void Engine::Port::Retry(const HookContext& context) {
  Pcpu& executing = engine_.P(context.executing);
  XENOTIME_CHECK(executing.deciding, "only a decision can be repeated");
  executing.retry = true;
}

void Engine::Port::Assign(const HookContext& context, VcpuId v, PcpuId p) {
  Vcpu& vcpu = engine_.V(v);
  const PcpuId from = vcpu.cpu();
  if (from == p) return;
  vcpu.processor.store(p, std::memory_order_release);
  const bool pulled =
      p == context.executing && engine_.P(context.executing).deciding;
  const MoveCause cause = pulled ? MoveCause::kPulled : MoveCause::kPlaced;
  engine_.Trace(context.executing, {.time = context.now,
                                    .arg = from.value(),
                                    .vcpu = v,
                                    .pcpu = static_cast<uint16_t>(p.value()),
                                    .kind = TraceKind::kMigrate,
                                    .detail = static_cast<uint8_t>(cause)});
}

void Engine::Port::Pause(const HookContext& context, VcpuId v) {
  ++engine_.V(v).policy_pauses;
  engine_.PauseLocked(context, engine_.V(v));
}

void Engine::Port::Unpause(const HookContext& context, VcpuId v) {
  --engine_.V(v).policy_pauses;
  engine_.UnpauseLocked(context, engine_.V(v));
}

void Engine::Port::Park(const HookContext& context, VcpuId v) {
  Vcpu& vcpu = engine_.V(v);
  SetBits(vcpu, kPauseParked);
  vcpu.parked_lately = true;
  engine_.TraceVcpu(context, TraceKind::kPark, v);
}

void Engine::Port::Unpark(const HookContext& context, VcpuId v) {
  Vcpu& vcpu = engine_.V(v);
  ClearBits(vcpu, kPauseParked);
  // Its context may not be saved yet, but it has left its pCPU.
  engine_.TraceVcpu(context, TraceKind::kUnpark, v, vcpu.runnable() ? 1 : 0);
}

void Engine::Port::RequestMigration(const HookContext& context, VcpuId v) {
  Vcpu& vcpu = engine_.V(v);
  XENOTIME_CHECK(vcpu.running() || engine_.P(context.executing).deciding,
                 "a policy may ask only a running vCPU to migrate");
  SetBits(vcpu, kPauseMigrating);
  engine_.host_.RaiseSchedule(vcpu.cpu(), context.executing);
}

TimerId Engine::Port::AddTimer(PcpuId p, TimerScope scope) {
  const TimerId id(static_cast<uint32_t>(engine_.timers_.size()));
  engine_.timers_.push_back({p, pool_, scope});
  engine_.host_.AddTimer(id, p);
  return id;
}

void Engine::Port::SetTimer(TimerId timer, Instant deadline) {
  engine_.host_.SetTimer(timer, deadline);
}

void Engine::Port::StopTimer(TimerId timer) { engine_.host_.StopTimer(timer); }

void Engine::Port::MoveTimer(TimerId timer, PcpuId p) {
  engine_.timers_[timer.value()].pcpu = p;
  engine_.host_.MoveTimer(timer, p);
}

bool Engine::Port::TryLock(const HookContext&,
                           PcpuId p) ABSL_NO_THREAD_SAFETY_ANALYSIS {
  return engine_.LockOf(p).TryLock();
}

void Engine::Port::Unlock(const HookContext&,
                          PcpuId p) ABSL_NO_THREAD_SAFETY_ANALYSIS {
  engine_.LockOf(p).Unlock();
}

void Engine::Port::Defer(const HookContext& context) {
  engine_.P(context.executing).deferred = true;
}

void Engine::Port::Note(const HookContext& context, uint8_t code, VcpuId v,
                        int64_t value) {
  engine_.TraceVcpu(context, TraceKind::kNote, v, code,
                    static_cast<uint64_t>(value));
}

}  // namespace xenotime
