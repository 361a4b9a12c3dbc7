#ifndef XENOTIME_TESTS_CONFORMANCE_OBSERVED_H_
#define XENOTIME_TESTS_CONFORMANCE_OBSERVED_H_

#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/trace/interval_recorder.h"

namespace xenotime::conformance {

// Keeps every record of a run.
class Recorder final : public TraceSink {
 public:
  void Append(PcpuId, const TraceEvent& event) override {
    events_.push_back(event);
  }
  const std::vector<TraceEvent>& events() const { return events_; }

 private:
  std::vector<TraceEvent> events_;
};

// A run as it was seen from outside: its report, its records, and the intervals
// in them. vCPUs are numbered over all domains, from 0.
class Observed {
 public:
  Observed() = default;
  Observed(Report report, std::vector<TraceEvent> events, uint32_t pcpus);

  const Report& report() const { return report_; }
  const std::vector<TraceEvent>& events() const { return events_; }
  const std::vector<Interval>& intervals() const { return intervals_; }

  int64_t RunNs(uint32_t v) const { return Of(v).run_ns; }
  int64_t Dispatches(uint32_t v) const { return Of(v).dispatches; }
  int64_t Wakes(uint32_t v) const {
    return static_cast<int64_t>(Of(v).wake_to_run.values().size());
  }
  // CPU time of v between two times.
  int64_t RunNsWithin(uint32_t v, Instant from, Instant to) const;
  // The pCPUs on which v ran for some time between two times.
  CpuSet PcpusWithin(uint32_t v, Instant from, Instant to) const;
  // How many of the vCPUs ran at all.
  int Ran() const;
  Instant end() const { return Instant() + report_.duration; }

 private:
  const VcpuMetrics& Of(uint32_t v) const { return report_.metrics.vcpus[v]; }

  Report report_;
  std::vector<TraceEvent> events_;
  std::vector<Interval> intervals_;
  uint32_t pcpus_ = 0;
};

// Fails the test where a simulated run's records break a rule that holds for
// every policy: no vCPU on two pCPUs at once, none outside its hard affinity,
// none while it is blocked, none switched out that was not current.
void ExpectSaneTrace(const Observed& observed, uint32_t pcpus);

}  // namespace xenotime::conformance

#endif  // XENOTIME_TESTS_CONFORMANCE_OBSERVED_H_
