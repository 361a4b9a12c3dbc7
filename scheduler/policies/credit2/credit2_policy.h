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
#include "xenotime/scheduler/policies/credit2/exchange.h"
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
  using Running = credit2::Running;
  using DomainState = credit2::DomainState;

  Unit& U(VcpuId v) { return units_[v]; }
  const Unit& U(VcpuId v) const { return units_[v]; }
  Runqueue& RqOf(PcpuId p) { return *runqueue_of_[p.value()]; }
  const Runqueue& RqOf(PcpuId p) const { return *runqueue_of_[p.value()]; }
  DomainState& D(DomainId d) { return domains_[d.value()]; }
  const DomainState& D(DomainId d) const { return domains_[d.value()]; }

  bool IsCurrent(const Vcpu& v) const {
    return machine().current(v.cpu()) == v.id;
  }

  // Arrangement of run queues (credit2_arrangement.cc).
  Runqueue* RunqueueFor(PcpuId p);
  bool Matches(const Runqueue& rq, PcpuId p) const;
  bool SiblingsFit(const Runqueue& rq, uint32_t limit) const;
  Runqueue* NewRunqueue();
  void UpdateSiblings(const Runqueue& rq, PcpuId p);
  void Disband(Runqueue& rq);

  // Credit, queue and weight (credit2_policy.cc).
  static void Enqueue(Runqueue& rq, VcpuId v, Unit& unit);
  static void Dequeue(Runqueue& rq, VcpuId v, Unit& unit);
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
  int64_t Score(const HookContext& context, const Vcpu& v, const Unit& unit,
                const Runqueue& rq, PcpuId p);
  Instant PreemptableBefore(Instant now) const;
  void TicklePcpu(const HookContext& context, Runqueue& rq, PcpuId p);
  void EnterIdle(Runqueue& rq, PcpuId p) const;
  void LeaveIdle(Runqueue& rq, PcpuId p) const;
  // Where v may run; nearly always a whole word.
  uint64_t HardWord(const Unit& unit, const Vcpu& v, uint32_t i) const {
    const uint64_t pool = machine().pool().Word(i);
    return unit.hard_is_all ? pool : pool & v.hard_affinity.Word(i);
  }

  // Decisions (credit2_decision.cc).
  struct Choice {
    VcpuId next = VcpuId::None();
    const char* rule = "";
  };
  Choice Choose(const HookContext& context, Runqueue& rq, VcpuId current);
  bool RateLimited(const Vcpu& v, Instant now) const;
  bool PrefersElsewhere(const Vcpu& v, const Runqueue& rq, PcpuId here) const;
  bool TickledElsewhere(const Unit& unit, const Runqueue& rq,
                        PcpuId here) const;
  const char* Obstacle(const Unit& unit, const Vcpu& waiting,
                       const Runqueue& rq, PcpuId here,
                       int32_t best_credit) const;
  void Take(const HookContext& context, Runqueue& rq, VcpuId next, bool stays);
  bool Dispatch(const HookContext& context, VcpuId next);
  Duration SliceOf(const Runqueue& rq, VcpuId next, bool keeps_running,
                   int32_t inflight, Instant now) const;
  void Reset(const HookContext& context, Runqueue& rq, const Unit& next);

  // Explanations (credit2_candidates.cc).
  struct Progress;
  std::string CurrentVerdict(const Runqueue& rq, const Vcpu& v,
                             Progress& progress) const;
  std::string WaitingVerdict(const Runqueue& rq, const Vcpu& v,
                             Progress& progress) const;

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
  void BalanceLoad(const HookContext& context, Runqueue& local);
  // What BalanceLoad saw of the run queues while it held each.
  struct Comparison {
    Runqueue* most_unlike = nullptr;
    int64_t difference = 0;  // of the average loads of that one and the local
    int64_t last_load = 0;   // of the last one looked at, whichever it was
    uint32_t last_cpus = 0;
  };
  Comparison CompareLoads(const HookContext& context, Runqueue& local);
  bool WorthBalancing(const Runqueue& local, const Comparison& loads) const;
  credit2::Exchange FindExchange(Runqueue& local, Runqueue& other, Instant now);
  std::vector<credit2::MovableUnit> MovableUnits(const Runqueue& from,
                                                 const Runqueue& to);
  bool Movable(VcpuId v, const Unit& unit, const Runqueue& rq) const;
  void Move(const HookContext& context, VcpuId v, Runqueue& target);

  // Caps (credit2_caps.cc).
  bool Grab(const HookContext& context, VcpuId v);
  bool MayGrab(const Unit& unit) const;
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
  std::vector<Running> running_;                      // by PcpuId
  std::vector<credit2::SiblingWords> siblings_;       // by PcpuId
  std::deque<DomainState> domains_;                   // by DomainId
  std::vector<DomainId> domain_of_timer_;             // by TimerId
  std::vector<DomainId> to_unpark_;                   // by executing PcpuId
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT2_POLICY_H_
