#ifndef XENOTIME_CLI_TEXT_DIFFERENCE_H_
#define XENOTIME_CLI_TEXT_DIFFERENCE_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace xenotime {

// The first line in which two texts differ, for people: "line 3: expected ...,
// got ..."; none if the texts are equal byte for byte. Long lines are cut.
std::optional<std::string> FirstDifference(absl::string_view expected,
                                           absl::string_view actual);

}  // namespace xenotime

#endif  // XENOTIME_CLI_TEXT_DIFFERENCE_H_
