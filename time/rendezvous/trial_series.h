#ifndef XENOTIME_TIME_RENDEZVOUS_TRIAL_SERIES_H_
#define XENOTIME_TIME_RENDEZVOUS_TRIAL_SERIES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace xenotime {

// What one subject did in many rendezvous, on real threads or on a model. Ticks
// of the TSC.
struct TrialSeries {
  // A form's letter; "none": what start-up synchronisation leaves; "barrier":
  // a bare barrier, the floor of the costs; "control": form (a) without writes,
  // the floor of skew, which is 0.
  std::string subject;
  // By sample, of those that were not disturbed. The TSC of the slave that is
  // furthest off, minus the master's.
  std::vector<int64_t> skew;
  // By sample, by CPU: its TSC minus the master's. Of modelled trials only.
  std::vector<std::vector<int64_t>> offsets;
  // The difference of the greatest and the least TSC.
  std::vector<int64_t> spread;
  std::vector<int64_t> cost;  // the master's, from entry to exit
  // The same from the last arrival on.
  std::vector<int64_t> cost_after_arrival;
  // Left out: a thread lost its core meanwhile (it took more than 20 times the
  // median).
  int64_t disturbed = 0;
};

// That of the subject; null if there is none.
const TrialSeries* SeriesOf(const std::vector<TrialSeries>& all,
                            absl::string_view subject);

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_TRIAL_SERIES_H_
