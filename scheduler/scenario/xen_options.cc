#include "xenotime/scheduler/scenario/xen_options.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/scenario/xen_value_text.h"

namespace xenotime {
namespace {

constexpr size_t kStringLength = 9;

// A word of the string: NAME or NAME=VALUE.
struct Assignment {
  absl::string_view name;
  absl::string_view value;
  bool bare = false;
};

class Parser {
 public:
  explicit Parser(Architecture machine)
      : machine_(machine), values_(XenOptions().size()) {}

  ParsedXenOptions Parse(absl::string_view text);

 private:
  void Assign(const Assignment& assignment);
  void AssignUnknown(const Assignment& assignment);
  void AssignNumber(const XenOption& option, const Assignment& assignment);
  // `yes` is what the name alone means.
  void AssignBool(const XenOption& option, const Assignment& assignment,
                  bool yes);
  void AssignText(const XenOption& option, const Assignment& assignment);

  void Store(const XenOption& option, int64_t number, absl::string_view word);
  // Xen's message about a value, and what became of it.
  void Invalid(const Assignment& assignment, const std::string& outcome);
  void Say(std::string message);

  const Architecture machine_;
  std::vector<std::optional<XenValue>> values_;  // by position in the table
  std::vector<std::string> messages_;
  size_t unsaid_ = 0;
};

ParsedXenOptions Parser::Parse(absl::string_view text) {
  for (absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty())) {
    const size_t equals = word.find('=');
    const bool bare = equals == absl::string_view::npos;
    Assign({word.substr(0, equals), bare ? "" : word.substr(equals + 1), bare});
  }
  ParsedXenOptions parsed;
  for (std::optional<XenValue>& value : values_) {
    if (value) parsed.values.push_back(*std::move(value));
  }
  parsed.messages = std::move(messages_);
  if (unsaid_ > 0) {
    parsed.messages.push_back(
        absl::StrCat(unsaid_, " more messages about other words"));
  }
  return parsed;
}

void Parser::Assign(const Assignment& assignment) {
  absl::string_view name = assignment.name;
  const XenOption* option = FindXenOption(name);
  bool yes = true;
  if (option == nullptr && absl::ConsumePrefix(&name, "no-")) {
    option = FindXenOption(name);
    yes = false;
    if (option != nullptr && option->type != XenType::kBool) option = nullptr;
  }
  // vwfi is Arm's, but scenarios have it on every machine.
  if (option == nullptr ||
      (!option->ExistsOn(machine_) && option->target != XenTarget::kVwfi)) {
    return AssignUnknown(assignment);
  }
  switch (option->type) {
    case XenType::kUnsigned:
    case XenType::kSigned:
      return AssignNumber(*option, assignment);
    case XenType::kBool:
      return AssignBool(*option, assignment, yes);
    default:
      return AssignText(*option, assignment);
  }
}

void Parser::AssignUnknown(const Assignment& assignment) {
  std::string message =
      absl::StrCat("parameter ", Quoted(assignment.name), " unknown!");
  // The rest is work that no long text needs.
  if (messages_.size() >= kMaxXenMessages) return Say(std::move(message));
  const absl::string_view nearest = NearestXenOption(assignment.name);
  if (FindXenOption(absl::StripPrefix(assignment.name, "no-")) == nullptr) {
    if (!nearest.empty())
      absl::StrAppend(&message, " Did you mean ", nearest, "?");
    return Say(std::move(message));
  }
  const XenOption& option =
      *FindXenOption(absl::StripPrefix(assignment.name, "no-"));
  if (option.ExistsOn(machine_)) {
    absl::StrAppend(&message, " Only booleans are negated; ", option.name,
                    " takes ", option.valid, ".");
  } else {
    const bool arm = machine_ == Architecture::kArm;
    absl::StrAppend(&message, " It is an option of ", arm ? "x86" : "Arm",
                    ", and the machine is ", arm ? "Arm" : "x86", ".");
  }
  Say(std::move(message));
}

void Parser::AssignNumber(const XenOption& option,
                          const Assignment& assignment) {
  if (assignment.bare) return Store(option, 0, "");
  const XenNumber number = ParseXenNumber(assignment.value);
  if (!number.fits) {
    return Invalid(assignment, "32 bits do not hold it, so nothing is stored");
  }
  const int64_t stored = option.type == XenType::kSigned
                             ? int64_t{static_cast<int32_t>(number.bits)}
                             : int64_t{number.bits};
  Store(option, stored, "");
  if (number.complete) return;
  Invalid(assignment, absl::StrCat(stored, " is stored; give a whole number, ",
                                   option.unit, " without a unit"));
}

void Parser::AssignBool(const XenOption& option, const Assignment& assignment,
                        bool yes) {
  if (assignment.bare) return Store(option, yes ? 1 : 0, "");
  const std::optional<bool> value = ParseXenBool(assignment.value);
  if (value) return Store(option, *value == yes ? 1 : 0, "");
  Invalid(assignment, "it stays as it was; give on or off");
}

void Parser::AssignText(const XenOption& option, const Assignment& assignment) {
  const absl::string_view value = assignment.value;
  if (option.type == XenType::kString) {
    if (value.size() > kStringLength) {
      Say(absl::StrCat(option.name, ": ", Quoted(value), " is cut to ",
                       kStringLength, " characters"));
    }
    return Store(option, 0, value.substr(0, kStringLength));
  }
  if (option.type == XenType::kAnyWord) {
    const bool known = absl::c_linear_search(option.words, value);
    if (!known) {
      Say(absl::StrCat(option.name, ": Xen takes ", Quoted(value), " for ",
                       option.words[0]));
    }
    return Store(option, 0, known ? value : option.words[0]);
  }
  if (IsXenText(option, value)) return Store(option, 0, value);
  Invalid(assignment, absl::StrCat("it stays as it was; give ", option.valid));
}

void Parser::Store(const XenOption& option, int64_t number,
                   absl::string_view word) {
  values_[&option - XenOptions().data()] =
      XenValue{&option, number, std::string(word)};
}

void Parser::Invalid(const Assignment& assignment, const std::string& outcome) {
  constexpr int kEinval = -22;
  Say(absl::StrCat("parameter ", Quoted(assignment.name), " has invalid value ",
                   Quoted(assignment.value), ", rc=", kEinval, "! (", outcome,
                   ")"));
}

void Parser::Say(std::string message) {
  if (absl::c_linear_search(messages_, message)) return;
  if (messages_.size() < kMaxXenMessages) {
    messages_.push_back(std::move(message));
  } else {
    ++unsaid_;
  }
}

}  // namespace

const XenValue* ParsedXenOptions::Find(absl::string_view name) const {
  for (const XenValue& value : values) {
    if (value.option->name == name) return &value;
  }
  return nullptr;
}

ParsedXenOptions ParseXenOptions(absl::string_view text, Architecture machine) {
  return Parser(machine).Parse(text);
}

}  // namespace xenotime
