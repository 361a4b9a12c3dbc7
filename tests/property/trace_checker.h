#ifndef XENOTIME_TESTS_PROPERTY_TRACE_CHECKER_H_
#define XENOTIME_TESTS_PROPERTY_TRACE_CHECKER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Follows a trace and finds what no scheduler may do. It knows nothing but the
// records, so it checks the engine and the executor too.
//
// Rules: a pCPU's records do not step back in time; a switch leaves whoever was
// current; nobody is current twice; nobody enters a pCPU that its hard affinity
// forbids, or on which it does not live; nobody enters that is parked, or that
// has not become runnable since it stopped being so.
class TraceChecker final : public TraceSink {
 public:
  // What a hard affinity is about: single pCPUs, or the cores or sockets that
  // are scheduled as one; of those the records do not say enough to check it.
  enum class Masks { kOfPcpus, kOfResources };

  TraceChecker(uint32_t pcpus, uint32_t vcpus, Masks masks = Masks::kOfPcpus);

  void Append(PcpuId executing, const TraceEvent& event) override;

  // How long pCPUs had somebody current, all together, up to `end`.
  Duration Busy(Instant end) const;

  // The first broken rule in words; "" if none is.
  const std::string& failure() const { return failure_; }

 private:
  struct VcpuState {
    CpuSet hard;
    PcpuId on;              // None: nowhere
    bool runnable = false;  // as far as records say
    bool parked = false;
  };

  void Switch(const TraceEvent& event);
  void Leave(const TraceEvent& event);
  void Enter(const TraceEvent& event);
  void Fail(const TraceEvent& event, const std::string& what);
  VcpuState& V(VcpuId v) { return vcpus_[v.value()]; }

  struct PcpuState {
    VcpuId current;  // None: idle
    Instant since;
    Duration busy;  // up to `since`
  };

  const Masks masks_;
  std::vector<PcpuState> pcpus_;
  std::vector<Instant> last_;  // by executing pCPU
  std::vector<VcpuState> vcpus_;
  std::string failure_;
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_PROPERTY_TRACE_CHECKER_H_
