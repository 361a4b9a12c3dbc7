#ifndef XENOTIME_SCHEDULER_GANG_GANG_POLICY_H_
#define XENOTIME_SCHEDULER_GANG_GANG_POLICY_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/gang/gang_machine.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Schedules whole cores or sockets (Xen's sched-gran) with a policy that knows
// nothing of it: never two domains on the pCPUs of one core at once.
//
// To the engine it is a policy of vCPUs and pCPUs, to the inner policy a host
// whose "vCPUs" are units and whose "pCPUs" are the masters of resources. The
// members of a resource do not meet to decide: whoever is asked first decides
// for all, the vCPUs of the old unit leave one by one, and when the last has
// been saved those of the new unit come; see
// docs/design/004-core-scheduling.md.
//
// Ownership: owns the inner policy; the engine's host outlives it. Thread rule:
// one thread, so the simulation only.
class GangPolicy final : public Policy, private PolicyHost {
 public:
  using MakePolicy = std::function<std::unique_ptr<Policy>(PolicyHost&)>;

  // `size`: pCPUs per resource, a divisor of the machine's number of pCPUs.
  GangPolicy(PolicyHost& outer, uint32_t size, const MakePolicy& make_inner);
  ~GangPolicy() override;

  // Policy, for the engine.
  void AddPcpu(const HookContext& context, PcpuId p) override;
  void RemovePcpu(const HookContext& context, PcpuId p) override;
  PcpuId LockDomainOf(PcpuId p) const override;
  void AddDomain(const Domain& domain) override;
  void RemoveDomain(const Domain& domain) override;
  PcpuId Place(const HookContext& context, const Vcpu& v) override;
  void Insert(const HookContext& context, const Vcpu& v) override;
  void Remove(const HookContext& context, const Vcpu& v) override;
  void AdjustDomain(const HookContext& context, const Domain& domain,
                    uint32_t weight, uint32_t cap) override;
  void AdjustRealTime(const HookContext& context, const Vcpu& v,
                      const RealTimeParameters& parameters) override;
  void SetFrames(const HookContext& context, const FrameTable& table) override;
  void AffinityChanges(const HookContext& context, const Vcpu& v,
                       const CpuSet* hard, const CpuSet* soft) override;
  void Wake(const HookContext& context, const Vcpu& v) override;
  void Sleep(const HookContext& context, const Vcpu& v) override;
  void Yield(const HookContext& context, const Vcpu& v) override;
  void ContextSaved(const HookContext& context, const Vcpu& v) override;
  // A vCPU may be put on any member of a resource that its mask touches.
  bool HonoursAffinity() const override { return false; }
  Decision PickNext(const HookContext& context, VcpuId current) override;
  PcpuId PickPcpu(const HookContext& context, const Vcpu& v) override;
  void Migrate(const HookContext& context, const Vcpu& v,
               PcpuId target) override;
  void OnTimer(const HookContext& context, TimerId timer) override;
  std::string Describe(VcpuId v) const override;
  std::vector<Candidate> Candidates(Instant now, PcpuId p,
                                    VcpuId current) const override;

 private:
  // PolicyHost, for the inner policy.
  const MachineView& machine() const override { return machine_.view(); }
  void Tickle(const HookContext& context, PcpuId p) override;
  void Retry(const HookContext&) override { retry_ = true; }
  void Assign(const HookContext& context, VcpuId unit, PcpuId p) override;
  void Pause(const HookContext& context, VcpuId unit) override;
  void Unpause(const HookContext& context, VcpuId unit) override;
  void Park(const HookContext& context, VcpuId unit) override;
  void Unpark(const HookContext& context, VcpuId unit) override;
  void RequestMigration(const HookContext& context, VcpuId unit) override;
  TimerId AddTimer(PcpuId p, TimerScope scope) override;
  void SetTimer(TimerId timer, Instant deadline) override;
  void StopTimer(TimerId timer) override;
  void MoveTimer(TimerId timer, PcpuId p) override;
  bool TryLock(const HookContext& context, PcpuId p) override;
  void Unlock(const HookContext& context, PcpuId p) override;
  void Defer(const HookContext&) override { deferred_ = true; }
  void Note(const HookContext& context, uint8_t code, VcpuId unit,
            int64_t value) override;

  // Every hook begins with it. The context for the inner policy: a resource
  // executes on its master.
  HookContext Enter(const HookContext& context);
  HookContext Inner(const HookContext& context) const {
    return {context.now, machine_.MasterOf(context.executing)};
  }
  HookContext Outer(const HookContext& context) const {
    return {context.now, executing_};
  }
  GangUnit& UnitOf(const Vcpu& v) {
    return machine_.Unit(machine_.UnitOf(v.id));
  }
  GangResource& HomeOf(const GangUnit& unit) {
    return machine_.ResourceOf(unit.view.cpu());
  }
  template <typename Visitor>
  void ForEachVcpu(const GangUnit& unit, Visitor visit) {
    for (uint32_t i = 0; i < unit.vcpus; ++i) {
      visit(VcpuId(unit.first.value() + i));
    }
  }
  void ChangeMasks(const HookContext& context, GangUnit& unit,
                   const CpuSet* hard, const CpuSet* soft);

  // Decisions (gang_decision.cc); `context` is that of the engine.
  bool MustDecide(const GangResource& resource, const HookContext& context,
                  bool only_fetches);
  void Decide(const HookContext& context, GangResource& resource);
  void SwitchTo(const HookContext& context, GangResource& resource,
                const Decision& decision);
  void FinishSwitch(const HookContext& context, GangResource& resource);
  Decision Fetch(const HookContext& context, GangResource& resource,
                 VcpuId current);
  void FinishMigration(const HookContext& context, GangUnit& unit);
  void LeaveResource(const HookContext& context, GangUnit& unit);
  // Whom the p of a resource should run now.
  VcpuId Target(const GangResource& resource, PcpuId p) const;
  void TickleToFetch(const HookContext& context, PcpuId p);
  // All members that do not run whom they should, but for `except`.
  void TickleMembers(const HookContext& context, const GangResource& resource,
                     PcpuId except);

  PolicyHost& outer_;
  GangMachine machine_;
  std::unique_ptr<Policy> inner_;
  std::vector<Domain> domains_;    // in terms of units; by DomainId
  std::vector<uint8_t> to_fetch_;  // asked by us, for no decision; by pCPU
  PcpuId executing_ = PcpuId(0);   // of the present hook
  bool retry_ = false;             // asked for by the present decision
  bool deferred_ = false;
  bool pool_shrank_ = false;  // and units have not been told yet
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_GANG_GANG_POLICY_H_
