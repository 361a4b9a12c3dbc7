#ifndef XENOTIME_PROTO_CONVERT_LOAD_SCENARIO_H_
#define XENOTIME_PROTO_CONVERT_LOAD_SCENARIO_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/scenario_lines.h"

namespace xenotime {

// Reads a scenario from a file in either format; "-" is the standard input.
//
// ".scenario" is the line format; ".textproto", ".txtpb" and ".pbtxt" are
// protobuf's text format; of anything else the first line decides. A scenario
// without a name gets the file's, without folder and extension.
//
// Errors begin with the path: NotFound and PermissionDenied of the file system,
// InvalidArgument of the content, of a folder, and of a file that is empty or
// above kMaxScenarioBytes. `lines`, if not null, learns where everything is.
// Thread rule: any thread; reading may block.
absl::StatusOr<Scenario> LoadScenario(const std::string& path,
                                      ScenarioLines* lines = nullptr);

// Reads text in either format, as the name or else the first line decides.
absl::StatusOr<Scenario> ParseScenario(absl::string_view text,
                                       absl::string_view file,
                                       ScenarioLines* lines = nullptr);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_LOAD_SCENARIO_H_
