// Affinity and migration (core.md, section 7).

#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/guards.h"

namespace xenotime {

void Engine::SetAffinity(HookContext context, VcpuId id, const CpuSet* hard,
                         const CpuSet* soft) {
  Vcpu& v = V(id);
  if (!v.managed) return;
  XENOTIME_CHECK(hard == nullptr || !PolicyOf(v).HonoursAffinity() ||
                     hard->Intersects(PoolOf(v).view.pool()),
                 "hard affinity needs a pCPU of the pool");
  {
    VcpuGuard lock(*this, v);
    StoreAffinity(context, v, hard, soft);
    if (hard != nullptr) v.broken_affinity = nullptr;
    // Under the same lock: nobody may choose v where it is no longer allowed.
    StartMigrationLocked(context, v);
  }
  FinishMigration(context, v);
}

void Engine::StartMigrationLocked(HookContext context, Vcpu& v) {
  SetBits(v, kPauseMigrating);
  SleepLocked(context, v);
}

void Engine::StoreAffinity(HookContext context, Vcpu& v, const CpuSet* hard,
                           const CpuSet* soft) {
  PolicyOf(v).AffinityChanges(context, v, hard, soft);
  v.SetMasks(masks_, hard, soft);
  if (hard != nullptr) TraceAffinity(context, v);
}

// Where v may run: the pool's part of its hard affinity, if its policy has
// that.
void Engine::TraceAffinity(HookContext context, const Vcpu& v) {
  if (trace_ == nullptr) return;
  const Pool& pool_of_v = PoolOf(v);
  const CpuSet& pool = pool_of_v.view.pool();
  const uint64_t others =
      pool_of_v.policy->HonoursAffinity() ? 0 : ~uint64_t{0};
  for (uint32_t word = 0; word < v.hard_affinity.words(); ++word) {
    Trace(context.executing,
          {.time = context.now,
           .arg = (v.hard_affinity.Word(word) | others) & pool.Word(word),
           .vcpu = v.id,
           .pcpu = static_cast<uint16_t>(context.executing.value()),
           .kind = TraceKind::kAffinity,
           .arg2 = word});
  }
}

void Engine::FinishMigration(HookContext context, Vcpu& v) {
  Migration outcome;
  do {
    outcome = TryMigrate(context, v);
  } while (outcome == Migration::kAgain);
  if (outcome == Migration::kNotDue) return;
  VcpuGuard lock(*this, v);
  WakeLocked(context, v, WakeCause::kMigrated);
}

Engine::Migration Engine::TryMigrate(HookContext context, Vcpu& v) {
  PcpuId source;
  PcpuId target;
  bool allowed = false;
  {
    VcpuGuard lock(*this, v);
    if (v.running() || !v.Has(kPauseMigrating)) return Migration::kNotDue;
    source = v.cpu();
    target = PolicyOf(v).PickPcpu(context, v);
    allowed = v.hard_affinity.Contains(target);
  }
  // The choice is kept while the second lock is waited for, unless the vCPU
  // was moved, or its affinity changed, meanwhile.
  PairGuard locks(*this, source, target);
  if (v.cpu() != source) return Migration::kAgain;
  if (v.running() || !v.Has(kPauseMigrating)) return Migration::kNotDue;
  if (allowed && !v.hard_affinity.Contains(target)) return Migration::kAgain;
  ClearBits(v, kPauseMigrating);
  PolicyOf(v).Migrate(context, v, target);
  return Migration::kDone;
}

}  // namespace xenotime
