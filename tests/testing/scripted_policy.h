#ifndef XENOTIME_TESTS_TESTING_SCRIPTED_POLICY_H_
#define XENOTIME_TESTS_TESTING_SCRIPTED_POLICY_H_

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/policy/policy.h"

namespace xenotime {

// A policy that answers what a test tells it to, and keeps a log of its hooks.
//
// Without a script it chooses nobody (idle), picks v's own pCPU if that is
// allowed, else the first that is, and tickles v's pCPU on a wake.
class ScriptedPolicy final : public PolicyBase {
 public:
  explicit ScriptedPolicy(PolicyHost& host) : PolicyBase(host) {}

  void AddPcpu(const HookContext& context, PcpuId p) override;
  PcpuId LockDomainOf(PcpuId p) const override;
  void Insert(const HookContext& context, const Vcpu& v) override;
  void AdjustDomain(const HookContext& context, const Domain& domain,
                    uint32_t weight, uint32_t cap) override;
  void AffinityChanges(const HookContext& context, const Vcpu& v,
                       const CpuSet* hard, const CpuSet* soft) override;
  void Wake(const HookContext& context, const Vcpu& v) override;
  void Sleep(const HookContext& context, const Vcpu& v) override;
  void Yield(const HookContext& context, const Vcpu& v) override;
  void ContextSaved(const HookContext& context, const Vcpu& v) override;
  Decision PickNext(const HookContext& context, VcpuId current) override;
  PcpuId PickPcpu(const HookContext& context, const Vcpu& v) override;
  void Migrate(const HookContext& context, const Vcpu& v,
               PcpuId target) override;
  void OnTimer(const HookContext& context, TimerId timer) override;
  std::string Describe(VcpuId v) const override;

  // The hooks since the last call, in words: "wake 0", "migrate 0 to 1".
  std::vector<std::string> TakeLog();

  // Everything that PolicyHost offers, for tests that play the policy.
  PolicyHost& port() { return host(); }

  std::deque<Decision> decisions;  // answers of PickNext, front first
  std::deque<PcpuId> picks;        // answers of PickPcpu
  // Called within the hook, before it answers; may be empty.
  std::function<void(const HookContext&)> on_pick_next;
  std::function<void(const HookContext&, const Vcpu&)> on_wake;
  std::function<void(const HookContext&, TimerId)> on_timer;
  bool one_lock_domain = false;

 private:
  void Log(std::string line) { log_.push_back(std::move(line)); }

  std::vector<std::string> log_;
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TESTING_SCRIPTED_POLICY_H_
