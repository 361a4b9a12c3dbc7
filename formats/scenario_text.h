#ifndef XENOTIME_FORMATS_SCENARIO_TEXT_H_
#define XENOTIME_FORMATS_SCENARIO_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/scenario_lines.h"

namespace xenotime {

// Reads the line-based scenario format (docs/scenario-format.md; with
// golden/semantics.md, section 6, as its core).
//
// `file` is the name for messages: every error is InvalidArgument and reads
// "FILE:LINE: what is wrong; what would be valid". What depends on the
// scheduler (its name, its parameters) and on the machine's size (affinities)
// is left to Validate. Linear in the size of the text and of the result, both
// of which are bounded (scheduler/scenario/limits.h). `lines`, if not null,
// learns where everything is.
absl::StatusOr<Scenario> ParseScenarioText(absl::string_view text,
                                           absl::string_view file,
                                           ScenarioLines* lines = nullptr);

// Writes the same format: reading it back gives an equal scenario, as far as
// the format has words. It has none for the name, the description, the
// architecture, the simulation's models and the options of threads.
std::string WriteScenarioText(const Scenario& scenario);

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_SCENARIO_TEXT_H_
