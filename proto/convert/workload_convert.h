#ifndef XENOTIME_PROTO_CONVERT_WORKLOAD_CONVERT_H_
#define XENOTIME_PROTO_CONVERT_WORKLOAD_CONVERT_H_

#include "absl/status/statusor.h"
#include "xenotime/proto/scenario.pb.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// What a vCPU executes: the `workload` of the message and of VcpuSpec. Errors
// begin with the field's path within the vCPU, "program.phases[2]: ...".
// Thread rule: pure.
absl::StatusOr<Workload> WorkloadFromProto(const proto::Vcpu& message);
void WorkloadToProto(const Workload& workload, proto::Vcpu& message);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_WORKLOAD_CONVERT_H_
