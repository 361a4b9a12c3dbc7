#ifndef XENOTIME_SCHEDULER_POLICY_VCPU_MAP_H_
#define XENOTIME_SCHEDULER_POLICY_VCPU_MAP_H_

#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

// Policy state per vCPU: a dense array that grows as vCPUs are inserted, never
// while the policy runs on threads beyond its reserved capacity.
template <typename State>
class VcpuMap {
 public:
  explicit VcpuMap(uint32_t capacity = 0) { states_.reserve(capacity); }
  decltype(auto) operator[](VcpuId v) { return states_[v.value()]; }
  decltype(auto) operator[](VcpuId v) const { return states_[v.value()]; }
  auto begin() { return states_.begin(); }
  auto end() { return states_.end(); }
  uint32_t size() const { return static_cast<uint32_t>(states_.size()); }
  // Makes room for v with default states.
  void Grow(VcpuId v) {
    if (states_.size() <= v.value()) states_.resize(v.value() + 1);
  }

 private:
  std::vector<State> states_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICY_VCPU_MAP_H_
