// Load balancing between two run queues, after a reset only (credit2.md, 9.2).

#include <algorithm>
#include <cstdlib>

#include "xenotime/scheduler/policies/credit2/credit2_policy.h"

namespace xenotime {

// The exchange that evens out the loads of two run queues best, so far.
struct Credit2Policy::Balance {
  Runqueue& local;
  Runqueue& other;
  int64_t difference;
  VcpuId push = VcpuId::None();
  VcpuId pull = VcpuId::None();

  // None: nobody goes that way. The first of equals stays.
  void Consider(VcpuId pushed, int64_t push_load, VcpuId pulled,
                int64_t pull_load) {
    const int64_t ours = local.b_avgload - push_load + pull_load;
    const int64_t theirs = other.b_avgload + push_load - pull_load;
    const int64_t left = std::abs(ours - theirs);
    if (left >= difference) return;
    difference = left;
    push = pushed;
    pull = pulled;
  }
};

void Credit2Policy::BalanceLoad(const HookContext& context, Runqueue& local) {
  UpdateLoad(local, 0, context.now);
  for (;;) {
    Runqueue* last = nullptr;
    int64_t difference = 0;
    Runqueue* const other = MostUnlike(context, local, &last, &difference);
    if (other == nullptr || !WorthBalancing(local, *last, difference)) return;
    if (!host().TryLock(context, other->lock_name)) continue;
    Balance balance{local, *other, difference};
    ConsiderAll(balance, context.now);
    if (balance.push.valid()) Move(context, balance.push, *other);
    if (balance.pull.valid()) Move(context, balance.pull, local);
    host().Unlock(context, other->lock_name);
    return;
  }
}

// The run queue whose load differs most from `local`; `last` is the last one of
// all, whichever it is.
Credit2Policy::Runqueue* Credit2Policy::MostUnlike(const HookContext& context,
                                                   Runqueue& local,
                                                   Runqueue** last,
                                                   int64_t* difference) {
  Runqueue* most = nullptr;
  for (const auto& rq : runqueues_) {
    *last = rq.get();
    if (rq.get() == &local) continue;
    if (!host().TryLock(context, rq->lock_name)) continue;
    UpdateLoad(*rq, 0, context.now);
    const int64_t present = std::abs(local.b_avgload - rq->b_avgload);
    host().Unlock(context, rq->lock_name);
    if (present <= *difference) continue;
    *difference = present;
    most = rq.get();
  }
  return most;
}

// Whether there are more units than pCPUs decides how much is tolerated. Xen
// asks that of the last run queue, not of the one to balance with.
bool Credit2Policy::WorthBalancing(const Runqueue& local, const Runqueue& last,
                                   int64_t difference) const {
  const int64_t load = std::max(local.b_avgload, last.b_avgload);
  const int64_t cpus = std::max(local.nr_cpus, last.nr_cpus);
  const bool room = load < cpus << scale_.precision();
  const int64_t shift = scale_.precision() + (room ? parameters_.balance_under
                                                   : parameters_.balance_over);
  // Any difference at all, when the tolerance is finer than the precision.
  return difference >= int64_t{1} << std::max<int64_t>(shift, 0);
}

// Every pair, every unit that could go, and every one that could come.
void Credit2Policy::ConsiderAll(Balance& balance, Instant now) {
  bool others_updated = false;
  for (VcpuId push = balance.local.members.front(); push.valid();
       push = U(push).member.next) {
    UpdateLoad(U(push), vcpu(push).runnable(), now);
    if (!Movable(push, balance.other)) continue;
    const int64_t push_load = U(push).avgload;
    for (VcpuId pull = balance.other.members.front(); pull.valid();
         pull = U(pull).member.next) {
      if (!others_updated) UpdateLoad(U(pull), vcpu(pull).runnable(), now);
      if (!Movable(pull, balance.local)) continue;
      balance.Consider(push, push_load, pull, U(pull).avgload);
    }
    others_updated = true;
    balance.Consider(push, push_load, VcpuId::None(), 0);
  }
  for (VcpuId pull = balance.other.members.front(); pull.valid();
       pull = U(pull).member.next) {
    if (!Movable(pull, balance.local)) continue;
    balance.Consider(VcpuId::None(), 0, pull, U(pull).avgload);
  }
}

bool Credit2Policy::Movable(VcpuId v, const Runqueue& rq) const {
  return !U(v).Has(credit2::kMigrateRequest) && Meets(vcpu(v), rq);
}

// At once, or when its context is saved if it is on a pCPU.
void Credit2Policy::Move(const HookContext& context, VcpuId v,
                         Runqueue& target) {
  Unit& unit = U(v);
  if (!unit.Has(credit2::kScheduled)) return MoveTo(context, vcpu(v), target);
  unit.target = &target;
  unit.Set(credit2::kMigrateRequest);
  host().RequestMigration(context, v);
  TicklePcpu(context, vcpu(v).cpu());
}

}  // namespace xenotime
