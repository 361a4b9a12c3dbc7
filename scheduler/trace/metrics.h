#ifndef XENOTIME_SCHEDULER_TRACE_METRICS_H_
#define XENOTIME_SCHEDULER_TRACE_METRICS_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/trace/cap_fold.h"
#include "xenotime/scheduler/trace/fairness.h"
#include "xenotime/scheduler/trace/samples.h"
#include "xenotime/scheduler/trace/subjects.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What a run did, folded from its trace. Nanoseconds unless said.
struct VcpuMetrics {
  TraceSubjects::VcpuName name;
  int64_t run_ns = 0;
  // CPU time weighted with the speed of the hardware thread; equal to run_ns
  // unless busy siblings slow each other down.
  int64_t progress_ns = 0;
  int64_t dispatches = 0;  // intervals on a pCPU
  int64_t migrations = 0;  // dispatches on another pCPU than the last
  int64_t yields = 0;      // executed
  int64_t steals = 0;      // moves to the pCPU that, deciding, pulled it there
  // How often it left a pCPU for each SwitchReason.
  std::array<int64_t, kSwitchReasons> left = {};
  // What weights, caps and its demand entitled it to; see EntitlementFold.
  int64_t entitled_ns = 0;
  // How long each stay in runnable was; their sum is the time in it.
  Samples waits;
  // From the end of a wait to the dispatch; count is the number of wakes.
  Samples wake_to_run;
  // What the guest itself measured, in order.
  Samples guest_samples;
  std::array<int64_t, kRunStates> runstate_ns = {};
};

struct DomainMetrics {
  uint32_t number = 0;
  int64_t run_ns = 0;  // of its vCPUs together, as the others
  int64_t runnable_ns = 0;
  int64_t entitled_ns = 0;
  CapError cap = {};
};

struct RunMetrics {
  std::vector<VcpuMetrics> vcpus;  // by VcpuId
  // In the subjects' order; empty if they name none.
  std::vector<DomainMetrics> domains;
  Fairness fairness;                  // of the domains
  std::vector<int64_t> pcpu_idle_ns;  // by PcpuId
  int64_t switches = 0;
  // Time during which some pCPU idled while a runnable vCPU was allowed on it,
  // in total and in the longest contiguous stretch.
  int64_t nonworkconserving_ns = 0;
  int64_t nonworkconserving_max_ns = 0;
  // The sum over pCPUs of the time that each idled while a runnable vCPU was
  // allowed on it.
  int64_t wasted_pcpu_ns = 0;
  // Time that each stage of a wake-up took, from the stage before it that was
  // seen; empty unless stage stamps were asked for. Index: WakeStage.
  std::array<Samples, kWakeStages> stages;
  // From kInterrupt to kGuest.
  Samples stage_total;
  std::vector<std::string> remarks;  // stuck pCPUs and the like
};

// Folds a stream of trace records, in order of time, into metrics.
//
// All pCPUs are idle, and all vCPUs offline, before the first record. A vCPU is
// "runnable" for nonworkconserving_ns from its kWake, or from a switch away
// for reason yielded, slice or preempted, until it is dispatched or a kSleep.
//
// Thread rule: one thread at a time, whatever pCPU it names. Limits: records
// whose pCPU or vCPU is not a subject are left out, and a remark counts them.
class MetricsFolder final : public TraceSink {
 public:
  explicit MetricsFolder(const TraceSubjects& subjects);
  ~MetricsFolder() override;

  void Append(PcpuId executing, const TraceEvent& event) override;

  // Closes every interval at `end` and returns the result; once.
  RunMetrics Finish(Instant end);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_METRICS_H_
