#ifndef XENOTIME_SCHEDULER_POLICIES_ARINC653_ARINC653_POLICY_H_
#define XENOTIME_SCHEDULER_POLICIES_ARINC653_ARINC653_POLICY_H_

#include <string>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/policies/arinc653/cyclic_schedule.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Xen's partition scheduler after ARINC 653: a fixed table says who may run
// when, and nobody else ever runs then. README.md in this folder is the
// specification.
//
// One lock domain, as all pCPUs of the pool move through one table.
class Arinc653Policy final : public PolicyBase {
 public:
  explicit Arinc653Policy(PolicyHost& host);

  void AddPcpu(const HookContext& context, PcpuId p) override;
  void RemovePcpu(const HookContext& context, PcpuId p) override;
  PcpuId LockDomainOf(PcpuId) const override { return lock_domain_; }
  PcpuId Place(const HookContext& context, const Vcpu& v) override;
  void Insert(const HookContext& context, const Vcpu& v) override;
  void Remove(const HookContext& context, const Vcpu& v) override;
  void SetFrames(const HookContext& context, const FrameTable& table) override;
  void Wake(const HookContext& context, const Vcpu& v) override;
  void Sleep(const HookContext& context, const Vcpu& v) override;
  bool HonoursAffinity() const override { return false; }
  Decision PickNext(const HookContext& context, VcpuId current) override;
  PcpuId PickPcpu(const HookContext& context, const Vcpu& v) override;
  std::string Describe(VcpuId v) const override;
  std::vector<Candidate> Candidates(Instant now, PcpuId p,
                                    VcpuId current) const override;

 private:
  struct Unit {
    bool managed = false;
    bool awake = false;  // woken, and not put to sleep since
  };

  // Whether the owner of the present frame runs on p, and why.
  struct Verdict {
    bool runs = false;
    const char* rule = "";
  };
  Verdict Judge(const arinc653::CyclicSchedule& schedule, PcpuId p) const;

  VcpuMap<Unit> units_;
  arinc653::CyclicSchedule schedule_;
  PcpuId lock_domain_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICIES_ARINC653_ARINC653_POLICY_H_
