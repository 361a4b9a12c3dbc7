// pCPUs join and leave pools (core.md, sections 8.5 to 8.8).

#include <algorithm>
#include <memory>
#include <vector>

#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/guards.h"

namespace xenotime {

void Engine::AddPcpu(HookContext context, PoolId pool_id, PcpuId p) {
  XENOTIME_CHECK(!P(p).pool.valid(), "a pCPU is in one pool at most");
  Pool& pool = *pools_[pool_id.value()];
  pool.policy->AddPcpu(context, p);
  P(p).lock_domain = pool.policy->LockDomainOf(p);
  P(p).pool = pool_id;
  P(p).policy = pool.policy.get();
  host_.RaiseSchedule(p, context.executing);
  pool.members.Add(p);
  pool.view.pool_.Add(p);
  TracePoolAffinities(context, pool_id);
}

bool Engine::RemovePcpu(HookContext context, PcpuId p) {
  Pcpu& cpu = P(p);
  XENOTIME_CHECK(cpu.pool.valid(), "only a pCPU of a pool can leave it");
  Pool& pool = *pools_[cpu.pool.value()];
  pool.view.pool_.Remove(p);
  if (!Evacuate(context, p)) return false;
  pool.members.Remove(p);
  pool.policy->RemovePcpu(context, p);
  TracePoolAffinities(context, cpu.pool);
  cpu.pool = PoolId::None();
  cpu.policy = nullptr;
  cpu.lock_domain = p;
  ForEachPcpu(pool.view.pool(), [&](PcpuId other) {
    P(other).lock_domain = pool.policy->LockDomainOf(other);
  });
  return true;
}

// Nobody chooses p any more; whether everybody who lived there has left.
bool Engine::Evacuate(HookContext context, PcpuId p) {
  std::vector<const Domain*> domains;
  for (const Domain& domain : domains_) {
    if (domain.pool == P(p).pool) domains.push_back(&domain);
  }
  std::sort(
      domains.begin(), domains.end(),
      [](const Domain* a, const Domain* b) { return a->number < b->number; });
  bool left = true;
  for (const Domain* domain : domains) {
    for (uint32_t i = 0; i < domain->vcpus; ++i) {
      Vcpu& v = V(VcpuId(domain->first_vcpu.value() + i));
      BreakAffinity(context, v, p);
      if (v.cpu() != p) continue;
      {
        VcpuGuard lock(*this, v);
        StartMigrationLocked(context, v);
      }
      FinishMigration(context, v);
      left = left && v.cpu() != p;
    }
  }
  return left && !P(p).current.valid();
}

void Engine::BreakAffinity(HookContext context, Vcpu& v, PcpuId p) {
  VcpuGuard lock(*this, v);
  if (v.hard_affinity.Intersects(PoolOf(v).view.pool())) return;
  if (!v.hard_affinity.Contains(p)) return;
  v.broken_affinity = std::make_unique<CpuSet>(v.hard_affinity);
  const CpuSet all = topology().all();
  StoreAffinity(context, v, &all, nullptr);
}

void Engine::SetOnline(PcpuId p, bool online) {
  XENOTIME_CHECK(!P(p).pool.valid(), "a pCPU leaves its pool before it leaves");
  if (online) {
    state_.online.Add(p);
  } else {
    state_.online.Remove(p);
  }
}

void Engine::RestoreAffinities(HookContext context, PoolId pool) {
  for (Vcpu* v : state_.vcpus) {
    if (!v->managed || domains_[v->domain.value()].pool != pool) continue;
    if (v->broken_affinity == nullptr) continue;
    if (!v->broken_affinity->Intersects(PoolOf(*v).view.pool())) continue;
    const CpuSet hard = *v->broken_affinity;
    SetAffinity(context, v->id, &hard, nullptr);
  }
}

void Engine::TracePoolAffinities(HookContext context, PoolId pool) {
  if (trace_ == nullptr) return;
  for (const Vcpu* v : state_.vcpus) {
    if (v->managed && domains_[v->domain.value()].pool == pool) {
      TraceAffinity(context, *v);
    }
  }
}

}  // namespace xenotime
