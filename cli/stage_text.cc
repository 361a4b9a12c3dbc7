#include "xenotime/cli/stage_text.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "xenotime/cli/table.h"

namespace xenotime {
namespace {

// kInterrupt is time zero, not a stage that takes time.
constexpr int kFirst = static_cast<int>(WakeStage::kInterrupt) + 1;

bool AnySeen(const std::vector<StageMedians>& rows, int stage) {
  return std::any_of(rows.begin(), rows.end(), [&](const StageMedians& row) {
    return row.seen[static_cast<size_t>(stage)];
  });
}

}  // namespace

std::string StageHeading(ExecutorKind executor, int64_t stamp_cost_ns) {
  return absl::StrCat(
      "stages of a wake-up, medians in ns; ",
      executor == ExecutorKind::kSim
          ? "stamps cost nothing in the simulation"
          : absl::StrCat("each stamp costs ", stamp_cost_ns, " ns"),
      "\n");
}

std::string StageTable(const std::vector<std::string>& headings,
                       const std::vector<StageMedians>& rows) {
  std::vector<Table::Column> columns;
  for (const std::string& heading : headings) {
    columns.push_back({heading, Table::Align::kLeft});
  }
  std::vector<int> stages;
  for (int stage = kFirst; stage < kWakeStages; ++stage) {
    if (!AnySeen(rows, stage)) continue;
    stages.push_back(stage);
    columns.push_back({WakeStageName(static_cast<WakeStage>(stage))});
  }
  columns.push_back({"total"});
  columns.push_back({"wakes"});

  Table table(std::move(columns));
  for (const StageMedians& row : rows) {
    std::vector<std::string> cells = row.labels;
    for (int stage : stages) {
      const auto i = static_cast<size_t>(stage);
      cells.push_back(row.seen[i] ? Thousands(row.stage_ns[i]) : "-");
    }
    cells.push_back(row.wakes == 0 ? "-" : Thousands(row.total_ns));
    cells.push_back(Thousands(row.wakes));
    table.AddRow(std::move(cells));
  }
  return table.ToString();
}

}  // namespace xenotime
