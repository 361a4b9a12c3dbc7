#include "xenotime/cli/chain_table.h"

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "xenotime/cli/table.h"
#include "xenotime/formats/json_text.h"

namespace xenotime {
namespace {

using Json = nlohmann::ordered_json;

std::string PercentOf(const ClockOutcome& outcome) {
  return Percent(outcome.throughput_permille, 1'000);
}

Json OutcomeJson(const ClockOutcome& outcome) {
  return {{"clocksource", outcome.clocksource},
          {"read_ns", outcome.read_ns},
          {"throughput_permille", outcome.throughput_permille}};
}

}  // namespace

std::string ChainTableText(const ConsequenceTable& table,
                           const ClockCosts& costs) {
  using Align = Table::Align;
  Table text({{"FORM", Align::kLeft},
              {"SKEW"},
              {"UNSTABLE"},
              {"CLOCK", Align::kLeft},
              {"READ_NS"},
              {"THROUGHPUT"},
              {absl::StrCat("WITH ", table.fast.clocksource)},
              {absl::StrCat("WITH ", table.slow.clocksource)}});
  for (const Consequence& row : table.rows) {
    text.AddRow({row.subject, Thousands(row.skew_cycles),
                 absl::StrCat(row.unstable, "/", table.samples),
                 row.usual.clocksource, Thousands(row.usual.read_ns),
                 PercentOf(row.usual), PercentOf(table.fast),
                 PercentOf(table.slow)});
  }
  return absl::StrCat(
      text.ToString(),
      "\nSkew in cycles of the TSC. UNSTABLE: rendezvous after which a booting "
      "guest's warp test fails;\nCLOCK: its choice in most. Throughput in "
      "percent of what it is with clocks that cost nothing.\nIllustrations, "
      "not measurements: ",
      costs.tsc_read_ns, " ns for a TSC, ", costs.exits_per_read,
      " exits (published) of ", Thousands(costs.exit_ns),
      " ns for a platform timer;\n", Thousands(costs.base_ns), " ns and ",
      costs.reads_per_packet,
      " readings for a packet. Published: 1/20 of native in an extreme "
      "case.\n");
}

std::string ChainTableJson(const ConsequenceTable& table,
                           const ClockCosts& costs) {
  Json rows = Json::array();
  for (const Consequence& row : table.rows) {
    Json entry = {{"row", row.subject},
                  {"skew_cycles", row.skew_cycles},
                  {"unstable", row.unstable}};
    entry.update(OutcomeJson(row.usual));
    rows.push_back(entry);
  }
  return JsonText(Json{{"table", "chain"},
                       {"samples", table.samples},
                       {"costs",
                        {{"tsc_read_ns", costs.tsc_read_ns},
                         {"exits_per_read", costs.exits_per_read},
                         {"exit_ns", costs.exit_ns},
                         {"base_ns", costs.base_ns},
                         {"reads_per_packet", costs.reads_per_packet}}},
                       {"fast", OutcomeJson(table.fast)},
                       {"slow", OutcomeJson(table.slow)},
                       {"rows", rows}});
}

}  // namespace xenotime
