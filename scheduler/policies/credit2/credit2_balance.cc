// Load balancing between two run queues, after a reset only (credit2.md, 9.2).

#include <algorithm>
#include <cstdlib>

#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

using credit2::MovableUnit;

void Credit2Policy::BalanceLoad(const HookContext& context, Runqueue& local) {
  for (;;) {
    const Comparison loads = CompareLoads(context, local);
    Runqueue* const other = loads.most_unlike;
    if (other == nullptr || !WorthBalancing(local, loads)) return;
    if (!host().TryLock(context, other->lock_name)) continue;
    const credit2::Exchange best = FindExchange(local, *other, context.now);
    if (best.push.valid()) Move(context, best.push, *other);
    if (best.pull.valid()) Move(context, best.pull, local);
    host().Unlock(context, other->lock_name);
    return;
  }
}

// Run queues that somebody else holds are passed over; the caller holds
// `local`.
Credit2Policy::Comparison Credit2Policy::CompareLoads(
    const HookContext& context, Runqueue& local) {
  UpdateLoad(local, 0, context.now);
  Comparison loads;
  for (const auto& rq : runqueues_) {
    const bool is_local = rq.get() == &local;
    if (!is_local && !host().TryLock(context, rq->lock_name)) continue;
    UpdateLoad(*rq, 0, context.now);
    loads.last_load = rq->b_avgload;
    loads.last_cpus = rq->nr_cpus;
    if (is_local) continue;
    host().Unlock(context, rq->lock_name);
    const int64_t difference = std::abs(local.b_avgload - loads.last_load);
    if (difference <= loads.difference) continue;
    loads.difference = difference;
    loads.most_unlike = rq.get();
  }
  return loads;
}

// Whether there are more units than pCPUs decides how much is tolerated. Xen
// asks that of the last run queue, not of the one to balance with.
bool Credit2Policy::WorthBalancing(const Runqueue& local,
                                   const Comparison& loads) const {
  const int64_t load = std::max(local.b_avgload, loads.last_load);
  const int64_t cpus = std::max(local.nr_cpus, loads.last_cpus);
  const bool room = load < cpus << scale_.precision();
  const int64_t shift = scale_.precision() + (room ? parameters_.balance_under
                                                   : parameters_.balance_over);
  // Any difference at all, when the tolerance is finer than the precision.
  return loads.difference >= int64_t{1} << std::max<int64_t>(shift, 0);
}

// The loads of the other run queue's units are brought up to date only if
// somebody could be pushed there.
credit2::Exchange Credit2Policy::FindExchange(Runqueue& local, Runqueue& other,
                                              Instant now) {
  for (VcpuId v : local.members) UpdateLoad(U(v), vcpu(v).runnable(), now);
  const std::vector<MovableUnit> pushes = MovableUnits(local, other);
  if (!pushes.empty()) {
    for (VcpuId v : other.members) UpdateLoad(U(v), vcpu(v).runnable(), now);
  }
  return credit2::BestExchange(local.b_avgload - other.b_avgload, pushes,
                               MovableUnits(other, local));
}

std::vector<MovableUnit> Credit2Policy::MovableUnits(const Runqueue& from,
                                                     const Runqueue& to) {
  std::vector<MovableUnit> units;
  units.reserve(from.members.size());
  for (VcpuId v : from.members) {
    const Unit& unit = U(v);
    if (!Movable(v, unit, to)) continue;
    units.push_back({v, unit.avgload});
  }
  return units;
}

bool Credit2Policy::Movable(VcpuId v, const Unit& unit,
                            const Runqueue& rq) const {
  return !unit.Has(credit2::kMigrateRequest) && Meets(vcpu(v), rq);
}

// At once, or when its context is saved if it is on a pCPU.
void Credit2Policy::Move(const HookContext& context, VcpuId v,
                         Runqueue& target) {
  Unit& unit = U(v);
  if (!unit.Has(credit2::kScheduled)) return MoveTo(context, vcpu(v), target);
  unit.target = &target;
  unit.Set(credit2::kMigrateRequest);
  host().RequestMigration(context, v);
  TicklePcpu(context, RqOf(vcpu(v).cpu()), vcpu(v).cpu());
}

}  // namespace xenotime
