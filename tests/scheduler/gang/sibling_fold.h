#ifndef XENOTIME_TESTS_SCHEDULER_GANG_SIBLING_FOLD_H_
#define XENOTIME_TESTS_SCHEDULER_GANG_SIBLING_FOLD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Follows a trace and finds vCPUs of a unit that do not run together.
//
// Rules: a vCPU runs on the member of a resource that has its position in the
// unit; the vCPUs of a unit run on one resource; and, if nothing takes time in
// the simulation, whoever can run does so while a sibling runs. An idle member
// beside a busy one thus has nobody of the unit who could run on it.
class SiblingFold final : public TraceSink {
 public:
  explicit SiblingFold(const Scenario& scenario);

  void Append(PcpuId executing, const TraceEvent& event) override;

  // The first broken rule in words; "" if none is.
  const std::string& failure() const { return failure_; }

 private:
  struct VcpuState {
    uint32_t unit = 0;
    uint32_t position = 0;
    PcpuId on;  // None: nowhere
    bool runnable = false;
    bool parked = false;
  };

  void Switch(const TraceEvent& event);
  // All that happened at one instant is over.
  void CheckInstant();
  void Fail(uint32_t v, const std::string& what);
  VcpuState& V(VcpuId v) { return vcpus_[v.value()]; }

  const uint32_t size_;
  const bool ideal_;  // nothing takes time
  Instant now_;
  std::vector<VcpuState> vcpus_;
  std::vector<PcpuId> resource_of_;  // by unit: where it runs, its master
  std::string failure_;
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_SCHEDULER_GANG_SIBLING_FOLD_H_
