#include "xenotime/cli/skew_table.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "xenotime/cli/table.h"
#include "xenotime/formats/json_text.h"
#include "xenotime/time/averages.h"

namespace xenotime {
namespace {

struct Published {
  absl::string_view row;
  absl::string_view what;
  std::optional<int64_t> skew;
};

// published.md, A1. The fourth has no number: "the skew introduced by the sync
// is gone".
constexpr Published kRows[] = {
    {"a", "TSC-sync as it was: the master keeps running", 1300},
    {"b", "with tsc1: everybody writes", 400},
    {"none", "start-up synchronisation only", 200},
    {"d", "tsc1-new: five rounds", std::nullopt},
    {"e", "today's: greatest first sample", std::nullopt},
};

std::string Number(const std::optional<int64_t>& value) {
  return value.has_value() ? Thousands(*value) : "-";
}

}  // namespace

std::vector<SkewRow> SkewRows(absl::string_view executor,
                              const std::vector<TrialSeries>& series) {
  const auto average = [&](const std::vector<int64_t>& values) {
    return executor == "sim" ? MeanOf(values) : MedianOf(values);
  };
  std::vector<SkewRow> rows;
  for (const Published& published : kRows) {
    const TrialSeries* const found = SeriesOf(series, published.row);
    if (found == nullptr) continue;
    SkewRow row;
    row.row = std::string(published.row);
    row.executor = std::string(executor);
    row.disturbed = found->disturbed;
    row.metric = "skew_cycles";
    row.published = published.skew;
    row.value = average(found->spread);
    rows.push_back(row);
    row.metric = "cost_cycles";
    row.published = std::nullopt;
    row.value = average(found->cost);
    rows.push_back(row);
  }
  return rows;
}

std::string SkewTableText(const std::vector<SkewRow>& rows) {
  using Align = Table::Align;
  Table table({{"EXECUTOR", Align::kLeft},
               {"FORM", Align::kLeft},
               {"", Align::kLeft},
               {"SKEW"},
               {"PUBLISHED"},
               {"COST"},
               {"DISTURBED"}});
  for (size_t i = 0; i + 1 < rows.size(); i += 2) {
    const auto* const what =
        std::find_if(std::begin(kRows), std::end(kRows),
                     [&](const Published& p) { return p.row == rows[i].row; });
    table.AddRow({rows[i].executor, rows[i].row, std::string(what->what),
                  Thousands(rows[i].value), Number(rows[i].published),
                  Thousands(rows[i + 1].value), Thousands(rows[i].disturbed)});
  }
  return absl::StrCat(
      table.ToString(),
      "\nCycles of the TSC. Published: Core 2 Quad, xen-devel, February 2009; "
      "a call cost 5000 to 6000.\n");
}

std::string SkewTableJson(const std::vector<SkewRow>& rows) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const SkewRow& row : rows) {
    Json entry = {{"row", row.row}, {"metric", row.metric}};
    if (row.published.has_value()) {
      entry["published"] = *row.published;
    } else {
      entry["published"] = nullptr;
    }
    entry["value"] = row.value;
    entry["executor"] = row.executor;
    entry["unit"] = "cycles";
    entry["disturbed"] = row.disturbed;
    list.push_back(entry);
  }
  return JsonText(Json{{"table", "skew"}, {"rows", list}});
}

}  // namespace xenotime
