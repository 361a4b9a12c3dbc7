#ifndef XENOTIME_SCHEDULER_TRACE_ENTITLEMENT_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_ENTITLEMENT_FOLD_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/trace/subjects.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What weights, caps and pools entitle each vCPU to. A part of MetricsFolder.
//
// The run is cut where the terms change. In each part the capacity of a pool
// (its pCPUs times the part's length) is divided among its vCPUs by FillWater:
// by the weight of their domain, as Xen's schedulers give it to each vCPU; not
// beyond what the vCPU demanded in that part; not beyond the domain's cap.
// Affinity does not count, nor when in the part the demand arose.
//
// Thread rule: one thread. The subjects must outlive it.
class EntitlementFold {
 public:
  // Time up to `at` that a vCPU has demanded; must not decrease with `at`.
  using Demand = std::function<int64_t(VcpuId, Instant at)>;

  explicit EntitlementFold(const TraceSubjects& subjects);

  // When the present part ends; Never: at the end of the run.
  Instant part_end() const;
  // Closes the present part there.
  void ClosePart(const Demand& demand) { CloseAt(part_end(), demand), ++part_; }
  void Finish(Instant end, const Demand& demand) { CloseAt(end, demand); }

  // So far, all parts together.
  int64_t entitled_ns(VcpuId vcpu) const { return entitled_[vcpu.value()]; }

 private:
  void CloseAt(Instant end, const Demand& demand);
  void DividePool(uint32_t pool, int64_t length,
                  const std::vector<int64_t>& demanded);

  const TraceSubjects& subjects_;
  std::vector<std::vector<uint32_t>> vcpus_of_;  // by domain
  size_t part_ = 0;
  Instant part_start_;
  std::vector<int64_t> demanded_before_;  // by VcpuId
  std::vector<int64_t> entitled_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_ENTITLEMENT_FOLD_H_
