#ifndef XENOTIME_PROTO_CONVERT_FIRST_ERROR_H_
#define XENOTIME_PROTO_CONVERT_FIRST_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/io/tokenizer.h"

namespace xenotime {

// Collects what protobuf's text parser says. Keeps the first error: those that
// follow are mostly its consequences.
class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  // Both must outlive this. `what` the text should be: "a scenario".
  FirstError(absl::string_view file, absl::string_view what)
      : file_(file), what_(what) {}

  // Both count from 0.
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    if (!status_.ok()) return;
    status_ = absl::InvalidArgumentError(
        absl::StrCat(file_, ":", line + 1, ":", column + 1, ": ", message));
  }

  absl::Status status() const {
    if (!status_.ok()) return status_;
    return absl::InvalidArgumentError(
        absl::StrCat(file_, ": not ", what_, " in protobuf's text format"));
  }

 private:
  absl::string_view file_;
  absl::string_view what_;
  absl::Status status_;
};

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_FIRST_ERROR_H_
