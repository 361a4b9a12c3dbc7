#ifndef XENOTIME_PROTO_CONVERT_ACTION_CONVERT_H_
#define XENOTIME_PROTO_CONVERT_ACTION_CONVERT_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "xenotime/proto/scenario.pb.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// A toolstack's action on a machine with `pcpus`. Errors begin with the field,
// without the path to the message. Thread rule: pure.
absl::StatusOr<AdminAction> ActionFromProto(const proto::Action& message,
                                            uint32_t pcpus);
void ActionToProto(const AdminAction& action, uint32_t pcpus,
                   proto::Action& message);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_ACTION_CONVERT_H_
