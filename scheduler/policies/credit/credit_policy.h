#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT_CREDIT_POLICY_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT_CREDIT_POLICY_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/atomic_cpu_set.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/local_cpu_set.h"
#include "xenotime/scheduler/policies/credit/credit_state.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Parameters of the credit scheduler, in Xen's spelling and units; valid by
// construction (CreditInfo has the ranges).
struct CreditParameters {
  int64_t tslice_ms = 30;
  int64_t ratelimit_us = 1000;
  int64_t migrate_delay_us = 0;
  int64_t load_balance_ratelimit_us = 1000;
  bool tickle_one_idle = true;
  bool smt_power_savings = false;
};

// Xen's credit scheduler (credit1): a run queue per pCPU, priorities BOOST,
// UNDER and OVER by credit, accounting every slice, caps by parking, and work
// stealing by pCPUs that have nothing better. README.md in this folder is the
// specification.
//
// Locks: a lock domain per pCPU. Accounting (TimerScope::kPolicy) holds them
// all; the tick (TimerScope::kPcpu) holds the policy lock and its own.
class CreditPolicy final : public PolicyBase {
 public:
  CreditPolicy(PolicyHost& host, const CreditParameters& parameters);

  void AddPcpu(const HookContext& context, PcpuId p) override;
  void RemovePcpu(const HookContext& context, PcpuId p) override;
  void AddDomain(const Domain& domain) override;
  PcpuId Place(const HookContext& context, const Vcpu& v) override;
  void Insert(const HookContext& context, const Vcpu& v) override;
  void Remove(const HookContext& context, const Vcpu& v) override;
  void AdjustDomain(const HookContext& context, const Domain& domain,
                    uint32_t weight, uint32_t cap) override;
  void AffinityChanges(const HookContext& context, const Vcpu& v,
                       const CpuSet* hard, const CpuSet* soft) override;
  void Wake(const HookContext& context, const Vcpu& v) override;
  void Sleep(const HookContext& context, const Vcpu& v) override;
  void Yield(const HookContext& context, const Vcpu& v) override;
  Decision PickNext(const HookContext& context, VcpuId current) override;
  PcpuId PickPcpu(const HookContext& context, const Vcpu& v) override;
  void OnTimer(const HookContext& context, TimerId timer) override;
  std::string Describe(VcpuId v) const override;
  std::vector<Candidate> Candidates(Instant now, PcpuId p,
                                    VcpuId current) const override;

 private:
  // The two rounds of every search: soft affinity first, then hard.
  enum class Step { kSoft, kHard };

  credit::Unit& U(VcpuId v) { return units_[v]; }
  credit::PcpuState& P(PcpuId p) { return pcpus_[p.value()]; }
  credit::ExecutingState& E(const HookContext& context) {
    return executing_[context.executing.value()];
  }
  auto QueueLinks() {
    return [this](VcpuId v) -> ListLink<VcpuId>& { return units_[v].queue; };
  }
  auto ActiveLinks() {
    return
        [this](VcpuId v) -> ListLink<VcpuId>& { return units_[v].active_list; };
  }
  auto DomainLinks() {
    return [this](DomainId d) -> ListLink<DomainId>& {
      return domains_[d.value()].active_list;
    };
  }

  // Run queues and credit (credit_policy.cc).
  void Burn(credit::Unit& unit, Instant now);
  // In front of whom v is queued on p; None: at the end.
  VcpuId PositionOf(PcpuId p, VcpuId v) const;
  void Enqueue(PcpuId p, VcpuId v);
  void Dequeue(PcpuId p, VcpuId v);
  void CountRunnable(PcpuId p, int change);
  credit::Priority PriorityOf(VcpuId v) const {
    return v.valid() ? units_[v].priority : credit::kIdle;
  }
  credit::Priority CurrentPriority(PcpuId p) const {
    return PriorityOf(machine().current(p));
  }
  bool RateLimited(const Vcpu& v, Instant now) const;
  // Whether a search for work elsewhere is due on p, whose best is `priority`.
  bool BalanceIsDue(PcpuId p, credit::Priority priority, Instant now) const {
    return priority <= credit::kOver &&
           now - pcpus_[p.value()].last_balance > balance_ratelimit_;
  }
  Decision KeepRunning(VcpuId v, Instant now);
  Decision Choose(const HookContext& context);
  void UpdateIdle(PcpuId p, VcpuId previous, VcpuId next, Instant now);

  // Placement and tickling (credit_placement.cc).
  PcpuId ChoosePcpu(const Vcpu& v, bool commit);
  PcpuId Spread(const LocalCpuSet& idlers, LocalCpuSet& left, PcpuId start,
                PcpuId* better_core) const;
  struct Around {
    const CpuSet* set;
    WordRange words;  // of the set, that have members
  };
  Around AroundOf(PcpuId other, PcpuId p) const;
  bool IsBetterIdler(const LocalCpuSet& idlers, PcpuId present,
                     PcpuId other) const;
  void Tickle(const HookContext& context, const Vcpu& v);
  PcpuId IdlerToTickle(const HookContext& context, const Vcpu& v,
                       bool* any_idler);
  void TickleAllIdlers(const HookContext& context, const Vcpu& v, Step step);
  void TicklePcpu(const HookContext& context, PcpuId p);

  // Work stealing (credit_balance.cc).
  VcpuId Balance(const HookContext& context, credit::Priority floor);
  VcpuId StealOnNode(const HookContext& context, credit::Priority floor,
                     Step step, uint32_t node);
  VcpuId StealFrom(const HookContext& context, PcpuId victim,
                   credit::Priority floor, Step step);
  // The pCPUs of the node that p may find work on.
  LocalCpuSet Victims(PcpuId p, uint32_t node) const;
  // Why p may not steal v in this round; null: it may.
  const char* WhyNotSteal(Instant now, PcpuId p, VcpuId v, Step step) const;

  // Explanations (credit_candidates.cc).
  struct Search;
  std::vector<VcpuId> QueueAfter(PcpuId p, VcpuId current) const;
  VcpuId StealCandidates(Search& search) const;
  VcpuId StealCandidatesOnNode(Search& search, Step step, uint32_t node) const;
  VcpuId StealCandidatesFrom(Search& search, Step step, PcpuId victim) const;

  // Ticks and accounting (credit_accounting.cc).
  void Tick(const HookContext& context);
  void Sort(PcpuId p);
  void Activate(VcpuId v);
  void Deactivate(VcpuId v);
  void Account(const HookContext& context);
  struct Pass;
  void AccountDomain(const HookContext& context, DomainId d, Pass& pass);
  int32_t AccountUnit(const HookContext& context, VcpuId v, uint32_t earned,
                      uint32_t cap_per_unit);
  void ApplyDebt(const HookContext& context, VcpuId v, uint32_t cap_per_unit);

  const Duration slice_;
  const Duration tick_;
  const int64_t credits_per_slice_;
  const Duration ratelimit_;
  const Duration migrate_delay_;
  const Duration balance_ratelimit_;
  const bool tickle_one_idle_;
  const bool smt_power_savings_;

  VcpuMap<credit::Unit> units_;
  std::vector<credit::PcpuState> pcpus_;
  std::vector<credit::ExecutingState> executing_;
  AtomicCpuSet idlers_;
  // pCPUs with more than one runnable vCPU: where there is something to steal.
  AtomicCpuSet crowded_;
  std::vector<std::atomic<PcpuId>> balance_bias_;  // by node
  // Some vCPU has, or had, a soft affinity to less than all pCPUs. While none
  // has, a search for work that prefers this pCPU finds nothing.
  std::atomic<bool> soft_affinity_in_use_{false};

  // Guarded by the policy lock.
  std::vector<credit::DomainState> domains_;
  LinkedList<DomainId> active_domains_;
  CpuSet cpus_;
  TimerId accounting_;
  PcpuId accounting_pcpu_;  // to which that timer is bound (Xen term master)
  uint32_t sort_epoch_ = 0;
  uint32_t total_credit_ = 0;
  uint32_t total_weight_ = 0;
  int32_t balance_ = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT_CREDIT_POLICY_H_
