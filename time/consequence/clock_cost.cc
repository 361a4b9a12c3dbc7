#include "xenotime/time/consequence/clock_cost.h"

#include <initializer_list>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "xenotime/time/clocksource_rating.h"

namespace xenotime {
namespace {

constexpr int64_t kMost = 1'000'000'000;

struct Named {
  absl::string_view name;
  int64_t value;
  int64_t least;
};

absl::StatusOr<std::string> ChooseClocksource(bool unstable) {
  std::vector<Clocksource> sources;
  for (const char* name : {"tsc", "hpet", "acpi_pm", "pit"}) {
    const absl::StatusOr<Clocksource> source = KnownClocksource(name);
    if (!source.ok()) return source.status();
    sources.push_back(*source);
  }
  ClocksourceSelection selection(std::move(sources));
  if (unstable) {
    const absl::StatusOr<bool> marked = selection.MarkUnstable("tsc");
    if (!marked.ok()) return marked.status();
  }
  return selection.Best()->name;
}

}  // namespace

absl::Status CheckClockCosts(const ClockCosts& costs) {
  for (const Named& cost : std::initializer_list<Named>{
           {"tsc_read_ns", costs.tsc_read_ns, 0},
           {"exits_per_read", costs.exits_per_read, 0},
           {"exit_ns", costs.exit_ns, 0},
           {"base_ns", costs.base_ns, 1},
           {"reads_per_packet", costs.reads_per_packet, 0}}) {
    if (cost.value < cost.least || cost.value > kMost) {
      return absl::InvalidArgumentError(absl::StrCat(
          cost.name, ": ", cost.value, "; give ", cost.least, "..", kMost));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<ClockOutcome> OutcomeOfWarpTest(bool unstable,
                                               const ClockCosts& costs) {
  const absl::Status status = CheckClockCosts(costs);
  if (!status.ok()) return status;
  const absl::StatusOr<std::string> source = ChooseClocksource(unstable);
  if (!source.ok()) return source.status();
  const int64_t read_ns = *source == "tsc"
                              ? costs.tsc_read_ns
                              : costs.exits_per_read * costs.exit_ns;
  // Up to 10^27: beyond integers, and a permille needs no more than a double.
  const auto base = static_cast<double>(costs.base_ns);
  const double clocks = static_cast<double>(costs.reads_per_packet) *
                        static_cast<double>(read_ns);
  return ClockOutcome{.clocksource = *source,
                      .read_ns = read_ns,
                      .throughput_permille = static_cast<int64_t>(
                          1'000 * base / (base + clocks) + 0.5)};
}

}  // namespace xenotime
