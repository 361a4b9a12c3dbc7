#include "xenotime/cli/variants.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

// Reads each word with `parse`; errors begin with the option.
template <typename Value, typename Parse>
absl::StatusOr<std::vector<Value>> ReadAll(
    const char* option, const std::vector<std::string>& words, Parse parse) {
  std::vector<Value> values;
  for (const std::string& word : words) {
    const absl::StatusOr<Value> value = parse(word);
    if (!value.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(option, ": ", value.status().message()));
    }
    if (std::find(values.begin(), values.end(), *value) == values.end()) {
      values.push_back(*value);
    }
  }
  if (values.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(option, " is empty"));
  }
  return values;
}

bool HasParameter(const PolicyInfo& policy, const std::string& name) {
  return std::any_of(
      policy.parameters.begin(), policy.parameters.end(),
      [&](const PolicyParameter& known) { return known.name == name; });
}

}  // namespace

absl::StatusOr<ExecutorKind> ParseExecutor(const std::string& word) {
  for (ExecutorKind kind : {ExecutorKind::kSim, ExecutorKind::kThreads}) {
    if (word == ExecutorName(kind)) return kind;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "unknown executor ", Quoted(word), "; known are sim, threads"));
}

absl::StatusOr<std::vector<Variant>> MakeVariants(
    const VariantWords& words, const PolicyRegistry& registry) {
  const auto executors =
      ReadAll<ExecutorKind>("--executor", words.executors, ParseExecutor);
  if (!executors.ok()) return executors.status();
  const auto schedulers = ReadAll<std::string>(
      "--schedulers", words.schedulers,
      [&](const std::string& word) -> absl::StatusOr<std::string> {
        const auto found = registry.Find(word);
        if (!found.ok()) return found.status();
        return (*found)->name;
      });
  if (!schedulers.ok()) return schedulers.status();
  const auto vwfis = ReadAll<Vwfi>("--vwfi", words.vwfi, ParseVwfi);
  if (!vwfis.ok()) return vwfis.status();

  std::vector<Variant> variants;
  for (ExecutorKind executor : *executors) {
    for (const std::string& scheduler : *schedulers) {
      for (Vwfi vwfi : *vwfis) variants.push_back({executor, scheduler, vwfi});
    }
  }
  return variants;
}

std::vector<std::string> UseScheduler(Scenario& scenario,
                                      const PolicyInfo& scheduler) {
  if (scenario.scheduler == scheduler.name) return {};
  scenario.scheduler = scheduler.name;
  std::vector<std::string> dropped;
  std::erase_if(scenario.parameters, [&](const auto& parameter) {
    if (HasParameter(scheduler, parameter.first)) return false;
    dropped.push_back(parameter.first);
    return true;
  });
  return dropped;
}

}  // namespace xenotime
