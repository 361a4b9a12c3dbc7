#ifndef XENOTIME_SCHEDULER_POLICIES_NULL_NULL_POLICY_H_
#define XENOTIME_SCHEDULER_POLICIES_NULL_NULL_POLICY_H_

#include <deque>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/policy/policy.h"

namespace xenotime {

// Xen's null scheduler: a pCPU belongs to one vCPU or to none, and whoever
// comes when all are taken waits until somebody goes off line. No slices, no
// timers, no parameters. README.md in this folder is the specification.
//
// One lock domain: the wait queue and the free pCPUs belong to everybody, and
// beside them there is nothing.
class NullPolicy final : public PolicyBase {
 public:
  explicit NullPolicy(PolicyHost& host);

  void AddPcpu(const HookContext& context, PcpuId p) override;
  void RemovePcpu(const HookContext& context, PcpuId p) override;
  PcpuId LockDomainOf(PcpuId p) const override;
  void Insert(const HookContext& context, const Vcpu& v) override;
  void Remove(const HookContext& context, const Vcpu& v) override;
  void Wake(const HookContext& context, const Vcpu& v) override;
  void Sleep(const HookContext& context, const Vcpu& v) override;
  Decision PickNext(const HookContext& context, VcpuId current) override;
  PcpuId PickPcpu(const HookContext& context, const Vcpu& v) override;
  std::vector<Candidate> Candidates(Instant now, PcpuId p,
                                    VcpuId current) const override;
  void Migrate(const HookContext& context, const Vcpu& v,
               PcpuId target) override;

 private:
  // The two rounds of every search: soft affinity first, then hard.
  enum class Step { kSoft, kHard };

  VcpuId& Owner(PcpuId p) { return owner_[p.value()]; }
  bool Suits(const Vcpu& v, PcpuId p, Step step) const;
  // Whether p looks at the waiter v in this round.
  bool IsConsidered(const Vcpu& v, PcpuId p, Step step) const {
    return (step == Step::kHard || machine().HasSoftAffinity(v)) &&
           Suits(v, p, step);
  }
  void TakePcpu(const HookContext& context, const Vcpu& v, PcpuId p);
  // Frees v's pCPU and gives it to the first suitable waiter; whether there
  // was one (its pCPU has then been tickled).
  bool Release(const HookContext& context, const Vcpu& v);
  void StartWaiting(VcpuId v);
  void StopWaiting(VcpuId v);
  VcpuId TakeWaiter(const HookContext& context);

  PcpuId lock_domain_;
  std::vector<VcpuId> owner_;  // by pCPU; None: free
  CpuSet free_;
  std::deque<VcpuId> waiting_;  // oldest first
  VcpuMap<bool> is_waiting_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICIES_NULL_NULL_POLICY_H_
