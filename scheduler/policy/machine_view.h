#ifndef XENOTIME_SCHEDULER_POLICY_MACHINE_VIEW_H_
#define XENOTIME_SCHEDULER_POLICY_MACHINE_VIEW_H_

#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/pcpu.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/core/vcpu.h"

namespace xenotime {

// A machine's pCPUs and vCPUs: owned by its engine, read through MachineView.
struct MachineState {
  MachineState(const Topology& shape, uint32_t vcpu_capacity)
      : topology(shape), online(shape.all()), pcpus(shape.pcpus()) {
    vcpus.reserve(vcpu_capacity);
  }

  Topology topology;
  CpuSet online;             // all but those that are unplugged
  std::vector<Pcpu> pcpus;   // by PcpuId
  std::vector<Vcpu*> vcpus;  // by VcpuId; reserved, so that it never moves
};

// The machine as the policy of one pool may see it. No virtual calls: this is
// read in every hook.
//
// Thread rule: the topology never changes; `current` and a vCPU's guarded
// fields only with that pCPU's lock domain held; the pool changes only while
// the policy lock and every lock domain is held.
class MachineView {
 public:
  explicit MachineView(const MachineState& state)
      : state_(&state), pool_(state.topology.pcpus()) {}

  const Topology& topology() const { return state_->topology; }
  // The pCPUs of the machine that are plugged in, of whatever pool.
  const CpuSet& online() const { return state_->online; }
  // The pCPUs that the policy schedules (Xen term res_valid).
  const CpuSet& pool() const { return pool_; }
  const Vcpu& vcpu(VcpuId v) const { return *state_->vcpus[v.value()]; }
  uint32_t vcpu_capacity() const {
    return static_cast<uint32_t>(state_->vcpus.capacity());
  }
  // Whether what looks like a pCPU stands for several (Xen term granularity
  // above cpu); only the lowest of them is ever in the pool then.
  bool of_resources() const { return of_resources_; }
  // Who is current on p; None means the idle vCPU.
  VcpuId current(PcpuId p) const { return state_->pcpus[p.value()].current; }

  // Whether soft affinity matters for v here (Xen term has_soft_affinity).
  bool HasSoftAffinity(const Vcpu& v) const {
    return v.soft_effective && !pool_.IsSubsetOf(v.soft_affinity);
  }

 private:
  friend class Engine;
  friend class GangMachine;
  const MachineState* state_;
  CpuSet pool_;
  bool of_resources_ = false;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICY_MACHINE_VIEW_H_
