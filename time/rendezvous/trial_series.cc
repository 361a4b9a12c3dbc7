#include "xenotime/time/rendezvous/trial_series.h"

#include <algorithm>

namespace xenotime {

const TrialSeries* SeriesOf(const std::vector<TrialSeries>& all,
                            absl::string_view subject) {
  const auto found = std::find_if(
      all.begin(), all.end(),
      [&](const TrialSeries& series) { return series.subject == subject; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace xenotime
