#include "xenotime/cli/text_difference.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

constexpr size_t kShown = 120;

// The line that begins at `start`, its end of line included, so that a missing
// one at the end of the text is seen.
absl::string_view LineAt(absl::string_view text, size_t start) {
  const size_t end = text.find('\n', start);
  return text.substr(start,
                     end == absl::string_view::npos ? end : end + 1 - start);
}

std::string Show(absl::string_view line) {
  if (line.empty()) return "the end of the file";
  const bool complete = line.back() == '\n';
  if (complete) line.remove_suffix(1);
  std::string shown = absl::StrCat("\"", absl::CHexEscape(line), "\"");
  if (shown.size() > kShown) shown = shown.substr(0, kShown) + "...";
  return complete ? shown : shown + " without an end of line";
}

}  // namespace

std::optional<std::string> FirstDifference(absl::string_view expected,
                                           absl::string_view actual) {
  if (expected == actual) return std::nullopt;
  const size_t shorter = std::min(expected.size(), actual.size());
  size_t same = 0;
  while (same < shorter && expected[same] == actual[same]) ++same;
  const absl::string_view before = expected.substr(0, same);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const size_t newline = before.rfind('\n');
  const size_t start = newline == absl::string_view::npos ? 0 : newline + 1;
  return absl::StrCat("line ", lines + 1, ": expected ",
                      Show(LineAt(expected, start)), ", got ",
                      Show(LineAt(actual, start)));
}

}  // namespace xenotime
