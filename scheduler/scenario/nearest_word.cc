#include "xenotime/scheduler/scenario/nearest_word.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

constexpr size_t kLongest = 64;

// Edit distance with swaps of neighbours (optimal string alignment), by rows.
size_t Distance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t differs = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + differs});
      const bool swapped =
          i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

absl::string_view NearestWord(absl::string_view word,
                              const std::vector<absl::string_view>& words) {
  if (word.size() > kLongest) return "";
  absl::string_view nearest;
  size_t least = kLongest;
  for (absl::string_view candidate : words) {
    const size_t distance = Distance(word, candidate);
    const size_t allowed = std::max<size_t>(2, candidate.size() / 3);
    const bool alike = distance <= allowed && distance < candidate.size();
    if (!alike || distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string Suggestion(absl::string_view word,
                       const std::vector<absl::string_view>& words) {
  const absl::string_view nearest = NearestWord(word, words);
  return nearest.empty() ? "" : absl::StrCat("; did you mean ", nearest, "?");
}

}  // namespace xenotime
