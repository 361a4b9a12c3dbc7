#ifndef XENOTIME_PROTO_CONVERT_ADJUSTMENT_CONVERT_H_
#define XENOTIME_PROTO_CONVERT_ADJUSTMENT_CONVERT_H_

#include <optional>

#include "absl/status/statusor.h"
#include "xenotime/proto/scenario.pb.h"
#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What only rtds and arinc653 are told. Thread rule: pure.

// The fields period_ns, budget_ns and extratime of a domain or a vCPU; what is
// missing is as in `base`. Nothing if all are.
template <typename Message>
std::optional<RealTimeParameters> RealTimeFromProto(
    const Message& message, const RealTimeParameters& base) {
  if (!message.has_period_ns() && !message.has_budget_ns() &&
      !message.has_extratime()) {
    return std::nullopt;
  }
  RealTimeParameters result = base;
  if (message.has_period_ns()) result.period = Duration(message.period_ns());
  if (message.has_budget_ns()) result.budget = Duration(message.budget_ns());
  if (message.has_extratime()) result.extratime = message.extratime();
  return result;
}

template <typename Message>
void RealTimeToProto(const std::optional<RealTimeParameters>& parameters,
                     Message& message) {
  if (!parameters.has_value()) return;
  message.set_period_ns(parameters->period.ns());
  message.set_budget_ns(parameters->budget.ns());
  message.set_extratime(parameters->extratime);
}

// Errors begin with the field's path within the table, "entries[2].vcpu: ...".
absl::StatusOr<FrameTable> FramesFromProto(const proto::FrameTable& message);
void FramesToProto(const FrameTable& frames, proto::FrameTable& message);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_ADJUSTMENT_CONVERT_H_
