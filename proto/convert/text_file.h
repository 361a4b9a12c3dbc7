#ifndef XENOTIME_PROTO_CONVERT_TEXT_FILE_H_
#define XENOTIME_PROTO_CONVERT_TEXT_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace xenotime {

// Reads a file as a whole; "-" is the standard input.
//
// Errors begin with the path: NotFound, PermissionDenied and the like of the
// file system; InvalidArgument of a folder, where `wanted` ("a scenario file")
// says what to give, and of a file above kMaxScenarioBytes, of which no more is
// kept. Thread rule: any thread; reading may block.
absl::StatusOr<std::string> ReadTextFile(const std::string& path,
                                         absl::string_view wanted);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_TEXT_FILE_H_
