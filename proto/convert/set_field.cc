#include "xenotime/proto/convert/set_field.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "xenotime/proto/convert/scenario_convert.h"
#include "xenotime/proto/scenario.pb.h"
#include "xenotime/scheduler/scenario/parameter_names.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr absl::string_view kParameterPrefix = "parameters.";

template <typename... Args>
absl::Status Error(const Args&... message) {
  return absl::InvalidArgumentError(absl::StrCat(message...));
}

// "domains[3]": a name and perhaps an index.
struct PathElement {
  absl::string_view name;
  std::optional<int64_t> index;
};

absl::StatusOr<PathElement> ParseElement(absl::string_view text) {
  const size_t bracket = text.find('[');
  PathElement element{text.substr(0, bracket), std::nullopt};
  if (bracket == absl::string_view::npos) return element;
  absl::string_view index = text.substr(bracket + 1);
  if (!index.empty() && index.back() == ']') {
    index.remove_suffix(1);
    element.index = ParseDecimal(index);
  }
  if (element.index) return element;
  return Error(Quoted(text), " is not NAME[INDEX]");
}

std::string FieldNames(const Descriptor& descriptor) {
  std::vector<std::string> names;
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor* field = descriptor.field(i);
    names.push_back(
        absl::StrCat(field->name(), field->is_repeated() ? "[INDEX]" : ""));
  }
  return absl::StrJoin(names, ", ");
}

absl::StatusOr<const FieldDescriptor*> FindField(const Message& message,
                                                 absl::string_view name) {
  const Descriptor& descriptor = *message.GetDescriptor();
  const FieldDescriptor* field = descriptor.FindFieldByName(std::string(name));
  if (field != nullptr) return field;
  return Error("there is no field ", Quoted(name), "; there are ",
               FieldNames(descriptor));
}

// The message that `element` of `message` is.
absl::StatusOr<Message*> Descend(Message& message, absl::string_view text) {
  absl::StatusOr<PathElement> element = ParseElement(text);
  if (!element.ok()) return element.status();
  absl::StatusOr<const FieldDescriptor*> field =
      FindField(message, element->name);
  if (!field.ok()) return field.status();
  if ((*field)->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
    return Error(Quoted(element->name), " has no fields; end the path there");
  }
  const auto* reflection = message.GetReflection();
  if (!(*field)->is_repeated()) {
    if (!element->index) return reflection->MutableMessage(&message, *field);
    return Error(Quoted(element->name), " is not a list; leave out [",
                 *element->index, "]");
  }
  const int size = reflection->FieldSize(message, *field);
  if (element->index && *element->index < size) {
    return reflection->MutableRepeatedMessage(
        &message, *field, static_cast<int>(*element->index));
  }
  return Error(Quoted(text), " does not exist; ", element->name, " has ", size,
               " entries, give ", element->name, "[INDEX] with an index below");
}

// Whether `text` means the value `name` of `type`: VWFI_YIELD of Vwfi is meant
// by its name and, without the type's, by "yield"; '-' serves for '_'.
bool MeansValue(absl::string_view text, absl::string_view name,
                absl::string_view type) {
  const std::string word =
      absl::StrReplaceAll(absl::AsciiStrToUpper(text), {{"-", "_"}});
  if (word == name) return true;
  if (!absl::ConsumeSuffix(&name, absl::StrCat("_", word))) return false;
  return absl::EqualsIgnoreCase(absl::StrReplaceAll(name, {{"_", ""}}), type);
}

const EnumValueDescriptor* FindEnumValue(const EnumDescriptor& type,
                                         absl::string_view text) {
  for (int i = 0; i < type.value_count(); ++i) {
    if (MeansValue(text, type.value(i)->name(), type.name())) {
      return type.value(i);
    }
  }
  return nullptr;
}

absl::Status SetEnum(Message& message, const FieldDescriptor* field,
                     absl::string_view text) {
  const EnumDescriptor& type = *field->enum_type();
  const EnumValueDescriptor* value = FindEnumValue(type, text);
  if (value != nullptr) {
    message.GetReflection()->SetEnum(&message, field, value);
    return absl::OkStatus();
  }
  std::vector<std::string> names;
  for (int i = 0; i < type.value_count(); ++i) {
    names.push_back(type.value(i)->name());
  }
  return Error(Quoted(text), " is not known; give one of ",
               absl::StrJoin(names, ", "));
}

absl::Status SetInteger(Message& message, const FieldDescriptor* field,
                        absl::string_view text) {
  const bool is_unsigned = field->cpp_type() == FieldDescriptor::CPPTYPE_UINT32;
  const absl::string_view digits =
      is_unsigned ? text : absl::string_view(absl::StripPrefix(text, "-"));
  const int64_t maximum = is_unsigned ? std::numeric_limits<uint32_t>::max()
                                      : std::numeric_limits<int64_t>::max();
  const std::optional<int64_t> value = ParseDecimal(digits);
  if (!value || *value > maximum) {
    return Error(Quoted(text), " is not valid; give a whole number",
                 is_unsigned ? " 0.." : " of at most ", maximum);
  }
  if (is_unsigned) {
    message.GetReflection()->SetUInt32(&message, field,
                                       static_cast<uint32_t>(*value));
  } else {
    const bool negative = digits.size() != text.size();
    message.GetReflection()->SetInt64(&message, field,
                                      negative ? -*value : *value);
  }
  return absl::OkStatus();
}

absl::Status SetBool(Message& message, const FieldDescriptor* field,
                     absl::string_view text) {
  bool value = false;
  if (!absl::SimpleAtob(text, &value)) {
    return Error(Quoted(text), " is not valid; give true or false");
  }
  message.GetReflection()->SetBool(&message, field, value);
  return absl::OkStatus();
}

absl::Status SetScalar(Message& message, absl::string_view name,
                       absl::string_view text) {
  absl::StatusOr<const FieldDescriptor*> found = FindField(message, name);
  if (!found.ok()) return found.status();
  const FieldDescriptor* field = *found;
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      return SetEnum(message, field, text);
    case FieldDescriptor::CPPTYPE_BOOL:
      return SetBool(message, field, text);
    case FieldDescriptor::CPPTYPE_STRING:
      message.GetReflection()->SetString(&message, field, std::string(text));
      return absl::OkStatus();
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return Error("it is a group of fields; name one of ",
                   FieldNames(*field->message_type()));
    default:
      return SetInteger(message, field, text);
  }
}

absl::Status SetByPath(Message& root, absl::string_view path,
                       absl::string_view value) {
  std::vector<absl::string_view> elements = absl::StrSplit(path, '.');
  const absl::string_view last = elements.back();
  elements.pop_back();
  Message* message = &root;
  for (absl::string_view element : elements) {
    absl::StatusOr<Message*> next = Descend(*message, element);
    if (!next.ok()) return next.status();
    message = *next;
  }
  return SetScalar(*message, last, value);
}

// The list that "parameters.NAME" or "pools[0].parameters.NAME" means, cutting
// `path` down to NAME; null if it is no such path.
ParameterList* TakeParameters(Scenario& scenario, absl::string_view& path) {
  if (absl::ConsumePrefix(&path, kParameterPrefix)) return &scenario.parameters;
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(path, absl::MaxSplits('.', 1));
  const absl::StatusOr<PathElement> pool = ParseElement(parts.first);
  absl::string_view rest = parts.second;
  if (!pool.ok() || pool->name != "pools" || !pool->index ||
      *pool->index >= static_cast<int64_t>(scenario.pools.size()) ||
      !absl::ConsumePrefix(&rest, kParameterPrefix)) {
    return nullptr;
  }
  path = rest;
  return &scenario.pools[*pool->index].parameters;
}

}  // namespace

absl::Status SetField(Scenario& scenario, absl::string_view path_equals_value) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(path_equals_value, absl::MaxSplits('=', 1));
  const auto& [path, value] = parts;
  absl::string_view name = path;
  if (path.empty() || !absl::StrContains(path_equals_value, '=')) {
    return Error(Quoted(path_equals_value), " is not PATH=VALUE");
  }
  ParameterList* parameters = TakeParameters(scenario, name);
  if (parameters != nullptr) {
    PutParameter(*parameters, name, value);
    return absl::OkStatus();
  }
  proto::Scenario message = ScenarioToProto(scenario);
  const absl::Status status = SetByPath(message, path, value);
  if (!status.ok()) return Error(path, ": ", status.message());
  absl::StatusOr<Scenario> changed = ScenarioFromProto(message);
  if (!changed.ok()) return changed.status();
  scenario = *std::move(changed);
  return absl::OkStatus();
}

}  // namespace xenotime
