#ifndef XENOTIME_SCHEDULER_TRACE_STAGE_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_STAGE_FOLD_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/trace/samples.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Where the time of a wake-up goes: folds stage stamps into one distribution
// per stage. A part of MetricsFolder.
//
// kInterrupt opens a wake-up of its vCPU and discards one that is unfinished;
// each later stamp is charged the time since the stamp before it; kGuest closes
// the wake-up, and only then do its stages count. A stage stamped twice in one
// wake-up counts once, with both times added; a stage without a stamp is left
// out, so that the stages of one wake-up always add up to its total.
class StageFold {
 public:
  explicit StageFold(size_t vcpus) : vcpus_(vcpus) {}

  void Stamp(VcpuId vcpu, WakeStage stage, Instant now);

  // By WakeStage; kInterrupt, the origin, stays empty.
  const std::array<Samples, kWakeStages>& stages() const { return stages_; }
  const Samples& total() const { return total_; }

 private:
  struct Wake {
    bool open = false;
    uint16_t seen = 0;  // bit per WakeStage
    Instant opened;
    Instant last;
    std::array<int64_t, kWakeStages> spent_ns = {};
  };

  void Close(Wake& wake);

  std::vector<Wake> vcpus_;
  std::array<Samples, kWakeStages> stages_;
  Samples total_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_STAGE_FOLD_H_
