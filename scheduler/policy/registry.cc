#include "xenotime/scheduler/policy/registry.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace xenotime {
namespace {

absl::string_view Absl(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

// Text from outside as a message shows it: without control characters, short.
std::string Quoted(std::string_view text) {
  constexpr size_t kShown = 60;
  return absl::StrCat("\"", absl::CHexEscape(Absl(text.substr(0, kShown))),
                      text.size() > kShown ? "..." : "", "\"");
}

std::string RangeOf(const PolicyParameter& p) {
  if (!p.words.empty()) {
    return absl::StrCat("one of ", absl::StrJoin(p.words, ", "));
  }
  return absl::StrCat(p.zero_is_off ? "0 (off) or " : "", p.minimum, "..",
                      p.maximum,
                      p.unit == "0/1" ? "" : absl::StrCat(" ", p.unit));
}

absl::StatusOr<int64_t> Parse(const PolicyParameter& p, std::string_view text) {
  for (size_t i = 0; i < p.words.size(); ++i) {
    if (text == p.words[i]) return static_cast<int64_t>(i);
  }
  int64_t value = 0;
  const bool in_range = p.words.empty() &&
                        absl::SimpleAtoi(Absl(text), &value) &&
                        ((value >= p.minimum && value <= p.maximum) ||
                         (value == 0 && p.zero_is_off));
  if (in_range) return value;
  return absl::InvalidArgumentError(
      absl::StrCat("parameter ", p.name, ": ", Quoted(text),
                   " is not valid; give ", RangeOf(p)));
}

}  // namespace

PolicyParameters::PolicyParameters(const std::vector<PolicyParameter>& table)
    : table_(&table) {
  for (const PolicyParameter& p : table) values_.push_back(p.default_value);
}

absl::Status PolicyParameters::Set(std::string_view name,
                                   std::string_view text) {
  std::vector<std::string> known;
  for (size_t i = 0; i < table_->size(); ++i) {
    const PolicyParameter& p = (*table_)[i];
    known.push_back(p.name);
    if (p.name != name) continue;
    absl::StatusOr<int64_t> value = Parse(p, text);
    if (value.ok()) values_[i] = *value;
    return value.status();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("unknown parameter ", Quoted(name), "; this scheduler has ",
                   known.empty() ? "none" : absl::StrJoin(known, ", ")));
}

int64_t PolicyParameters::Get(std::string_view name) const {
  for (size_t i = 0; i < table_->size(); ++i) {
    if ((*table_)[i].name == name) return values_[i];
  }
  return 0;
}

void PolicyRegistry::Add(PolicyInfo info) {
  policies_.push_back(std::make_unique<PolicyInfo>(std::move(info)));
}

absl::StatusOr<const PolicyInfo*> PolicyRegistry::Find(
    std::string_view name) const {
  std::vector<std::string> known;
  for (const auto& info : policies_) {
    if (info->name == name) return info.get();
    known.push_back(info->name);
  }
  return absl::NotFoundError(absl::StrCat("unknown scheduler ", Quoted(name),
                                          "; known are ",
                                          absl::StrJoin(known, ", ")));
}

}  // namespace xenotime
