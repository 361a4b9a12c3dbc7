#include "xenotime/cli/verdicts.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/cli/table.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

using Group = std::vector<const VariantResult*>;
using Label = std::function<std::string(const Variant&)>;

std::string SchedulerLabel(const Variant& variant) { return variant.scheduler; }

// As the experiment's authors called the three.
std::string VwfiLabel(const Variant& variant) {
  return variant.vwfi == Vwfi::kTrap ? "block (trap)" : VwfiName(variant.vwfi);
}

Difference DifferenceOf(const VariantResult& a, const VariantResult& b) {
  return Compare(a.Medians(), b.Medians(), RepeatsOf(a.variant));
}

int64_t MedianOf(const VariantResult& result) {
  return SpreadOf(result.Medians()).median;
}

// The measured variants that agree with each other in `key`, in order, with
// groups in the order of their first members.
std::vector<Group> GroupBy(const Comparison& comparison, const Label& key) {
  std::vector<std::string> keys;
  std::vector<Group> groups;
  for (const VariantResult& result : comparison.variants) {
    if (!result.measured()) continue;
    const std::string of_this = absl::StrCat(
        ExecutorName(result.variant.executor), " ", key(result.variant));
    size_t i = 0;
    while (i < keys.size() && keys[i] != of_this) ++i;
    if (i == keys.size()) {
      keys.push_back(of_this);
      groups.emplace_back();
    }
    groups[i].push_back(&result);
  }
  return groups;
}

std::string PairLine(const VariantResult& less, const VariantResult& more,
                     const Label& label) {
  const Difference difference = DifferenceOf(more, less);
  if (difference.verdict == Verdict::kNotDistinguishable) {
    return absl::StrCat(label(less.variant), " vs ", label(more.variant),
                        ": not distinguishable");
  }
  std::string line =
      absl::StrCat(label(less.variant), " < ", label(more.variant), " by ",
                   Thousands(difference.median), " ns");
  if (difference.low != difference.high) {
    absl::StrAppend(&line, " (95 % interval ", Thousands(difference.low),
                    " .. ", Thousands(difference.high), ")");
  }
  return line;
}

// Neighbours that are not told apart share a pair of parentheses.
std::string ChainLine(const Group& ascending, const Label& label) {
  std::vector<std::vector<std::string>> ranks = {
      {label(ascending[0]->variant)}};
  for (size_t i = 1; i < ascending.size(); ++i) {
    const Difference difference =
        DifferenceOf(*ascending[i - 1], *ascending[i]);
    if (difference.verdict != Verdict::kNotDistinguishable) ranks.push_back({});
    ranks.back().push_back(label(ascending[i]->variant));
  }
  return absl::StrJoin(ranks, " < ", [](std::string* out, const auto& rank) {
    const std::string names = absl::StrJoin(rank, ", ");
    absl::StrAppend(out,
                    rank.size() == 1
                        ? names
                        : absl::StrCat("(", names, ": not distinguishable)"));
  });
}

std::string GroupLine(Group group, const Label& label) {
  std::stable_sort(group.begin(), group.end(),
                   [](const VariantResult* a, const VariantResult* b) {
                     return MedianOf(*a) < MedianOf(*b);
                   });
  return group.size() == 2 ? PairLine(*group[0], *group[1], label)
                           : ChainLine(group, label);
}

void AddPairs(const Group& group, std::vector<PairVerdict>& pairs) {
  for (size_t i = 0; i < group.size(); ++i) {
    for (size_t j = i + 1; j < group.size(); ++j) {
      pairs.push_back({group[i], group[j], DifferenceOf(*group[i], *group[j])});
    }
  }
}

}  // namespace

std::vector<PairVerdict> PairVerdicts(const Comparison& comparison) {
  std::vector<PairVerdict> pairs;
  for (const Label& key : {Label(VwfiLabel), Label(SchedulerLabel)}) {
    for (const Group& group : GroupBy(comparison, key)) AddPairs(group, pairs);
  }
  return pairs;
}

std::vector<std::string> VerdictLines(const Comparison& comparison,
                                      ExecutorKind executor) {
  std::vector<std::string> lines;
  const auto add = [&](const Label& key, const Label& label) {
    for (const Group& group : GroupBy(comparison, key)) {
      const Variant& variant = group[0]->variant;
      if (variant.executor != executor || group.size() < 2) continue;
      const std::string name = key(variant);
      lines.push_back(absl::StrCat(name, ": ", GroupLine(group, label)));
    }
  };
  add(SchedulerLabel, VwfiLabel);
  add([](const Variant& variant) { return VwfiName(variant.vwfi); },
      SchedulerLabel);
  return lines;
}

}  // namespace xenotime
