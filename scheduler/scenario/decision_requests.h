#ifndef XENOTIME_SCHEDULER_SCENARIO_DECISION_REQUESTS_H_
#define XENOTIME_SCHEDULER_SCENARIO_DECISION_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/trace/subjects.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Who asked a pCPU for its next decision, from the trace records before it.
//
// A tickle is put down to the last thing that its sender did at that instant: a
// wake, a switch, a migration. Requests that leave no record (a slice timer,
// a migration request, a fault) are for the caller to add.
//
// Thread rule: one thread. Records with unknown pCPUs are passed over.
class DecisionRequests final : public TraceSink {
 public:
  struct Request {
    Instant time;
    std::string who;
  };

  explicit DecisionRequests(const TraceSubjects& subjects);

  void Append(PcpuId executing, const TraceEvent& event) override;
  // The pCPU decides: its requests, oldest first, which are then forgotten.
  // Many alike at one instant count once; beyond 8 the oldest is dropped.
  std::vector<Request> Take(PcpuId pcpu);

 private:
  struct Cause {
    int64_t epoch = -1;
    Instant time;
    std::string what;
  };

  void Ask(uint64_t pcpu, Instant time, std::string who);
  void Tickle(const TraceEvent& event);
  void Did(const TraceEvent& event, std::string what);
  std::string Name(VcpuId v) const { return subjects_.NameOf(v); }

  const TraceSubjects subjects_;
  std::vector<std::vector<Request>> requests_;  // by pCPU
  std::vector<Cause> causes_;                   // by executing pCPU
  int64_t epoch_ = 0;                           // decisions so far
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_DECISION_REQUESTS_H_
