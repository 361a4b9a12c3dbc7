#ifndef XENOTIME_CLI_DURATION_TEXT_H_
#define XENOTIME_CLI_DURATION_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Reads a duration as the command line spells it: a whole number followed by
// ns, us, ms or s ("500ms"); without a unit it counts nanoseconds. Negative
// durations and those beyond 2^63-1 ns are refused, with the reason.
absl::StatusOr<Duration> ParseDuration(absl::string_view text);

// The shortest exact spelling, which ParseDuration reads back: "1500us".
// REQUIRES: not negative.
std::string FormatDuration(Duration duration);

}  // namespace xenotime

#endif  // XENOTIME_CLI_DURATION_TEXT_H_
