#ifndef XENOTIME_TESTS_SCHEDULER_GANG_GANG_RUNS_H_
#define XENOTIME_TESTS_SCHEDULER_GANG_GANG_RUNS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/tests/property/trace_checker.h"
#include "xenotime/tests/scheduler/gang/sibling_fold.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Who is on which pCPU, from the trace alone; finds two domains on the pCPUs of
// one resource, and domains that did not stay together in time.
class SharingFold final : public TraceSink {
 public:
  // `domain_of` by VcpuId; `size`: pCPUs per resource.
  SharingFold(std::vector<uint32_t> domain_of, uint32_t pcpus, uint32_t size);

  void Append(PcpuId executing, const TraceEvent& event) override;

  // The first time that two domains shared a resource, in words; "": never.
  const std::string& failure() const { return failure_; }
  // Time during which all pCPUs of a resource were busy, over all resources.
  Duration full_time() const { return full_; }
  // Intervals on a pCPU, by VcpuId.
  struct Stay {
    PcpuId pcpu;
    Instant from;
    Instant to = Instant::Never();
  };
  const std::vector<Stay>& StaysOf(uint32_t v) const { return stays_[v]; }
  // Whether v is on a pCPU at a time, and on which.
  PcpuId Where(uint32_t v, Instant at) const;

 private:
  void Check(const TraceEvent& event);

  const std::vector<uint32_t> domain_of_;
  const uint32_t size_;
  std::vector<VcpuId> current_;      // by pCPU
  std::vector<Instant> full_since_;  // by resource; Never: not full
  std::vector<std::vector<Stay>> stays_;
  Duration full_;
  std::string failure_;
};

struct GangRun {
  SharingFold fold;
  SiblingFold siblings;
  TraceChecker checker;
  Report report;

  // What was wrong with the run, whoever found it; "": nothing.
  std::string Failure() const;
};

// Runs it in the simulation with the engine's invariants checked.
GangRun RunGang(const Scenario& scenario, uint64_t seed = 1);
GangRun RunGangText(const std::string& text);

}  // namespace xenotime

#endif  // XENOTIME_TESTS_SCHEDULER_GANG_GANG_RUNS_H_
