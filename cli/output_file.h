#ifndef XENOTIME_CLI_OUTPUT_FILE_H_
#define XENOTIME_CLI_OUTPUT_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace xenotime {

// Files that a command writes: whole, or not at all.

// Whether WriteFile to `path` can be expected to succeed: its folder is there
// and can be written to, and `path` is no folder. Touches nothing; for use
// before long work. The error names `option`, the option that gave the path.
absl::Status CheckWritable(const std::string& path, absl::string_view option);

// Writes `text` to a temporary file beside `path` and renames it, so that no
// reader ever sees half of it. An existing file is replaced.
absl::Status WriteFile(const std::string& path, absl::string_view text);

}  // namespace xenotime

#endif  // XENOTIME_CLI_OUTPUT_FILE_H_
