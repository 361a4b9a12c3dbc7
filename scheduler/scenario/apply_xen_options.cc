#include "xenotime/scheduler/scenario/apply_xen_options.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/scheduler/scenario/parameter_names.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/scenario/xen_options.h"

namespace xenotime {
namespace {

// What Xen is built with unless somebody chooses.
constexpr char kBuildDefault[] = "credit2";

bool IsPolicyWith(const PolicyInfo& policy, const XenOption& option) {
  return absl::c_linear_search(option.schedulers, policy.name) &&
         ParameterNameIn(policy, option.name).has_value();
}

class Applier {
 public:
  Applier(Scenario& scenario, const PolicyRegistry& registry)
      : scenario_(scenario), registry_(registry) {}

  Findings Apply(const ParsedXenOptions& parsed);

 private:
  void ApplyOne(const XenValue& value);
  void SetScheduler(const std::string& name);
  void SetGranularity(const XenValue& value);
  void SetVwfi(const XenValue& value);
  void SetParameter(const XenValue& value);
  // The value after Xen's correction; none if the emulator refuses it.
  std::optional<int64_t> Corrected(const XenValue& value);
  // Whether every policy with the parameter can compute with it: Xen itself
  // takes values that only overflow.
  bool WithinPolicies(const XenOption& option, const std::string& text);
  void CheckExponents(const ParsedXenOptions& parsed);

  template <typename... Args>
  void Warn(const Args&... message) {
    findings_.warnings.push_back(absl::StrCat("xen: ", message...));
  }
  template <typename... Args>
  void Error(const Args&... message) {
    findings_.errors.push_back(absl::StrCat("xen: ", message...));
  }

  Scenario& scenario_;
  const PolicyRegistry& registry_;
  Findings findings_;
};

Findings Applier::Apply(const ParsedXenOptions& parsed) {
  for (const std::string& message : parsed.messages) Warn(message);
  for (const XenValue& value : parsed.values) ApplyOne(value);
  CheckExponents(parsed);
  return std::move(findings_);
}

void Applier::ApplyOne(const XenValue& value) {
  switch (value.option->target) {
    case XenTarget::kScheduler:
      return SetScheduler(value.word);
    case XenTarget::kGranularity:
      return SetGranularity(value);
    case XenTarget::kVwfi:
      return SetVwfi(value);
    case XenTarget::kParameter:
      return SetParameter(value);
    case XenTarget::kNothingYet:
      if (!Corrected(value)) return;
      Warn(value.option->name, " has no effect yet (", value.option->part, ")");
  }
}

void Applier::SetScheduler(const std::string& name) {
  absl::StatusOr<const PolicyInfo*> policy = registry_.Find(name);
  if (!policy.ok()) {
    policy = registry_.Find(kBuildDefault);
    if (!policy.ok()) policy = registry_.Find(scenario_.scheduler);
    const std::string known = absl::StrJoin(
        registry_.policies(), ", ",
        [](std::string* out, const auto& each) { *out += each->name; });
    if (!policy.ok()) {
      return Error("sched: ", Quoted(name), " is not a scheduler; give one of ",
                   known);
    }
    Warn("sched: ", Quoted(name), " is not a scheduler of this program (",
         known, "); ", (*policy)->name, " is used",
         (*policy)->name == kBuildDefault
             ? ", Xen's default"
             : ", as credit2, Xen's default, is missing too");
  }
  const std::vector<std::string> dropped =
      UseScheduler(scenario_, **policy, XenNames::kKeep);
  if (dropped.empty()) return;
  Warn("sched: ", (*policy)->name, " has no parameter ",
       absl::StrJoin(dropped, ", "), "; left out");
}

void Applier::SetGranularity(const XenValue& value) {
  const auto it = absl::c_find(value.option->words, value.word);
  scenario_.granularity =
      static_cast<SchedGran>(it - value.option->words.begin());
}

void Applier::SetVwfi(const XenValue& value) {
  scenario_.vwfi = value.word == "native" ? Vwfi::kNative : Vwfi::kTrap;
  if (value.option->ExistsOn(scenario_.topology.architecture)) return;
  Warn(value.option->name,
       " is an option of Arm, and the machine is x86; it is used all the same");
}

void Applier::SetParameter(const XenValue& value) {
  const XenOption& option = *value.option;
  std::string text = value.word;
  if (option.type != XenType::kWord) {
    const std::optional<int64_t> number = Corrected(value);
    if (!number) return;
    text = absl::StrCat(*number);
  }
  if (!HasEffect(option, registry_)) {
    return Warn(option.name, " has no effect, as no scheduler of this program ",
                "has it (", absl::StrJoin(option.schedulers, ", "), ")");
  }
  if (!WithinPolicies(option, text)) return;
  PutParameter(scenario_.parameters, option.name, text);
  for (PoolSpec& pool : scenario_.pools) {
    const auto policy = registry_.Find(pool.scheduler);
    if (!policy.ok() || !IsPolicyWith(**policy, option)) continue;
    PutParameter(pool.parameters, option.name, text);
  }
}

bool Applier::WithinPolicies(const XenOption& option, const std::string& text) {
  for (const auto& policy : registry_.policies()) {
    if (!IsPolicyWith(*policy, option)) continue;
    const std::string own = *ParameterNameIn(*policy, option.name);
    const absl::Status status =
        PolicyParameters(policy->parameters).Set(own, text);
    if (status.ok()) continue;
    Error(option.name, ": ", WithoutName(status, own));
    return false;
  }
  return true;
}

std::optional<int64_t> Applier::Corrected(const XenValue& value) {
  const XenOption& option = *value.option;
  const int64_t given = value.number;
  const bool number =
      option.type == XenType::kUnsigned || option.type == XenType::kSigned;
  if (!number || (given == 0 && option.zero_is_off)) return given;
  const XenRule rule = given < option.minimum   ? option.below
                       : given > option.maximum ? option.above
                                                : XenRule::kKeep;
  if (rule == XenRule::kKeep) return given;
  if (rule == XenRule::kReject) {
    Error(option.name, ": ", given, " is not valid; give ", option.valid);
    return std::nullopt;
  }
  const int64_t used = rule == XenRule::kDefault
                           ? option.default_value
                           : std::clamp(given, option.minimum, option.maximum);
  Warn(option.name, ": ", given, " is out of range (", option.valid, " ",
       option.unit, "); ", used, " is used");
  return used;
}

// credit2 shifts by the precision plus each of the two. Asked only of values
// that are valid each for itself.
void Applier::CheckExponents(const ParsedXenOptions& parsed) {
  if (!findings_.errors.empty()) return;
  constexpr int64_t kDefaultPrecision = 18;
  constexpr int64_t kMost = 62;
  const XenValue* given = parsed.Find("credit2_load_precision_shift");
  const int64_t precision = given == nullptr
                                ? kDefaultPrecision
                                : std::max<int64_t>(4, given->number);
  for (const char* name : {"credit2_balance_under", "credit2_balance_over"}) {
    const XenValue* value = parsed.Find(name);
    if (value == nullptr) continue;
    const int64_t exponent = precision + value->number;
    if (exponent >= 0 && exponent <= kMost) continue;
    Error(name, ": ", value->number, " makes the exponent ", exponent,
          ", which is undefined; give ", -precision, "..", kMost - precision);
  }
}

}  // namespace

Findings ApplyXenOptions(Scenario& scenario, const PolicyRegistry& registry) {
  const std::string text = std::exchange(scenario.xen, "");
  if (text.size() <= kMaxXenBytes) {
    return Applier(scenario, registry)
        .Apply(ParseXenOptions(text, scenario.topology.architecture));
  }
  Findings findings;
  findings.errors.push_back(absl::StrCat("xen: ", text.size(),
                                         " bytes are too many; give at most ",
                                         kMaxXenBytes));
  return findings;
}

bool HasEffect(const XenOption& option, const PolicyRegistry& registry) {
  if (option.target == XenTarget::kNothingYet) return false;
  if (option.target != XenTarget::kParameter) return true;
  return absl::c_any_of(registry.policies(), [&](const auto& policy) {
    return IsPolicyWith(*policy, option);
  });
}

}  // namespace xenotime
