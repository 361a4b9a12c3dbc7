#ifndef XENOTIME_SCHEDULER_SCENARIO_EXPLAIN_H_
#define XENOTIME_SCHEDULER_SCENARIO_EXPLAIN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/decision_requests.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/trace/subjects.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What a decision meant for the vCPU that is asked about.
enum class DecisionRole : uint8_t {
  kNone,
  kSwitchedOut,
  kSwitchedIn,
  kKept,        // it was current and stays
  kPassedOver,  // it waited on that pCPU and somebody else, or idle, got it
};

constexpr const char* DecisionRoleName(DecisionRole role) {
  constexpr const char* kNames[] = {"none", "switched out", "switched in",
                                    "kept", "passed over"};
  return kNames[static_cast<int>(role)];
}

// One whom the policy looked at, in the state before the choice.
struct ExplainedCandidate {
  VcpuId vcpu;
  std::string state;    // Policy::Describe; may be empty
  std::string verdict;  // Candidate::verdict
};

// One scheduling decision and what led to it.
struct ExplainedDecision {
  Instant time;
  PcpuId pcpu;
  std::string scheduler;  // of its pool
  DecisionRole role = DecisionRole::kNone;
  // Who asked for it, oldest first. Empty: nobody on record.
  std::vector<DecisionRequests::Request> requests;
  VcpuId previous;  // None: idle
  VcpuId next;      // likewise
  // Why `previous` left; nothing if nothing changed.
  std::optional<SwitchReason> reason;
  Duration slice = Duration(-1);               // negative: no limit
  bool migrated = false;                       // `next` came from another pCPU
  std::vector<ExplainedCandidate> candidates;  // empty: the policy says none
  std::string rule;                            // "": the policy says none
};

// Why a vCPU was where it was at an instant.
struct Explanation {
  TraceSubjects subjects;
  std::string scenario;
  std::string scheduler;
  uint64_t seed = 0;
  Instant at;
  VcpuId vcpu;
  // The vCPU when everything that happens up to `at` has happened.
  bool exists = false;  // its domain is created, and not destroyed
  RunState state = RunState::kOffline;
  Instant since;
  PcpuId pcpu;                        // where it lives
  VcpuId current;                     // who is on that pCPU; None: idle
  std::vector<std::string> withheld;  // why it may not run: "paused" ...
  std::string policy_state;           // Policy::Describe
  // The last decision at or before `at` that concerned it, and the next one.
  std::optional<ExplainedDecision> before;
  std::optional<ExplainedDecision> after;
};

struct ExplainQuery {
  uint32_t domain = 0;
  uint32_t index = 0;  // of the vCPU in its domain
  Instant at;
  uint64_t seed = 1;
};

// Runs the scenario twice in the simulation, which repeats itself exactly: once
// to find the decisions, once to look at them closely.
//
// A decision concerns the vCPU if it was current before or is after it, or if
// it waited on the deciding pCPU. InvalidArgument: the scenario is not valid,
// there is no such vCPU, `at` is not within the run, or no decision concerned
// the vCPU. Thread rule: that of Run.
absl::StatusOr<Explanation> Explain(const Scenario& scenario,
                                    const PolicyRegistry& registry,
                                    const ExplainQuery& query);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_EXPLAIN_H_
