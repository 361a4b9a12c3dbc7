// The scheduling decision and the switch (core.md, section 5).

#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/guards.h"

namespace xenotime {

Switched Engine::Decide(HookContext context) {
  const PcpuId p = context.executing;
  Pcpu& cpu = P(p);
  PcpuGuard lock(*this, p);
  ++cpu.decisions;
  Switched result{.previous = cpu.current, .next = cpu.current};
  if (cpu.policy == nullptr) return result;

  cpu.deciding = true;
  cpu.retry = false;
  if (observer_ != nullptr) observer_->BeforeDecision(*this, context);
  const Decision decision = cpu.policy->PickNext(context, cpu.current);
  if (observer_ != nullptr) observer_->AfterDecision(*this, context, decision);
  cpu.deciding = false;
  result.next = decision.next;
  result.retry = cpu.retry && !result.changed();
  if (decision.slice >= Duration()) {
    result.slice_end = context.now + decision.slice;
  }
  if (result.changed()) {
    ValidateChoice(context, result.next);
    SwitchTo(context, result.previous, result.next);
    if (result.next.valid()) V(result.next).migrated = decision.migrated;
  }
  cpu.slice_fired = false;
  if (result.previous.valid()) V(result.previous).yielded = false;
  return result;
}

void Engine::ValidateChoice(HookContext context, VcpuId next) {
  if (!next.valid()) return;
  XENOTIME_CHECK(next.value() < vcpus(), "a policy chose an unknown vCPU");
  const Vcpu& v = vcpu(next);
  // It may have been asked to migrate by this very decision; it runs first.
  XENOTIME_CHECK((v.pause_word.load(std::memory_order_relaxed) &
                  ~uint32_t{kPauseMigrating}) == 0,
                 "a policy chose a vCPU that cannot run");
  XENOTIME_CHECK(!v.is_running.load(std::memory_order_relaxed),
                 "a policy chose a vCPU that runs elsewhere");
  XENOTIME_CHECK(v.cpu() == context.executing,
                 "a policy chose a vCPU that is assigned to another pCPU");
  XENOTIME_CHECK(v.hard_affinity.Contains(context.executing) ||
                     !PolicyOf(v).HonoursAffinity(),
                 "a policy chose a vCPU outside its hard affinity");
}

void Engine::SwitchTo(HookContext context, VcpuId previous, VcpuId next) {
  Pcpu& cpu = P(context.executing);
  ++cpu.switches;
  const SwitchReason reason =
      previous.valid() ? ReasonToLeave(V(previous), cpu) : SwitchReason::kIdle;
  cpu.current = next;
  if (previous.valid()) LeavePcpu(context, V(previous));
  if (next.valid()) EnterPcpu(context, V(next));
  TraceVcpu(context, TraceKind::kSwitch, next, static_cast<uint8_t>(reason),
            previous.value());
}

SwitchReason Engine::ReasonToLeave(const Vcpu& v, const Pcpu& p) const {
  if (v.Has(kPauseBlocked)) return SwitchReason::kBlocked;
  if (v.Has(kPauseDown)) return SwitchReason::kOffline;
  if (v.Has(kPauseParked) || v.paused()) return SwitchReason::kParked;
  if (v.Has(kPauseMigrating)) return SwitchReason::kMigrating;
  if (v.yielded) return SwitchReason::kYielded;
  if (p.slice_fired) return SwitchReason::kSlice;
  return SwitchReason::kPreempted;
}

void Engine::LeavePcpu(HookContext context, Vcpu& v) {
  RunState state = RunState::kRunnable;
  if (v.Has(kPauseBlocked)) {
    state = RunState::kBlocked;
  } else if (!v.runnable()) {
    state = RunState::kOffline;
  }
  v.runstate.Enter(state, context.now);
}

void Engine::EnterPcpu(HookContext context, Vcpu& v) {
  v.is_running.store(true, std::memory_order_relaxed);
  v.last_switch = context.now;
  v.parked_lately = false;
  v.runstate.Enter(RunState::kRunning, context.now);
  Stamp(context, WakeStage::kDecided, v.id);
}

void Engine::ContextSaved(HookContext context, VcpuId previous) {
  if (!previous.valid()) return;
  Vcpu& v = V(previous);
  bool migrating = false;
  {
    VcpuGuard lock(*this, v);
    v.is_running.store(false, std::memory_order_release);
    v.last_switch = context.now;
    PolicyOf(v).ContextSaved(context, v);
    migrating = v.Has(kPauseMigrating);
  }
  if (P(context.executing).deferred) RunDeferred(context);
  if (migrating) FinishMigration(context, v);
}

void Engine::RunDeferred(HookContext context) {
  Pcpu& cpu = P(context.executing);
  cpu.deferred = false;
  PoolGuard locks(*this, *pools_[cpu.pool.value()], PoolGuard::Domains::kAll);
  cpu.policy->Deferred(context);
}

void Engine::SliceExpired(HookContext context) {
  const PcpuId p = context.executing;
  {
    PcpuGuard lock(*this, p);
    P(p).slice_fired = true;
  }
  host_.RaiseSchedule(p, p);
}

}  // namespace xenotime
