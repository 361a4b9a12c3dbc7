#include "xenotime/proto/convert/scenario_textproto.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/text_format.h"
#include "xenotime/proto/convert/scenario_convert.h"
#include "xenotime/proto/scenario.pb.h"
#include "xenotime/scheduler/scenario/limits.h"

namespace xenotime {
namespace {

// Keeps the first error: those that follow are mostly its consequences.
class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  explicit FirstError(absl::string_view file) : file_(file) {}

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
        absl::StrCat(file_, ": not a scenario in protobuf's text format"));
  }

 private:
  absl::string_view file_;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<Scenario> ParseScenarioTextproto(absl::string_view text,
                                                absl::string_view file) {
  if (text.size() > kMaxScenarioBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ":1:1: the text has ", text.size(),
                     " bytes; at most ", kMaxScenarioBytes, " are read"));
  }
  FirstError errors(file);
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  google::protobuf::io::ArrayInputStream input(text.data(),
                                               static_cast<int>(text.size()));
  proto::Scenario message;
  if (!parser.Parse(&input, &message)) return errors.status();
  absl::StatusOr<Scenario> scenario = ScenarioFromProto(message);
  if (scenario.ok()) return scenario;
  return absl::InvalidArgumentError(
      absl::StrCat(file, ": ", scenario.status().message()));
}

std::string WriteScenarioTextproto(const Scenario& scenario) {
  proto::Scenario message = ScenarioToProto(scenario);
  FoldEqualVcpus(message);
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseShortRepeatedPrimitives(true);
  std::string text =
      "# proto-file: proto/scenario.proto\n"
      "# proto-message: xenotime.proto.Scenario\n\n";
  std::string body;
  printer.PrintToString(message, &body);
  return text + body;
}

}  // namespace xenotime
