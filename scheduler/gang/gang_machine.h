#ifndef XENOTIME_SCHEDULER_GANG_GANG_MACHINE_H_
#define XENOTIME_SCHEDULER_GANG_GANG_MACHINE_H_

#include <cstdint>
#include <deque>
#include <vector>

#include "xenotime/scheduler/core/affinity_mask.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/policy/machine_view.h"
#include "xenotime/time/types.h"

namespace xenotime {

// vCPUs of a domain that are dispatched together (Xen term sched_unit): as many
// consecutive ones as a resource has pCPUs, the last unit perhaps fewer.
struct GangUnit {
  Vcpu view;               // the unit, as the inner policy sees it
  VcpuId first;            // its first vCPU
  uint32_t vcpus = 0;      // how many are in the pool; 0: the unit is not
  uint32_t own_bits = 0;   // of pause_word: what holds for the unit as such
  bool host_acts = false;  // its vCPUs change for it, one after another
};

// A group of pCPUs that runs one unit (Xen term sched_resource), known by the
// lowest of them, its master.
struct GangResource {
  PcpuId master;
  bool added = false;  // the inner policy knows it
  VcpuId unit;         // decided for; None: idle
  // The unit whose vCPUs have to leave before those of `unit` may come.
  VcpuId leaving;
  uint32_t occupied = 0;  // members with a vCPU, or one not yet saved
  bool wants_decision = false;
  bool migrated = false;  // `unit` came from another resource
  const char* rule = "";  // of the last decision
  Instant decided;        // when `unit` was decided for
  Instant slice_end = Instant::Never();
  Instant armed = Instant::Never();  // slice_end as the master returned it
};

// The machine of units and resources that the inner policy of a GangPolicy
// sees: a MachineState whose "pCPUs" are masters and whose "vCPUs" are units.
//
// Resources are fixed: pCPUs [k * size, (k + 1) * size). Units are numbered
// densely in the order in which they first join the pool, and keep their
// numbers. Thread rule: one thread.
class GangMachine {
 public:
  // `outer` is the pool as the engine shows it; it outlives this.
  GangMachine(const MachineView& outer, uint32_t size);
  GangMachine(const GangMachine&) = delete;
  GangMachine& operator=(const GangMachine&) = delete;

  const MachineView& outer() const { return outer_; }
  const MachineView& view() const { return view_; }
  uint32_t size() const { return size_; }

  PcpuId MasterOf(PcpuId p) const { return PcpuId(p.value() / size_ * size_); }
  // The pCPU for the i-th vCPU of a unit on a master's resource.
  static PcpuId Member(PcpuId master, uint32_t i) {
    return PcpuId(master.value() + i);
  }
  GangResource& ResourceOf(PcpuId p) { return resources_[p.value() / size_]; }
  const GangResource& ResourceOf(PcpuId p) const {
    return resources_[p.value() / size_];
  }

  GangUnit& Unit(VcpuId unit) { return units_[unit.value()]; }
  const GangUnit& Unit(VcpuId unit) const { return units_[unit.value()]; }
  uint32_t units() const { return static_cast<uint32_t>(units_.size()); }
  // The unit of a vCPU; None before it was placed for the first time.
  VcpuId UnitOf(VcpuId v) const {
    return v.value() < unit_of_.size() ? unit_of_[v.value()] : VcpuId::None();
  }
  uint32_t PositionOf(const Vcpu& v) const { return v.index % size_; }
  // The vCPU of a unit at a position; None if it has none there.
  VcpuId VcpuAt(VcpuId unit, uint32_t position) const;

  // v is about to join the pool: finds or makes its unit. The first vCPU of a
  // unit resets it.
  GangUnit& Join(const Vcpu& v);
  // Why none of a unit's vCPUs may run, as bits of pause_word; 0 if one may.
  uint32_t DerivedBits(const GangUnit& unit) const;
  // Brings pause_word of a unit up to date with its vCPUs.
  void Refresh(GangUnit& unit) const;
  // A set of pCPUs in terms of masters; all if it meets every resource.
  CpuSet Mapped(const CpuSet& set) const;
  // Null: unchanged.
  void SetMasks(GangUnit& unit, const CpuSet* hard, const CpuSet* soft) {
    unit.view.SetMasks(masks_, hard, soft);
  }
  void SetCurrent(PcpuId master, VcpuId unit) {
    state_.pcpus[master.value()].current = unit;
  }

  // Follows the engine's pool: a resource is in the inner pool while all its
  // members are in the outer one. Whether the inner pool has lost one.
  bool FollowPool();
  void FollowOnline() { state_.online = outer_.online(); }

 private:
  const MachineView& outer_;
  const uint32_t size_;
  MachineState state_;
  MachineView view_;
  MaskTable masks_;
  CpuSet seen_pool_;  // the outer pool at the last look
  std::vector<GangResource> resources_;
  std::deque<GangUnit> units_;   // by unit; never move
  std::vector<VcpuId> unit_of_;  // by vCPU
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_GANG_GANG_MACHINE_H_
