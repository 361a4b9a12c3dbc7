#ifndef XENOTIME_PROTO_CONVERT_SCENARIO_CONVERT_H_
#define XENOTIME_PROTO_CONVERT_SCENARIO_CONVERT_H_

#include "absl/status/statusor.h"
#include "xenotime/proto/scenario.pb.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Between the message and the library's Scenario. Thread rule: pure.

// Errors are InvalidArgument and begin with the path of the field, as the
// message has it: "domains[0].vcpus[1].hard: ...". They cover what Scenario
// cannot express and what is too large to be built (limits.h); the rest is
// Validate's.
absl::StatusOr<Scenario> ScenarioFromProto(const proto::Scenario& message);

// Only what differs from the defaults is set; each vCPU has an entry of its
// own, so that "domains[0].vcpus[1]" means vCPU 1.
proto::Scenario ScenarioToProto(const Scenario& scenario);

// Replaces runs of equal vCPUs by one entry with a `count`.
void FoldEqualVcpus(proto::Scenario& message);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_SCENARIO_CONVERT_H_
