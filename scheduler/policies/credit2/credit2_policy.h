#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT2_POLICY_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT2_POLICY_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/policies/credit2/credit2_state.h"
#include "xenotime/scheduler/policies/credit2/load_average.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Which pCPUs share a run queue (Xen option credit2_runqueue).
enum class RunqueueArrangement : uint8_t {
  kCpu,
  kCore,
  kSocket,
  kNode,
  kAll,
};

// Parameters of the credit2 scheduler, in Xen's spelling and units; valid by
// construction (Credit2Info has the ranges).
struct Credit2Parameters {
  RunqueueArrangement runqueue = RunqueueArrangement::kSocket;
  int64_t max_cpus_runqueue = 16;
  int64_t cap_period_ms = 10;
  int64_t migrate_resist_us = 500;
  int64_t load_window_shift = 30;
  int64_t load_precision_shift = 18;
  int64_t balance_under = 0;
  int64_t balance_over = -3;
  int64_t ratelimit_us = 1000;
  bool smt_power_savings = false;
};

// Xen's credit2 scheduler: run queues shared by several pCPUs and ordered by
// credit, which burns with running time over weight and is reset for all when
// it is used up; load balancing between run queues, caps by budgets. README.md
// in this folder is the specification.
//
// Locks: a lock domain per run queue. Replenishment of a capped domain
// (TimerScope::kPolicy) holds them all.
class Credit2Policy final : public PolicyBase {
 public:
  Credit2Policy(PolicyHost& host, const Credit2Parameters& parameters);

  void AddPcpu(const HookContext& context, PcpuId p) override;
  void RemovePcpu(const HookContext& context, PcpuId p) override;
  PcpuId LockDomainOf(PcpuId p) const override { return RqOf(p).lock_name; }
  void AddDomain(const Domain& domain) override;
  void RemoveDomain(const Domain& domain) override;
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
  void ContextSaved(const HookContext& context, const Vcpu& v) override;
  void Deferred(const HookContext& context) override;
  Decision PickNext(const HookContext& context, VcpuId current) override;
  PcpuId PickPcpu(const HookContext& context, const Vcpu& v) override;
  void Migrate(const HookContext& context, const Vcpu& v,
               PcpuId target) override;
  void OnTimer(const HookContext& context, TimerId timer) override;
  std::string Describe(VcpuId v) const override;
  std::vector<Candidate> Candidates(Instant now, PcpuId p,
                                    VcpuId current) const override;

 private:
  using Unit = credit2::Unit;
  using Runqueue = credit2::Runqueue;
  using DomainState = credit2::DomainState;

  Unit& U(VcpuId v) { return units_[v]; }
  const Unit& U(VcpuId v) const { return units_[v]; }
  Runqueue& RqOf(PcpuId p) { return *runqueue_of_[p.value()]; }
  const Runqueue& RqOf(PcpuId p) const { return *runqueue_of_[p.value()]; }
  DomainState& D(DomainId d) { return domains_[d.value()]; }
  auto QueueLinks() {
    return [this](VcpuId v) -> ListLink<VcpuId>& { return units_[v].queue; };
  }
  auto MemberLinks() {
    return [this](VcpuId v) -> ListLink<VcpuId>& { return units_[v].member; };
  }

  // Arrangement of run queues (credit2_arrangement.cc).
  Runqueue* RunqueueFor(PcpuId p);
  bool Matches(const Runqueue& rq, PcpuId p) const;
  bool SiblingsFit(const Runqueue& rq, uint32_t limit) const;
  Runqueue* NewRunqueue();
  void JoinSiblings(const Runqueue& rq, PcpuId p);

  // Credit, queue and weight (credit2_policy.cc).
  static void Burn(Unit& unit, Instant now);
  static int64_t TimeFor(const Unit& unit, int64_t credits);
  void Enqueue(Runqueue& rq, VcpuId v, Unit& unit);
  void Dequeue(Runqueue& rq, VcpuId v) { rq.queue.Remove(v, QueueLinks()); }
  void UpdateMaxWeight(Runqueue& rq, uint32_t added, uint32_t removed);
  void JoinRunqueue(Runqueue& rq, VcpuId v);
  void LeaveRunqueue(VcpuId v);

  // Load (credit2_load.cc).
  void UpdateLoad(Runqueue& rq, int change, Instant now) const;
  void UpdateLoad(Unit& unit, bool loaded, Instant now) const;
  void CountWake(Runqueue& rq, Unit& unit, Instant now);
  void CountSleep(Runqueue& rq, Unit& unit, Instant now);

  // Poking pCPUs (credit2_tickle.cc).
  void Tickle(const HookContext& context, const Vcpu& v);
  PcpuId FindIdle(const Vcpu& v, const Runqueue& rq) const;
  template <typename Mask>
  PcpuId FindIdleIn(const Vcpu& v, const Runqueue& rq, Mask allowed) const;
  PcpuId FindBusy(const HookContext& context, const Vcpu& v, Runqueue& rq);
  int64_t Score(const HookContext& context, const Vcpu& v, PcpuId p);
  bool Preemptable(const Vcpu& v, Instant now) const;
  void TicklePcpu(const HookContext& context, PcpuId p);
  uint32_t FirstWordOfCore(PcpuId p) const {
    return machine().topology().Threads(p).First().value() / 64;
  }
  uint32_t LastWordOfCore(PcpuId p) const {
    return machine().topology().Threads(p).Last().value() / 64;
  }
  void SetSmtIdle(Runqueue& rq, PcpuId p) const;
  void ClearSmtIdle(Runqueue& rq, PcpuId p) const;
  void EnterIdle(Runqueue& rq, PcpuId p) const;
  void LeaveIdle(Runqueue& rq, PcpuId p) const;

  // Decisions (credit2_decision.cc).
  struct Choice {
    VcpuId next = VcpuId::None();
    const char* rule = "";
  };
  Choice Choose(const HookContext& context, Runqueue& rq, VcpuId current);
  bool RateLimited(const Vcpu& v, Instant now) const;
  bool PrefersElsewhere(const Vcpu& v, const Runqueue& rq, PcpuId here) const;
  const char* Obstacle(const Runqueue& rq, VcpuId v, PcpuId here,
                       int32_t best_credit) const;
  void Take(const HookContext& context, Runqueue& rq, VcpuId next, bool stays);
  bool Dispatch(const HookContext& context, VcpuId next);
  Duration SliceOf(const Runqueue& rq, VcpuId next, bool keeps_running,
                   int32_t inflight, Instant now) const;
  void Reset(const HookContext& context, Runqueue& rq, const Unit& next);

  // Placement (credit2_placement.cc).
  PcpuId LeastLoaded(const HookContext& context, const Vcpu& v);
  int64_t LoadWithout(const HookContext& context, const Unit& unit,
                      const Runqueue& rq);
  PcpuId FallbackPcpu(const Vcpu& v) const;
  bool Meets(const Vcpu& v, const Runqueue& rq) const;
  bool MeetsSoftly(const Vcpu& v, const Runqueue& rq) const;
  PcpuId NextPcpu(const Vcpu& v, const Runqueue& rq, PcpuId after,
                  bool soft) const;
  PcpuId AdvanceBias(const Vcpu& v, Runqueue& rq);
  void MoveTo(const HookContext& context, const Vcpu& v, Runqueue& target);

  // Load balancing (credit2_balance.cc).
  struct Balance;
  void BalanceLoad(const HookContext& context, Runqueue& local);
  Runqueue* MostUnlike(const HookContext& context, Runqueue& local,
                       Runqueue** last, int64_t* difference);
  bool WorthBalancing(const Runqueue& local, const Runqueue& last,
                      int64_t difference) const;
  void ConsiderAll(Balance& balance, Instant now);
  bool Movable(VcpuId v, const Runqueue& rq) const;
  void Move(const HookContext& context, VcpuId v, Runqueue& target);

  // Caps (credit2_caps.cc).
  bool Grab(const HookContext& context, VcpuId v);
  static bool TakeShare(DomainState& domain, Unit& unit);
  void PushParked(DomainState& domain, VcpuId v);
  bool PopParked(DomainState& domain, VcpuId v);
  void Park(const HookContext& context, VcpuId v);
  void ReturnBudget(const HookContext& context, Unit& unit);
  void UnparkAll(const HookContext& context, DomainState& domain);
  void Unpark(const HookContext& context, VcpuId v);
  void Replenish(const HookContext& context, DomainState& domain);
  void SetCap(const HookContext& context, const Domain& domain, uint32_t cap);
  void StartCap(const HookContext& context, const Domain& domain);
  void LiftCap(const HookContext& context, const Domain& domain);
  void DropParked(const HookContext& context, VcpuId v);

  const Credit2Parameters parameters_;
  const Duration ratelimit_;
  const int64_t resist_;
  const credit2::LoadScale scale_;

  VcpuMap<Unit> units_;
  std::vector<std::unique_ptr<Runqueue>> runqueues_;  // by id
  std::vector<Runqueue*> runqueue_of_;                // by PcpuId
  // The hardware threads that share a core and a run queue, by PcpuId.
  std::vector<CpuSet> siblings_;
  std::deque<DomainState> domains_;        // by DomainId
  std::vector<DomainId> domain_of_timer_;  // by TimerId
  std::vector<DomainId> to_unpark_;        // by executing PcpuId
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT2_POLICY_H_
