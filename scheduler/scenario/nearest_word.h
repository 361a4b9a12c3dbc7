#ifndef XENOTIME_SCHEDULER_SCENARIO_NEAREST_WORD_H_
#define XENOTIME_SCHEDULER_SCENARIO_NEAREST_WORD_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace xenotime {

// The one of `words` that was probably meant by `word`: the first of those with
// the fewest insertions, deletions, replacements and swaps of neighbours, if
// these are at most a third of its letters (two in a short word); else "".
// Linear in the list and in the product of the lengths; words of more than 64
// letters are like none. Thread rule: pure.
absl::string_view NearestWord(absl::string_view word,
                              const std::vector<absl::string_view>& words);

// "; did you mean WORD?", or "" if nothing is near.
std::string Suggestion(absl::string_view word,
                       const std::vector<absl::string_view>& words);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_NEAREST_WORD_H_
