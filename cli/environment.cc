#include "xenotime/cli/environment.h"

#include <string>

#include "absl/strings/str_split.h"
#include "xenotime/cli/output_file.h"

namespace xenotime {

int Fail(const Environment& environment, const absl::Status& status) {
  for (absl::string_view line : absl::StrSplit(status.message(), '\n')) {
    environment.err << "xenotime: " << line << "\n";
  }
  const bool bad_input = absl::IsInvalidArgument(status) ||
                         absl::IsNotFound(status) || absl::IsOutOfRange(status);
  return bad_input ? kExitUsage : kExitNegative;
}

void Warn(const Environment& environment, absl::string_view message) {
  environment.err << "xenotime: warning: " << message << "\n";
}

int Deliver(const Environment& environment, const std::string& output,
            absl::string_view text, int code) {
  if (output.empty() || output == "-") {
    environment.out << text << std::flush;
    return code;
  }
  const absl::Status status = WriteFile(output, text);
  return status.ok() ? code : Fail(environment, status);
}

}  // namespace xenotime
