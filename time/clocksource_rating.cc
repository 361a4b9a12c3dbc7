#include "xenotime/time/clocksource_rating.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

struct Rating {
  absl::string_view name;
  int rating;
};
constexpr Rating kRatings[] = {
    {"kvm-clock", 400}, {"xen", 400}, {"tsc", 300},   {"hpet", 250},
    {"acpi_pm", 200},   {"pit", 110}, {"jiffies", 1},
};
constexpr int kXenInHardwareDomain = 275;
constexpr int kVerifiedPmTimer = 120;

const Clocksource* BestOf(const std::vector<Clocksource>& sources,
                          bool for_watchdog) {
  const Clocksource* best = nullptr;
  for (const Clocksource& source : sources) {
    if (source.rating <= 0 || (for_watchdog && source.must_verify)) continue;
    if (best == nullptr || source.rating > best->rating) best = &source;
  }
  return best;
}

}  // namespace

absl::StatusOr<Clocksource> KnownClocksource(
    absl::string_view name, const RatingConditions& conditions) {
  for (const Rating& known : kRatings) {
    if (known.name != name) continue;
    Clocksource source{std::string(name), known.rating};
    source.must_verify = name == "tsc" && !conditions.trusted_tsc;
    if (name == "xen" && conditions.hardware_domain) {
      source.rating = kXenInHardwareDomain;
    }
    if (name == "acpi_pm" && conditions.verified_pm_reads) {
      source.rating = kVerifiedPmTimer;
    }
    return source;
  }
  return absl::NotFoundError(
      absl::StrCat("\"", name,
                   "\" is no clocksource; there are kvm-clock, xen, tsc, hpet, "
                   "acpi_pm, pit and jiffies"));
}

const Clocksource* ClocksourceSelection::Best() const {
  return BestOf(sources_, false);
}

const Clocksource* ClocksourceSelection::BestWatchdog() const {
  return BestOf(sources_, true);
}

absl::StatusOr<bool> ClocksourceSelection::MarkUnstable(
    absl::string_view name) {
  for (Clocksource& source : sources_) {
    if (source.name != name) continue;
    const bool first = source.rating != 0;
    source.rating = 0;
    return first;
  }
  return absl::NotFoundError(
      absl::StrCat("\"", name, "\" is not among the clocksources"));
}

}  // namespace xenotime
