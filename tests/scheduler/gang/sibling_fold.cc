#include "xenotime/tests/scheduler/gang/sibling_fold.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/granularity.h"

namespace xenotime {

SiblingFold::SiblingFold(const Scenario& scenario)
    : size_(ResourceSize(scenario)), ideal_(scenario.sim == SimModels()) {
  uint32_t units = 0;
  for (const DomainSpec& domain : scenario.domains) {
    for (uint32_t i = 0; i < domain.vcpus.size(); ++i) {
      if (i % size_ == 0) ++units;
      VcpuState& v = vcpus_.emplace_back();
      v.unit = units - 1;
      v.position = i % size_;
    }
  }
  resource_of_.resize(units);
}

void SiblingFold::Append(PcpuId, const TraceEvent& event) {
  if (event.time > now_) {
    CheckInstant();
    now_ = event.time;
  }
  switch (event.kind) {
    case TraceKind::kSwitch:
      return Switch(event);
    case TraceKind::kWake:
      V(event.vcpu).runnable = true;
      return;
    case TraceKind::kSleep:
      V(event.vcpu).runnable = false;
      return;
    case TraceKind::kPark:
      V(event.vcpu).parked = true;
      return;
    case TraceKind::kUnpark:
      V(event.vcpu).parked = false;
      if (event.detail != 0) V(event.vcpu).runnable = true;
      return;
    default:
      return;
  }
}

void SiblingFold::Switch(const TraceEvent& event) {
  const VcpuId previous(static_cast<uint32_t>(event.arg));
  if (previous.valid()) {
    VcpuState& v = V(previous);
    v.on = PcpuId::None();
    const auto reason = static_cast<SwitchReason>(event.detail);
    v.runnable = reason == SwitchReason::kYielded ||
                 reason == SwitchReason::kSlice ||
                 reason == SwitchReason::kPreempted;
  }
  if (!event.vcpu.valid()) return;
  VcpuState& v = V(event.vcpu);
  v.on = PcpuId(event.pcpu);
  if (event.pcpu % size_ != v.position) {
    Fail(event.vcpu.value(), "is on another member than its own");
  }
}

void SiblingFold::CheckInstant() {
  std::fill(resource_of_.begin(), resource_of_.end(), PcpuId::None());
  for (uint32_t i = 0; i < vcpus_.size(); ++i) {
    const VcpuState& v = vcpus_[i];
    if (!v.on.valid()) continue;
    const PcpuId master(v.on.value() / size_ * size_);
    PcpuId& resource = resource_of_[v.unit];
    if (resource.valid() && resource != master) {
      Fail(i, "runs on another resource than its sibling");
    }
    resource = master;
  }
  if (!ideal_) return;
  for (uint32_t i = 0; i < vcpus_.size(); ++i) {
    const VcpuState& v = vcpus_[i];
    if (!v.runnable || v.parked || v.on.valid()) continue;
    if (resource_of_[v.unit].valid()) Fail(i, "waits while its sibling runs");
  }
}

void SiblingFold::Fail(uint32_t v, const std::string& what) {
  if (!failure_.empty()) return;
  failure_ = absl::StrCat("at ", now_.ns(), " ns vCPU ", v, " ", what);
}

}  // namespace xenotime
