#include "xenotime/proto/convert/scenario_textproto.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"
#include "xenotime/proto/convert/first_error.h"
#include "xenotime/proto/convert/scenario_convert.h"
#include "xenotime/proto/scenario.pb.h"
#include "xenotime/scheduler/scenario/limits.h"

namespace xenotime {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::TextFormat;

int LineOf(const TextFormat::ParseInfoTree& places,
           const FieldDescriptor* field, int index) {
  return places.GetLocation(field, index).line + 1;
}

// The fields of a message, and those of the groups in it, but no lists.
void AddFields(const Message& message, const TextFormat::ParseInfoTree& places,
               const std::string& prefix, ScenarioLines& lines) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->is_repeated()) continue;
    const std::string path = absl::StrCat(prefix, field->name());
    lines.AddField(path, LineOf(places, field, -1));
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    const auto* within = places.GetTreeForNested(field, -1);
    if (within == nullptr) continue;
    AddFields(message.GetReflection()->GetMessage(message, field), *within,
              path + ".", lines);
  }
}

void AddDomain(const proto::Domain& message, int line,
               const TextFormat::ParseInfoTree* places, ScenarioLines& lines) {
  const auto count_of = [](const proto::Vcpu& vcpu) {
    return vcpu.has_count() ? vcpu.count() : 1;
  };
  const FieldDescriptor* field = message.GetDescriptor()->FindFieldByNumber(
      proto::Domain::kVcpusFieldNumber);
  size_t vcpus = 0;
  for (const proto::Vcpu& vcpu : message.vcpus()) vcpus += count_of(vcpu);
  lines.AddDomain(line, vcpus);
  size_t first = 0;
  for (int i = 0; i < message.vcpus_size() && places != nullptr; ++i) {
    const size_t end = first + count_of(message.vcpus(i));
    lines.SetVcpus(lines.domains() - 1, first, end - 1,
                   LineOf(*places, field, i));
    first = end;
  }
}

// REQUIRES: the message could be converted, so that its counts are bounded.
ScenarioLines LinesOf(const proto::Scenario& message,
                      const TextFormat::ParseInfoTree& places) {
  ScenarioLines lines;
  AddFields(message, places, "", lines);
  const auto field = [&](int number) {
    return message.GetDescriptor()->FindFieldByNumber(number);
  };
  for (int i = 0; i < message.parameters_size(); ++i) {
    lines.AddField(
        absl::StrCat("parameters.", message.parameters(i).name()),
        LineOf(places, field(proto::Scenario::kParametersFieldNumber), i));
  }
  const auto* domains = field(proto::Scenario::kDomainsFieldNumber);
  for (int i = 0; i < message.domains_size(); ++i) {
    AddDomain(message.domains(i), LineOf(places, domains, i),
              places.GetTreeForNested(domains, i), lines);
  }
  for (int i = 0; i < message.pools_size(); ++i) {
    lines.AddPool(LineOf(places, field(proto::Scenario::kPoolsFieldNumber), i));
  }
  for (int i = 0; i < message.actions_size(); ++i) {
    lines.AddAction(
        LineOf(places, field(proto::Scenario::kActionsFieldNumber), i));
  }
  return lines;
}

}  // namespace

absl::StatusOr<Scenario> ParseScenarioTextproto(absl::string_view text,
                                                absl::string_view file,
                                                ScenarioLines* lines) {
  if (text.size() > kMaxScenarioBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ":1:1: the text has ", text.size(),
                     " bytes; at most ", kMaxScenarioBytes, " are read"));
  }
  FirstError errors(file, "a scenario");
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  TextFormat::ParseInfoTree places;
  if (lines != nullptr) parser.WriteLocationsTo(&places);
  google::protobuf::io::ArrayInputStream input(text.data(),
                                               static_cast<int>(text.size()));
  proto::Scenario message;
  if (!parser.Parse(&input, &message)) return errors.status();
  absl::StatusOr<Scenario> scenario = ScenarioFromProto(message);
  if (scenario.ok() && lines != nullptr) *lines = LinesOf(message, places);
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
