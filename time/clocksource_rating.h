#ifndef XENOTIME_TIME_CLOCKSOURCE_RATING_H_
#define XENOTIME_TIME_CLOCKSOURCE_RATING_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace xenotime {

// A clock that a guest kernel may tell time by.
struct Clocksource {
  std::string name;
  int rating = 0;  // higher is better; 0: unusable
  // A watchdog compares it with one that needs no check.
  bool must_verify = false;
};

// What changes the rating of a known clocksource.
struct RatingConditions {
  bool hardware_domain = false;    // xen is 275 there, below the TSC
  bool verified_pm_reads = false;  // acpi_pm is 120 when it is read thrice
  bool trusted_tsc = false;        // the TSC needs no watchdog
};

// The ratings of Linux for tsc, hpet, acpi_pm, pit, jiffies, kvm-clock, xen.
// Error: another name. Source: tsc_check.md, 5.
absl::StatusOr<Clocksource> KnownClocksource(
    absl::string_view name, const RatingConditions& conditions = {});

// The clocksources of one guest kernel and its choice among them.
//
// A guest that loses its TSC pays for every time stamp with exits; this is the
// step at which it loses it. Thread rule: one thread at a time. Ties: of equal
// ratings the first in the list wins. Source: tsc_check.md, 5.
class ClocksourceSelection {
 public:
  explicit ClocksourceSelection(std::vector<Clocksource> sources)
      : sources_(std::move(sources)) {}

  // The usable one of the highest rating; nullptr if there is none.
  const Clocksource* Best() const;
  // The same among those that need no check: what the watchdog compares with.
  const Clocksource* BestWatchdog() const;

  // Makes it unusable, for good. Returns true the first time, when the message
  // is due and a new choice. Error: no such clocksource.
  absl::StatusOr<bool> MarkUnstable(absl::string_view name);

 private:
  std::vector<Clocksource> sources_;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_CLOCKSOURCE_RATING_H_
