#include "xenotime/scheduler/scenario/parameter_names.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "xenotime/scheduler/scenario/xen_option_table.h"

namespace xenotime {
namespace {

const XenOption* FindXenParameter(absl::string_view name) {
  const XenOption* option = FindXenOption(name);
  const bool is_parameter =
      option != nullptr && option->target == XenTarget::kParameter;
  return is_parameter ? option : nullptr;
}

absl::string_view ShortName(absl::string_view name) {
  const XenOption* option = FindXenParameter(name);
  return option == nullptr ? name : option->parameter;
}

bool Has(const PolicyInfo& policy, absl::string_view name) {
  return absl::c_any_of(policy.parameters, [&](const PolicyParameter& p) {
    return absl::string_view(p.name) == name;
  });
}

}  // namespace

bool IsXenParameter(absl::string_view name) {
  return FindXenParameter(name) != nullptr;
}

std::optional<std::string> ParameterNameIn(const PolicyInfo& policy,
                                           absl::string_view name) {
  if (Has(policy, name)) return std::string(name);
  const XenOption* option = FindXenParameter(name);
  if (option == nullptr ||
      !absl::c_linear_search(option->schedulers, policy.name) ||
      !Has(policy, option->parameter)) {
    return std::nullopt;
  }
  return std::string(option->parameter);
}

absl::string_view WithoutName(const absl::Status& error,
                              absl::string_view name) {
  return absl::StripPrefix(error.message(),
                           absl::StrCat("parameter ", name, ": "));
}

void PutParameter(ParameterList& parameters, absl::string_view name,
                  absl::string_view value) {
  std::erase_if(parameters, [&](const auto& entry) {
    return ShortName(entry.first) == ShortName(name);
  });
  parameters.emplace_back(name, value);
}

std::vector<std::string> UseScheduler(Scenario& scenario,
                                      const PolicyInfo& policy,
                                      XenNames names) {
  const bool changes = scenario.scheduler != policy.name;
  scenario.scheduler = policy.name;
  std::vector<std::string> dropped;
  ParameterList kept;
  for (auto& [name, value] : scenario.parameters) {
    const std::optional<std::string> own = ParameterNameIn(policy, name);
    // What the scheduler never had is left for Validate to refuse.
    const bool goes =
        !own && (IsXenParameter(name) ? names == XenNames::kSettle : changes);
    if (goes) {
      dropped.push_back(name);
      continue;
    }
    if (own && names == XenNames::kSettle) name = *own;
    kept.emplace_back(std::move(name), std::move(value));
  }
  scenario.parameters = std::move(kept);
  return dropped;
}

}  // namespace xenotime
