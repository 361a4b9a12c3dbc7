#ifndef XENOTIME_PROTO_CONVERT_SET_FIELD_H_
#define XENOTIME_PROTO_CONVERT_SET_FIELD_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Changes one field of a scenario, as `--set PATH=VALUE` does.
//
// A path is one of proto.Scenario's: "duration_ns=5000000",
// "domains[0].weight=512", "domains[0].vcpus[1].hard=0-3", "costs.wake_ns=100".
// vCPUs count from 0 within their domain, however the file repeats them. Words
// of an enumeration may be short: "vwfi=yield". "parameters.NAME=VALUE" sets a
// parameter of the scheduler, "pools[0].parameters.NAME=VALUE" of a pool's. An
// entry of a list must exist.
//
// Errors are InvalidArgument and name the element of the path and what it could
// be; the scenario is then unchanged. Whether the value makes sense is for
// Validate. Thread rule: none is needed beyond owning the scenario.
absl::Status SetField(Scenario& scenario, absl::string_view path_equals_value);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_SET_FIELD_H_
