#include "xenotime/scheduler/policies/null/null_policy.h"

#include <algorithm>

namespace xenotime {

NullPolicy::NullPolicy(PolicyHost& host)
    : PolicyBase(host),
      owner_(machine().topology().pcpus()),
      free_(machine().topology().pcpus()) {}

void NullPolicy::AddPcpu(const HookContext&, PcpuId p) {
  if (!lock_domain_.valid()) lock_domain_ = p;
  free_.Add(p);
}

void NullPolicy::RemovePcpu(const HookContext&, PcpuId p) {
  Owner(p) = VcpuId::None();
  free_.Remove(p);
  if (lock_domain_ == p) lock_domain_ = machine().pool().First();
}

PcpuId NullPolicy::LockDomainOf(PcpuId) const { return lock_domain_; }

bool NullPolicy::Suits(const Vcpu& v, PcpuId p, Step step) const {
  if (!machine().pool().Contains(p) || !v.hard_affinity.Contains(p)) {
    return false;
  }
  return step == Step::kHard || v.soft_affinity.Contains(p);
}

void NullPolicy::TakePcpu(const HookContext& context, const Vcpu& v, PcpuId p) {
  Owner(p) = v.id;
  free_.Remove(p);
  host().Assign(context, v.id, p);
}

bool NullPolicy::Release(const HookContext& context, const Vcpu& v) {
  const PcpuId p = v.cpu();
  Owner(p) = VcpuId::None();
  free_.Add(p);
  for (Step step : {Step::kSoft, Step::kHard}) {
    for (VcpuId id : waiting_) {
      const Vcpu& waiter = vcpu(id);
      if (!IsConsidered(waiter, p, step)) continue;
      StopWaiting(id);
      TakePcpu(context, waiter, p);
      host().Tickle(context, p);
      return true;
    }
  }
  return false;
}

void NullPolicy::StartWaiting(VcpuId v) {
  is_waiting_[v] = true;
  waiting_.push_back(v);
}

void NullPolicy::StopWaiting(VcpuId v) {
  is_waiting_[v] = false;
  waiting_.erase(std::find(waiting_.begin(), waiting_.end(), v));
}

void NullPolicy::Insert(const HookContext& context, const Vcpu& v) {
  is_waiting_.Grow(v.id);
  if (!v.online()) return;  // it gets a pCPU when it comes up
  const PcpuId p = PickPcpu(context, v);
  if (Owner(p).valid()) {
    host().Assign(context, v.id, p);
    StartWaiting(v.id);
  } else {
    TakePcpu(context, v, p);
  }
}

void NullPolicy::Remove(const HookContext& context, const Vcpu& v) {
  if (is_waiting_[v.id]) {
    StopWaiting(v.id);
  } else if (Owner(v.cpu()) == v.id) {
    Release(context, v);
  }
}

void NullPolicy::Wake(const HookContext& context, const Vcpu& v) {
  const PcpuId p = v.cpu();
  if (Owner(p) == v.id) {
    if (machine().current(p) != v.id) host().Tickle(context, p);
    return;
  }
  if (machine().current(p) == v.id || is_waiting_[v.id]) return;
  const bool fits = !Owner(p).valid() && Suits(v, p, Step::kHard) &&
                    (!machine().HasSoftAffinity(v) || Suits(v, p, Step::kSoft));
  if (fits) {
    TakePcpu(context, v, p);
    host().Tickle(context, p);
    return;
  }
  // Whichever of the suitable free pCPUs looks first takes it.
  StartWaiting(v.id);
  ForEachPcpu(v.hard_affinity & machine().pool() & free_,
              [&](PcpuId candidate) { host().Tickle(context, candidate); });
}

void NullPolicy::Sleep(const HookContext& context, const Vcpu& v) {
  const PcpuId p = v.cpu();
  bool tickled = false;
  if (!v.online()) {
    if (is_waiting_[v.id]) {
      StopWaiting(v.id);
    } else if (Owner(p) == v.id) {
      tickled = Release(context, v);
    }
  }
  if (!tickled && machine().current(p) == v.id) host().Tickle(context, p);
}

PcpuId NullPolicy::PickPcpu(const HookContext&, const Vcpu& v) {
  const PcpuId present = v.cpu();
  const VcpuId owner = Owner(present);
  const bool may_stay = !owner.valid() || owner == v.id;
  for (Step step : {Step::kSoft, Step::kHard}) {
    if (step == Step::kSoft && !machine().HasSoftAffinity(v)) continue;
    if (may_stay && Suits(v, present, step)) return present;
    CpuSet candidates = v.hard_affinity & machine().pool() & free_;
    if (step == Step::kSoft) candidates &= v.soft_affinity;
    if (!candidates.empty()) return candidates.First();
  }
  // It will wait; Xen takes a random one of these, we the first.
  return (v.hard_affinity & machine().pool()).First();
}

void NullPolicy::Migrate(const HookContext& context, const Vcpu& v,
                         PcpuId target) {
  if (v.cpu() == target) return;
  if (Owner(v.cpu()) == v.id) Release(context, v);
  const bool taken =
      v.online() && !Owner(target).valid() && Suits(v, target, Step::kHard);
  if (is_waiting_[v.id] && (taken || !v.online())) StopWaiting(v.id);
  if (taken) {
    TakePcpu(context, v, target);
  } else if (v.online() && !is_waiting_[v.id]) {
    StartWaiting(v.id);
  }
  host().Assign(context, v.id, target);
}

// The first waiter that suits the executing pCPU gets it. Xen can take a waiter
// only when it can lock the waiter's own pCPU too, and cannot when that is the
// deciding pCPU itself, whose lock is held: it then asks itself to decide again
// (README.md, "The bug that is kept").
VcpuId NullPolicy::TakeWaiter(const HookContext& context) {
  const PcpuId p = context.executing;
  bool found = false;
  for (Step step : {Step::kSoft, Step::kHard}) {
    for (VcpuId id : waiting_) {
      const Vcpu& waiter = vcpu(id);
      if (!IsConsidered(waiter, p, step)) continue;
      found = true;
      if (waiter.cpu() == p) continue;
      StopWaiting(id);
      TakePcpu(context, waiter, p);
      return id;
    }
  }
  if (found) host().Retry(context);
  return VcpuId::None();
}

Decision NullPolicy::PickNext(const HookContext& context, VcpuId) {
  VcpuId next = Owner(context.executing);
  const bool owned = next.valid();
  if (!owned && !waiting_.empty()) next = TakeWaiter(context);
  if (!next.valid()) {
    return {.next = {},
            .rule =
                "idle: the pCPU belongs to nobody, and no waiter that "
                "suits it can be taken"};
  }
  if (!vcpu(next).runnable()) {
    return {.next = {},
            .rule = "idle: the vCPU that the pCPU belongs to cannot run"};
  }
  return {.next = next,
          .rule = owned ? "the vCPU that the pCPU belongs to"
                        : "the free pCPU goes to the first waiter that suits "
                          "it"};
}

std::vector<Candidate> NullPolicy::Candidates(Instant, PcpuId p,
                                              VcpuId current) const {
  std::vector<Candidate> seen;
  const VcpuId owner = owner_[p.value()];
  if (owner.valid()) {
    seen.push_back({owner, vcpu(owner).runnable()
                               ? "owns this pCPU"
                               : "owns this pCPU, but cannot run"});
  }
  if (current.valid() && current != owner) {
    seen.push_back({current, "current, but does not own this pCPU"});
  }
  bool decided = owner.valid();
  for (Step step : {Step::kSoft, Step::kHard}) {
    for (VcpuId id : waiting_) {
      const Vcpu& waiter = vcpu(id);
      const char* verdict = "waits; takes this pCPU";
      if (step == Step::kSoft && !IsConsidered(waiter, p, step)) continue;
      if (owner.valid() && step == Step::kSoft) continue;
      if (decided) {
        verdict = "waits";
      } else if (!IsConsidered(waiter, p, step)) {
        verdict = "waits; outside its hard affinity";
      } else if (waiter.cpu() == p) {
        verdict = "waits; assigned to this pCPU, whose lock is held";
      } else {
        decided = true;
      }
      seen.push_back({id, verdict});
    }
  }
  return seen;
}

}  // namespace xenotime
