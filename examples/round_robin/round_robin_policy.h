#ifndef XENOTIME_EXAMPLES_ROUND_ROBIN_ROUND_ROBIN_POLICY_H_
#define XENOTIME_EXAMPLES_ROUND_ROBIN_ROUND_ROBIN_POLICY_H_

#include <deque>

#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/scheduler/policy/registry.h"

namespace xenotime::examples {

// One queue for the whole machine: whoever has run for a slice goes to its end.
class RoundRobinPolicy final : public PolicyBase {
 public:
  RoundRobinPolicy(PolicyHost& host, Duration slice)
      : PolicyBase(host), slice_(slice) {}

  void AddPcpu(const HookContext&, PcpuId p) override;
  PcpuId LockDomainOf(PcpuId) const override { return first_pcpu_; }
  void Wake(const HookContext& context, const Vcpu& v) override;
  void Sleep(const HookContext& context, const Vcpu& v) override;
  void ContextSaved(const HookContext& context, const Vcpu& v) override;
  Decision PickNext(const HookContext& context, VcpuId current) override;
  PcpuId PickPcpu(const HookContext&, const Vcpu& v) override;
  std::vector<Candidate> Candidates(Instant, PcpuId p,
                                    VcpuId current) const override;

 private:
  bool IsQueued(const Vcpu& v) const;
  void TickleIdlers(const HookContext& context, const Vcpu& v);

  const Duration slice_;
  PcpuId first_pcpu_;         // all pCPUs share its lock
  std::deque<VcpuId> queue_;  // who is runnable and not current, oldest first
};

// Registers "round_robin" with its parameter slice_ms.
void AddRoundRobinPolicy(PolicyRegistry& registry);

}  // namespace xenotime::examples

#endif  // XENOTIME_EXAMPLES_ROUND_ROBIN_ROUND_ROBIN_POLICY_H_
