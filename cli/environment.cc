#include "xenotime/cli/environment.h"

#include <string>

#include "absl/strings/str_split.h"
#include "xenotime/cli/output_file.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

void Print(const Environment& environment, const absl::Status& status) {
  for (absl::string_view line : absl::StrSplit(status.message(), '\n')) {
    environment.err << "xenotime: " << Printable(line) << "\n";
  }
}

}  // namespace

int BadInput(const Environment& environment, const absl::Status& status) {
  Print(environment, status);
  return kExitUsage;
}

int Failure(const Environment& environment, const absl::Status& status) {
  Print(environment, status);
  return kExitNegative;
}

void Warn(const Environment& environment, absl::string_view message) {
  environment.err << "xenotime: warning: " << Printable(message) << "\n";
}

int Deliver(const Environment& environment, const std::string& output,
            absl::string_view text, int code) {
  if (output.empty() || output == "-") {
    environment.out << text << std::flush;
    if (environment.out) return code;
    return Failure(environment,
                   absl::InternalError("standard output cannot be written"));
  }
  const absl::Status status = WriteFile(output, text);
  return status.ok() ? code : Failure(environment, status);
}

}  // namespace xenotime
