#ifndef XENOTIME_SCHEDULER_POLICIES_RTDS_RTDS_POLICY_H_
#define XENOTIME_SCHEDULER_POLICIES_RTDS_RTDS_POLICY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/policies/rtds/deferrable_server.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/scheduler/queue/linked_list.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Xen's real-time scheduler: global earliest deadline first, each vCPU a
// deferrable server of its own, replenished by one timer. README.md in this
// folder is the specification.
//
// One lock domain: a run queue for all pCPUs is the point of it. It and the
// timer have the same home, the first pCPU that joined.
class RtdsPolicy final : public PolicyBase {
 public:
  explicit RtdsPolicy(PolicyHost& host);

  void AddPcpu(const HookContext& context, PcpuId p) override;
  void RemovePcpu(const HookContext& context, PcpuId p) override;
  PcpuId LockDomainOf(PcpuId) const override { return home_; }
  PcpuId Place(const HookContext& context, const Vcpu& v) override;
  void Insert(const HookContext& context, const Vcpu& v) override;
  void Remove(const HookContext& context, const Vcpu& v) override;
  void AdjustRealTime(const HookContext& context, const Vcpu& v,
                      const RealTimeParameters& parameters) override;
  void Wake(const HookContext& context, const Vcpu& v) override;
  void Sleep(const HookContext& context, const Vcpu& v) override;
  void ContextSaved(const HookContext& context, const Vcpu& v) override;
  Decision PickNext(const HookContext& context, VcpuId current) override;
  PcpuId PickPcpu(const HookContext& context, const Vcpu& v) override;
  void OnTimer(const HookContext& context, TimerId timer) override;
  std::string Describe(VcpuId v) const override;
  std::vector<Candidate> Candidates(Instant now, PcpuId p,
                                    VcpuId current) const override;

 private:
  enum class Queue : uint8_t { kNone, kRun, kDepleted };

  struct Unit {
    rtds::DeferrableServer server;
    Queue queue = Queue::kNone;  // in which `link` is
    // On a pCPU, or its context is not yet saved.
    bool scheduled = false;
    // It is to be queued when its context is saved.
    bool delayed_add = false;
    bool has_woken = false;  // ever
    ListLink<VcpuId> link;
    ListLink<VcpuId> replenishment;
  };

  Unit& U(VcpuId v) { return units_[v]; }
  const Unit& U(VcpuId v) const { return units_[v]; }
  auto Links() {
    return [this](VcpuId v) -> ListLink<VcpuId>& { return units_[v].link; };
  }
  auto ReplenishmentLinks() {
    return [this](VcpuId v) -> ListLink<VcpuId>& {
      return units_[v].replenishment;
    };
  }
  int64_t Precedence(VcpuId a, VcpuId b) const {
    return rtds::Precedence(U(a).server, U(b).server);
  }
  bool IsCurrent(const Vcpu& v) const {
    return machine().current(v.cpu()) == v.id;
  }
  bool MayRunOn(const Vcpu& v, PcpuId p) const {
    return v.hard_affinity.Contains(p) && machine().pool().Contains(p);
  }

  // Queues (rtds_queues.cc).
  void Enqueue(VcpuId v);
  void Dequeue(VcpuId v);
  bool InsertOrdered(VcpuId v);
  void SetTimerForFirst();
  void ExpectReplenishment(VcpuId v);
  void ForgetReplenishment(VcpuId v);
  void MoveReplenishment(VcpuId v);
  void Announce(const HookContext& context, VcpuId renewed);

  VcpuId FirstFor(PcpuId p);
  Decision Take(const HookContext& context, VcpuId v);
  void SetExtratime(VcpuId v, bool extratime);
  // Asks an idle pCPU, else the one whose vCPU is of the lowest priority, to
  // decide, that `v` may run.
  void Tickle(const HookContext& context, const Vcpu& v);
  void TicklePcpu(const HookContext& context, PcpuId p);

  VcpuMap<Unit> units_;
  LinkedList<VcpuId> run_queue_;       // by priority
  LinkedList<VcpuId> depleted_queue_;  // the last one to come first
  // Who waits for its next period, in the order of priority at the time of
  // insertion (README.md, "Quirks").
  LinkedList<VcpuId> replenishments_;
  TimerId timer_;  // of the first of them
  PcpuId home_;    // None: there is no pCPU
  CpuSet tickled_;
  CpuSet candidates_;  // scratch space of Tickle
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICIES_RTDS_RTDS_POLICY_H_
