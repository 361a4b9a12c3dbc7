#include "xenotime/scheduler/gang/gang_machine.h"

namespace xenotime {

GangMachine::GangMachine(const MachineView& outer, uint32_t size)
    : outer_(outer),
      size_(size),
      state_(outer.topology(), outer.vcpu_capacity()),
      view_(state_),
      masks_(LockMode::kSingleThread),
      seen_pool_(outer.topology().pcpus()),
      resources_(outer.topology().pcpus() / size) {
  view_.of_resources_ = size > 1;
  for (uint32_t i = 0; i < resources_.size(); ++i) {
    resources_[i].master = PcpuId(i * size);
  }
}

VcpuId GangMachine::VcpuAt(VcpuId unit, uint32_t position) const {
  if (!unit.valid() || position >= Unit(unit).vcpus) return VcpuId::None();
  return VcpuId(Unit(unit).first.value() + position);
}

GangUnit& GangMachine::Join(const Vcpu& v) {
  const uint32_t position = PositionOf(v);
  if (unit_of_.size() <= v.id.value()) unit_of_.resize(v.id.value() + 1);
  if (position > 0) {
    unit_of_[v.id.value()] = UnitOf(VcpuId(v.id.value() - position));
    return Unit(UnitOf(v.id));
  }
  if (!UnitOf(v.id).valid()) {
    GangUnit& unit = units_.emplace_back();
    unit.view.id = VcpuId(units() - 1);
    unit.view.domain = v.domain;
    unit.view.domain_number = v.domain_number;
    unit.view.index = v.index;
    unit.first = v.id;
    unit_of_[v.id.value()] = unit.view.id;
    state_.vcpus.push_back(&unit.view);
  }
  GangUnit& unit = Unit(UnitOf(v.id));
  unit.vcpus = 0;
  unit.own_bits = 0;
  unit.view.last_switch = v.last_switch;
  unit.view.processor.store(MasterOf(v.cpu()));
  const CpuSet hard = Mapped(v.hard_affinity);
  const CpuSet soft = Mapped(v.soft_affinity);
  SetMasks(unit, &hard, &soft);
  Refresh(unit);
  return unit;
}

void GangMachine::Refresh(GangUnit& unit) const {
  unit.view.pause_word.store(unit.own_bits | DerivedBits(unit));
}

uint32_t GangMachine::DerivedBits(const GangUnit& unit) const {
  bool online = false;
  bool blocked = false;
  for (uint32_t i = 0; i < unit.vcpus; ++i) {
    const Vcpu& v = outer_.vcpu(VcpuId(unit.first.value() + i));
    if (v.runnable()) return 0;
    online |= v.online();
    blocked |= v.online() && v.Has(kPauseBlocked);
  }
  if (!online) return kPauseDown;
  return blocked ? uint32_t{kPauseBlocked} : uint32_t{kPauseCountOne};
}

CpuSet GangMachine::Mapped(const CpuSet& set) const {
  CpuSet masters(set.machine_size());
  ForEachPcpu(set, [&](PcpuId p) { masters.Add(MasterOf(p)); });
  if (masters.size() == resources_.size()) return outer_.topology().all();
  return masters;
}

bool GangMachine::FollowPool() {
  if (outer_.pool() == seen_pool_) return false;
  seen_pool_ = outer_.pool();
  CpuSet complete(seen_pool_.machine_size());
  for (const GangResource& resource : resources_) {
    bool whole = true;
    for (uint32_t i = 0; i < size_; ++i) {
      whole = whole && seen_pool_.Contains(Member(resource.master, i));
    }
    if (whole) complete.Add(resource.master);
  }
  const bool shrunk = !view_.pool_.IsSubsetOf(complete);
  view_.pool_ = complete;
  return shrunk;
}

}  // namespace xenotime
