#include "xenotime/cli/variants.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

std::vector<std::string> SplitWords(const std::string& list) {
  return absl::StrSplit(list, ',');
}

// Reads each word of the lists with `parse`; errors begin with the option.
template <typename Value, typename Parse>
absl::StatusOr<std::vector<Value>> ReadAll(
    const char* option, const std::vector<std::string>& lists, Parse parse) {
  const auto error = [&](const auto&... message) {
    return absl::InvalidArgumentError(absl::StrCat(option, ": ", message...));
  };
  std::vector<Value> values;
  for (const std::string& list : lists) {
    for (const std::string& word : SplitWords(list)) {
      if (word.empty()) {
        return error(Quoted(list),
                     " has an empty word; give words with one "
                     "comma between two");
      }
      const absl::StatusOr<Value> value = parse(word);
      if (!value.ok()) return error(value.status().message());
      if (std::find(values.begin(), values.end(), *value) != values.end()) {
        return error(Quoted(word), " is given twice; give it once");
      }
      values.push_back(*value);
    }
  }
  if (values.empty()) return error("it is empty; give a word");
  return values;
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

}  // namespace xenotime
