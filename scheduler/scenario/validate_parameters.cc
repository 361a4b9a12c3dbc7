#include "xenotime/scheduler/scenario/validate_parameters.h"

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/scheduler/scenario/nearest_word.h"

namespace xenotime {
namespace {

// What the policy's parameters may be called here: its own names.
std::vector<absl::string_view> NamesOf(const PolicyInfo& policy) {
  std::vector<absl::string_view> names;
  for (const PolicyParameter& known : policy.parameters) {
    names.push_back(known.name);
  }
  return names;
}

std::string Unknown(const std::string& name, const PolicyInfo& policy) {
  const std::vector<absl::string_view> names = NamesOf(policy);
  return absl::StrCat("there is no such parameter; scheduler ", policy.name,
                      " has ",
                      names.empty() ? "none" : absl::StrJoin(names, ", "),
                      Suggestion(name, names));
}

}  // namespace

void ValidateParameters(const ParameterList& parameters,
                        const PolicyInfo& policy, const std::string& path,
                        Findings& findings) {
  PolicyParameters values(policy.parameters);
  std::vector<std::string> seen;
  const size_t errors_before = findings.errors.size();
  for (const auto& [name, text] : parameters) {
    const std::string place =
        absl::StrCat(path, ".", absl::CHexEscape(name), ": ");
    const std::optional<std::string> own = ParameterNameIn(policy, name);
    if (own) {
      const absl::Status status = values.Set(*own, text);
      if (!status.ok()) {
        // The place has the name already, unless it is spelled as Xen's.
        findings.errors.push_back(
            absl::StrCat(place, WithoutName(status, name)));
      }
    } else if (IsXenParameter(name)) {
      findings.warnings.push_back(absl::StrCat(place, "scheduler ", policy.name,
                                               " does not have it; no effect"));
    } else {
      findings.errors.push_back(absl::StrCat(place, Unknown(name, policy)));
    }
    if (absl::c_linear_search(seen, own.value_or(name))) {
      findings.warnings.push_back(absl::StrCat(
          place, "it is given more than once; the last one counts"));
    } else if (seen.size() <= policy.parameters.size()) {
      seen.push_back(own.value_or(name));
    }
  }
  if (!policy.warn || findings.errors.size() != errors_before) return;
  const std::string oddity = policy.warn(values);
  if (!oddity.empty()) {
    findings.warnings.push_back(absl::StrCat(path, ": ", oddity));
  }
}

}  // namespace xenotime
