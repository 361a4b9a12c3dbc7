// Domains and their vCPUs come, move between pools, and go (core.md, section
// 8).

#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/guards.h"

namespace xenotime {
namespace {

// Calls visit(VcpuId) for each vCPU of the domain, in order.
template <typename Visitor>
void ForEachVcpu(const Domain& domain, Visitor visit) {
  for (uint32_t i = 0; i < domain.vcpus; ++i) {
    visit(VcpuId(domain.first_vcpu.value() + i));
  }
}

}  // namespace

DomainId Engine::CreateDomain(PoolId pool, uint32_t number) {
  XENOTIME_CHECK(!pools_[pool.value()]->view.pool().empty(),
                 "a domain needs a pool with pCPUs");
  const DomainId id = ReserveDomain(number, 0);
  domains_[id.value()].pool = pool;
  pools_[pool.value()]->policy->AddDomain(domains_[id.value()]);
  return id;
}

DomainId Engine::ReserveDomain(uint32_t number, uint32_t count) {
  const DomainId id(static_cast<uint32_t>(domains_.size()));
  domains_.push_back({.id = id,
                      .number = number,
                      .pool = PoolId::None(),
                      .first_vcpu = VcpuId(vcpus())});
  for (uint32_t i = 0; i < count; ++i) AppendVcpu(domains_.back(), Instant());
  return id;
}

VcpuId Engine::CreateVcpu(HookContext context, DomainId d) {
  Domain& domain = domains_[d.value()];
  Vcpu& v = AppendVcpu(domain, context.now);
  InsertVcpu(context, v, InitialPcpu(domain, v.index));
  return v.id;
}

void Engine::StartDomain(HookContext context, DomainId d, PoolId pool) {
  Domain& domain = domains_[d.value()];
  XENOTIME_CHECK(!domain.pool.valid(), "a domain is created once");
  domain.pool = pool;
  pools_[pool.value()]->policy->AddDomain(domain);
  ForEachVcpu(domain, [&](VcpuId v) {
    InsertVcpu(context, V(v), InitialPcpu(domain, V(v).index));
  });
  ForEachVcpu(domain, [&](VcpuId v) {
    if (V(v).up_when_created) Up(context, v);
  });
}

Vcpu& Engine::AppendVcpu(Domain& domain, Instant now) {
  XENOTIME_CHECK(domain.first_vcpu.value() + domain.vcpus == vcpus(),
                 "a domain's vCPUs are created in one go");
  XENOTIME_CHECK(vcpus() < state_.vcpus.capacity(),
                 "more vCPUs than EngineOptions::vcpu_capacity");
  Vcpu& v = vcpu_storage_.emplace_back();
  v.id = VcpuId(vcpus());
  v.domain = domain.id;
  v.domain_number = domain.number;
  v.index = domain.vcpus++;
  v.hard_affinity = masks_.Share(topology().all());
  v.soft_affinity = v.hard_affinity;
  v.runstate = RunStateClock(RunState::kOffline, now);
  state_.vcpus.push_back(&v);
  return v;
}

PcpuId Engine::InitialPcpu(const Domain& domain, uint32_t index) const {
  const CpuSet& pool = pools_[domain.pool.value()]->view.pool();
  if (index == 0) return pool.First();
  const VcpuId predecessor(domain.first_vcpu.value() + index - 1);
  return pool.Cyclic(vcpu(predecessor).cpu());
}

// The policy places v, now on `initial`, and from then on knows it.
void Engine::InsertVcpu(HookContext context, Vcpu& v, PcpuId initial) {
  v.processor.store(initial, std::memory_order_release);
  Pool& pool = PoolOf(v);
  PoolGuard policy_lock(*this, pool, PoolGuard::Domains::kNone);
  PcpuId home;
  {
    PcpuGuard lock(*this, initial);
    home = pool.policy->Place(context, v);
  }
  PcpuGuard lock(*this, home);
  pool.port->Assign(context, v.id, home);
  pool.policy->Insert(context, v);
  v.managed = true;
  if (!pool.view.pool().IsAll()) TraceAffinity(context, v);
}

void Engine::RemoveVcpu(HookContext context, Vcpu& v) {
  Pool& pool = PoolOf(v);
  PoolGuard policy_lock(*this, pool, PoolGuard::Domains::kNone);
  VcpuGuard lock(*this, v);
  pool.policy->Remove(context, v);
  v.managed = false;
}

void Engine::AddPausesToAll(const Domain& domain, int change) {
  ForEachVcpu(domain, [&](VcpuId v) {
    if (!V(v).managed) return AddPauses(V(v), change);
    VcpuGuard lock(*this, V(v));
    AddPauses(V(v), change);
  });
}

void Engine::PauseDomain(HookContext context, DomainId d) {
  // The count is raised everywhere before the first of them sleeps.
  const Domain& domain = domains_[d.value()];
  AddPausesToAll(domain, +1);
  ForEachVcpu(domain, [&](VcpuId v) {
    if (!V(v).managed) return;
    VcpuGuard lock(*this, V(v));
    SleepLocked(context, V(v));
  });
}

void Engine::UnpauseDomain(HookContext context, DomainId d) {
  const Domain& domain = domains_[d.value()];
  AddPausesToAll(domain, -1);
  ForEachVcpu(domain, [&](VcpuId v) {
    if (!V(v).managed) return;
    VcpuGuard lock(*this, V(v));
    if (!V(v).paused()) WakeLocked(context, V(v), WakeCause::kUnpause);
  });
}

// Whether the domain, paused from the first call on, has left every pCPU.
bool Engine::Quiesce(HookContext context, Domain& domain) {
  if (!domain.leaving) {
    domain.leaving = true;
    PauseDomain(context, domain.id);
  }
  bool quiet = true;
  ForEachVcpu(domain, [&](VcpuId v) { quiet = quiet && !V(v).running(); });
  return quiet;
}

bool Engine::MoveDomain(HookContext context, DomainId d, PoolId target) {
  Domain& domain = domains_[d.value()];
  XENOTIME_CHECK(domain.pool.valid(), "only a living domain can move");
  XENOTIME_CHECK(!pools_[target.value()]->view.pool().empty(),
                 "a domain needs a pool with pCPUs");
  if (domain.pool == target && !domain.leaving) return true;
  if (!Quiesce(context, domain)) return false;
  pools_[target.value()]->policy->AddDomain(domain);
  ForEachVcpu(domain, [&](VcpuId v) { RemoveVcpu(context, V(v)); });
  pools_[domain.pool.value()]->policy->RemoveDomain(domain);
  ReinsertDomain(context, domain, target);
  domain.leaving = false;
  UnpauseDomain(context, d);
  return true;
}

// One vCPU after another joins the new pool, on its pCPUs in turn.
void Engine::ReinsertDomain(HookContext context, Domain& domain,
                            PoolId target) {
  domain.pool = target;
  const CpuSet& pool = pools_[target.value()]->view.pool();
  PcpuId cursor = pool.First();
  ForEachVcpu(domain, [&](VcpuId id) {
    Vcpu& v = V(id);
    v.hard_affinity = masks_.Share(topology().all());
    v.soft_affinity = v.hard_affinity;
    v.broken_affinity = nullptr;
    v.soft_effective = false;
    // A migration that was pending is done by the move.
    ClearBits(v, kPauseMigrating);
    InsertVcpu(context, v, cursor);
    if (pool.IsAll()) TraceAffinity(context, v);
    cursor = pool.Cyclic(cursor);
  });
}

bool Engine::DestroyDomain(HookContext context, DomainId d) {
  Domain& domain = domains_[d.value()];
  if (!domain.pool.valid()) return true;
  if (!Quiesce(context, domain)) return false;
  // They stay paused, so that nothing ever wakes them again.
  for (uint32_t i = domain.vcpus; i-- > 0;) {
    RemoveVcpu(context, V(VcpuId(domain.first_vcpu.value() + i)));
  }
  pools_[domain.pool.value()]->policy->RemoveDomain(domain);
  domain.pool = PoolId::None();
  return true;
}

}  // namespace xenotime
