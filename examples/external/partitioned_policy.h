#ifndef EXTERNAL_EXAMPLE_PARTITIONED_POLICY_H_
#define EXTERNAL_EXAMPLE_PARTITIONED_POLICY_H_

#include <deque>
#include <vector>

#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/scheduler/policy/registry.h"

namespace external_example {

// A scheduler of the user's own: each vCPU has its pCPU for good, and shares it
// in turn with the others of that pCPU. A queue and a lock per pCPU.
class PartitionedPolicy final : public xenotime::PolicyBase {
 public:
  explicit PartitionedPolicy(xenotime::PolicyHost& host);

  void Insert(const xenotime::HookContext& context,
              const xenotime::Vcpu& v) override;
  void Wake(const xenotime::HookContext& context,
            const xenotime::Vcpu& v) override;
  void Sleep(const xenotime::HookContext& context,
             const xenotime::Vcpu& v) override;
  xenotime::Decision PickNext(const xenotime::HookContext& context,
                              xenotime::VcpuId current) override;
  xenotime::PcpuId PickPcpu(const xenotime::HookContext& context,
                            const xenotime::Vcpu& v) override;

 private:
  using Queue = std::deque<xenotime::VcpuId>;
  std::vector<Queue> queues_;  // by pCPU, each under its pCPU's lock
};

// Registers "partitioned".
void AddPartitionedPolicy(xenotime::PolicyRegistry& registry);

}  // namespace external_example

#endif  // EXTERNAL_EXAMPLE_PARTITIONED_POLICY_H_
