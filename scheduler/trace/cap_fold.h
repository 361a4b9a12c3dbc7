#ifndef XENOTIME_SCHEDULER_TRACE_CAP_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_CAP_FOLD_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/trace/subjects.h"
#include "xenotime/time/types.h"

namespace xenotime {

// How well one domain's cap was kept, window by window. Nanoseconds per window.
struct CapError {
  int64_t window_ns = 0;   // 0: no cap, or it is not judged
  int64_t windows = 0;     // that were judged
  int64_t allowed_ns = 0;  // in the last of them
  int64_t sum_ns = 0;      // of received minus allowed
  int64_t max_over_ns = 0;
  int64_t max_under_ns = 0;

  // Rounded down.
  int64_t mean_ns() const {
    if (windows == 0) return 0;
    const int64_t quotient = sum_ns / windows;
    return sum_ns % windows < 0 ? quotient - 1 : quotient;
  }
};

// Compares what capped domains received in windows [k w, (k+1) w) of time with
// what their caps allow. A part of MetricsFolder.
//
// A window is judged if the domain demanded at least what it was allowed, and
// its cap was the same all through it. The last one, cut by the end of the run,
// is not.
//
// Thread rule: one thread. The subjects must outlive it.
class CapFold {
 public:
  // Time up to `at` that a vCPU has received, or demanded (that time and what
  // it waited or was withheld).
  using Total = std::function<int64_t(VcpuId, Instant at)>;

  explicit CapFold(const TraceSubjects& subjects);

  // When the next window of any domain ends; Never: there are none.
  Instant next_end() const { return next_end_; }
  // Judges the windows that end there.
  void CloseWindows(const Total& received, const Total& demanded);

  // Whether the domain has a cap at some time, judged or not.
  bool capped(uint32_t domain) const { return capped_[domain]; }
  // In the order of the subjects' domains.
  const std::vector<CapError>& errors() const { return errors_; }

 private:
  struct Domain {
    uint32_t index;
    std::vector<VcpuId> vcpus;
    Duration window;
    Instant end;  // of the present window
    int64_t received_before = 0;
    int64_t demanded_before = 0;
  };

  void Close(Domain& domain, const Total& received, const Total& demanded);
  void Judge(const Domain& domain, int64_t received, int64_t demanded);
  // The cap from `start` to `end`; 0: none, or it changed.
  uint32_t CapWithin(uint32_t domain, Instant start, Instant end) const;
  void FindNextEnd();

  const TraceSubjects& subjects_;
  std::vector<Domain> domains_;  // that have a cap at some time
  std::vector<bool> capped_;
  std::vector<CapError> errors_;
  Instant next_end_ = Instant::Never();
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_CAP_FOLD_H_
