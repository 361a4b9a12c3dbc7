#include "xenotime/cli/behaviour_text.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_format.h"
#include "xenotime/cli/statistics.h"
#include "xenotime/cli/table.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

bool IsKnown(const VariantResult& result) {
  return std::any_of(result.repeats.begin(), result.repeats.end(),
                     [](const RepeatResult& r) { return r.behaviour.known; });
}

// Parts per million as "0.998"; "-" if there are none.
std::string Thousandths(int64_t ppm) {
  if (ppm <= 0) return "-";
  return absl::StrFormat("%d.%03d", ppm / 1'000'000, ppm / 1000 % 1000);
}

std::vector<std::string> Cells(const VariantResult& result) {
  std::vector<std::string> cells = {result.variant.scheduler,
                                    VwfiName(result.variant.vwfi)};
  if (!IsKnown(result)) return cells;
  const auto median = [&](int64_t Behaviour::*figure) {
    return SpreadOf(result.Collect([figure](const RepeatResult& repeat) {
             return repeat.behaviour.*figure;
           }))
        .median;
  };
  const int64_t available =
      SpreadOf(result.Collect([](const RepeatResult& repeat) {
        return repeat.cpu.available_ns;
      })).median;
  cells.push_back(Thousandths(median(&Behaviour::jain_ppm)));
  cells.push_back(Thousandths(median(&Behaviour::max_over_min_ppm)));
  cells.push_back(Percent(median(&Behaviour::ready_ns), available));
  cells.push_back(Thousands(median(&Behaviour::wait_p99_ns)));
  cells.push_back(Thousands(median(&Behaviour::wait_max_ns)));
  cells.push_back(Thousands(median(&Behaviour::migrations)));
  cells.push_back(Thousands(median(&Behaviour::steals)));
  cells.push_back(Thousands(median(&Behaviour::preemptions)));
  cells.push_back(Percent(median(&Behaviour::wasted_pcpu_ns), available));
  return cells;
}

}  // namespace

std::string BehaviourText(const std::vector<const VariantResult*>& results) {
  if (std::none_of(results.begin(), results.end(),
                   [](const auto* result) { return IsKnown(*result); })) {
    return "";
  }
  Table table({{"SCHEDULER", Table::Align::kLeft},
               {"VWFI", Table::Align::kLeft},
               {"JAIN"},
               {"MAX/MIN"},
               {"READY %"},
               {"WAIT P99"},
               {"MAX ns"},
               {"MIGRATIONS"},
               {"STEALS"},
               {"PREEMPTED"},
               {"WASTED %"}});
  for (const VariantResult* result : results) table.AddRow(Cells(*result));
  return "  progress of the domains, waits while runnable, and moves: medians "
         "over repeats\n" +
         table.ToString();
}

}  // namespace xenotime
