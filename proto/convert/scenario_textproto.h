#ifndef XENOTIME_PROTO_CONVERT_SCENARIO_TEXTPROTO_H_
#define XENOTIME_PROTO_CONVERT_SCENARIO_TEXTPROTO_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/scenario_lines.h"

namespace xenotime {

// Reads a proto.Scenario in protobuf's text format.
//
// `file` is the name for messages. Every error is InvalidArgument: of the text
// "FILE:LINE:COLUMN: ...", both from 1; of a value "FILE: field.path: ...".
// Bounded as ParseScenarioText. `lines`, if not null, learns where everything
// is. Thread rule: pure.
absl::StatusOr<Scenario> ParseScenarioTextproto(absl::string_view text,
                                                absl::string_view file,
                                                ScenarioLines* lines = nullptr);

// Writes the same format, equal vCPUs folded. Reading it back gives an equal
// scenario.
std::string WriteScenarioTextproto(const Scenario& scenario);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_SCENARIO_TEXTPROTO_H_
