#include "xenotime/scheduler/engine/engine.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/engine/guards.h"

namespace xenotime {

Engine::Engine(const Topology& topology, EngineHost& host,
               const EngineOptions& options)
    : state_(topology, options.vcpu_capacity),
      host_(host),
      trace_(options.trace),
      stages_(options.stages),
      observer_(options.observer),
      masks_(options.locks) {
  for (uint32_t i = 0; i < topology.pcpus(); ++i) {
    state_.pcpus[i].lock_domain = PcpuId(i);
    state_.pcpus[i].lock.set_mode(options.locks);
  }
}

Engine::~Engine() = default;

PoolId Engine::AddPool(const MakePolicy& make_policy) {
  const PoolId id(static_cast<uint32_t>(pools_.size()));
  auto pool = std::make_unique<Pool>(state_);
  pool->policy_lock.set_mode(state_.pcpus[0].lock.mode());
  pool->port = std::make_unique<Port>(*this, id, pool->view);
  pool->policy = make_policy(*pool->port);
  pools_.push_back(std::move(pool));
  return id;
}

void Engine::AdjustDomain(HookContext context, DomainId d, uint32_t weight,
                          uint32_t cap) {
  const Domain& domain = domains_[d.value()];
  Pool& pool = *pools_[domain.pool.value()];
  PoolGuard locks(*this, pool, PoolGuard::Domains::kAll);
  pool.policy->AdjustDomain(context, domain, weight, cap);
}

void Engine::AdjustRealTime(HookContext context, VcpuId id,
                            const RealTimeParameters& parameters) {
  const Vcpu& v = vcpu(id);
  if (!v.managed) return;
  VcpuGuard lock(*this, v);
  PolicyOf(v).AdjustRealTime(context, v, parameters);
}

void Engine::SetFrames(HookContext context, PoolId id,
                       const FrameTable& table) {
  Pool& pool = *pools_[id.value()];
  PoolGuard locks(*this, pool, PoolGuard::Domains::kAll);
  pool.policy->SetFrames(context, table);
}

Engine::Pool& Engine::PoolOf(const Vcpu& v) {
  return *pools_[domains_[v.domain.value()].pool.value()];
}

void Engine::OnTimer(HookContext context, TimerId id) {
  const Timer& timer = timers_[id.value()];
  Pool& pool = *pools_[timer.pool.value()];
  if (timer.scope == TimerScope::kPolicy) {
    PoolGuard locks(*this, pool, PoolGuard::Domains::kAll);
    pool.policy->OnTimer(context, id);
    return;
  }
  PoolGuard policy_lock(*this, pool, PoolGuard::Domains::kNone);
  PcpuGuard lock(*this, timer.pcpu);
  pool.policy->OnTimer(context, id);
}

void Engine::AppendVcpu(HookContext context, TraceKind kind, VcpuId v,
                        uint8_t detail, uint64_t arg) {
  trace_->Append(context.executing,
                 {.time = context.now,
                  .arg = arg,
                  .vcpu = v,
                  .pcpu = static_cast<uint16_t>(context.executing.value()),
                  .kind = kind,
                  .detail = detail});
}

std::vector<std::string> Engine::Describe() const {
  std::vector<std::string> lines;
  for (const auto& pool : pools_) {
    const std::string whole = pool->policy->Describe(VcpuId::None());
    for (absl::string_view line :
         absl::StrSplit(whole, '\n', absl::SkipEmpty())) {
      lines.emplace_back(line);
    }
  }
  for (const Vcpu* v : state_.vcpus) {
    const std::string text = DescribeVcpu(v->id);
    if (text.empty()) continue;
    lines.push_back(absl::StrCat(v->domain_number, ".", v->index, " ", text));
  }
  return lines;
}

std::string Engine::DescribeVcpu(VcpuId id) const {
  const Vcpu& v = vcpu(id);
  if (!v.managed) return "";
  const PoolId pool = domains_[v.domain.value()].pool;
  return pools_[pool.value()]->policy->Describe(id);
}

int64_t Engine::TotalDecisions() const {
  int64_t total = 0;
  for (const Pcpu& p : state_.pcpus) total += p.decisions;
  return total;
}

int64_t Engine::TotalSwitches() const {
  int64_t total = 0;
  for (const Pcpu& p : state_.pcpus) total += p.switches;
  return total;
}

}  // namespace xenotime
