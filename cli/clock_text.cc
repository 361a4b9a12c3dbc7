#include "xenotime/cli/clock_text.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "xenotime/cli/clock_words.h"
#include "xenotime/cli/table.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/time/survey/host_cpus.h"
#include "xenotime/time/survey/read_cost.h"

namespace xenotime {
namespace {

using Align = Table::Align;

// Thousandths with one decimal: "12.3".
std::string Tenths(int64_t thousandths) {
  const int64_t tenths = (thousandths + 50) / 100;
  return absl::StrCat(Thousands(tenths / 10), ".", tenths % 10);
}

std::string HostText(const ClockSurvey& survey) {
  const HostCpus& host = survey.host;
  std::string text = absl::StrCat(
      host.model.empty() ? "unknown model" : host.model, ", ",
      Counted(host.count, "CPU"), " in ", Counted(host.sockets, "socket"));
  if (survey.configured > host.count) {
    absl::StrAppend(&text, ", ", survey.configured, " possible");
  }
  if (survey.cpus.size() != host.count) {
    absl::StrAppend(&text, "; surveyed: ", absl::StrJoin(survey.cpus, " "));
  }
  return absl::StrCat(text, "\n");
}

std::string TscText(const ClockSurvey& survey) {
  std::vector<absl::string_view> there, missing;
  for (const absl::string_view flag : TimeFlags()) {
    (survey.host.Has(flag) ? there : missing).push_back(flag);
  }
  const auto quality = [](std::string* out, const QualityWord& word) {
    absl::StrAppend(out, word.name, word.up ? " yes" : " no (");
    if (!word.up) absl::StrAppend(out, *word.why_not, ")");
  };
  return absl::StrCat(
      "TSC:      ", absl::StrFormat("%.3f", survey.tsc_hz / 1e6), " MHz\n",
      "Flags:    ", absl::StrJoin(there, " "), "\n",
      "Without:  ", missing.empty() ? "-" : absl::StrJoin(missing, " "), "\n",
      "Quality:  ", absl::StrJoin(QualityWords(survey), ", ", quality), "\n");
}

std::string ReadsText(const ClockSurvey& survey) {
  Table table({{"READ", Align::kLeft}, {"TICKS"}, {"NS"}});
  for (const ReadCost& cost : survey.reads) {
    table.AddRow({std::string(NameOf(cost.read)), Tenths(cost.milliticks),
                  Tenths(Picoseconds(cost.milliticks, survey.tsc_hz))});
  }
  return table.ToString();
}

std::string PairsText(const ClockSurvey& survey) {
  if (survey.cpus.size() < 2) {
    return "One CPU: no pairs, and nobody to meet in a rendezvous. No warp "
           "test ran:\n\"reliable\" is what the flags say.\n";
  }
  Table table({{"CPUS", Align::kLeft},
               {"LINE"},
               {"LEAST"},
               {"NS"},
               {"WARPS"},
               {"MAX WARP"}});
  for (const PairSurvey& pair : survey.pairs) {
    const int64_t ticks = pair.line.median_ticks;
    table.AddRow({absl::StrCat(pair.first, "-", pair.second), Thousands(ticks),
                  Thousands(pair.line.least_ticks),
                  Tenths(Picoseconds(1'000 * ticks, survey.tsc_hz)),
                  Thousands(static_cast<int64_t>(pair.warp.warps)),
                  Thousands(static_cast<int64_t>(pair.warp.max_warp))});
  }
  return table.ToString();
}

std::string RendezvousText(const ClockSurvey& survey) {
  Table table({{"XEN OPTION", Align::kLeft},
               {"RENDEZVOUS", Align::kLeft},
               {"COST"},
               {"", Align::kLeft}});
  std::string notes;
  for (const RendezvousSurvey& entry : survey.rendezvous) {
    table.AddRow(
        {entry.clocksource_tsc ? "clocksource=tsc" : "(none)",
         absl::StrCat(NameOf(entry.form), " (",
                      std::string(1, LetterOf(entry.form)), ")"),
         entry.left.has_value() ? Thousands(entry.left->cost_ticks) : "-",
         LeavesWhat(entry)});
    if (!entry.refused.empty()) {
      absl::StrAppend(&notes, "clocksource=tsc: ", entry.refused, "\n");
    }
  }
  return absl::StrCat(table.ToString(), notes);
}

}  // namespace

std::string ClockText(const ClockSurvey& survey) {
  return absl::StrCat(
      HostText(survey), TscText(survey), "\n", ReadsText(survey), "\n",
      PairsText(survey), "\n", RendezvousText(survey), "\n",
      "Ticks of the TSC, medians. LINE: one way of a cache line. MAX WARP: the "
      "skew less\nthe least time in which a lock changes hands, of 20 ms. "
      "More: "
      "docs/clock.md.\n",
      survey.partial ? "Interrupted: pairs are missing.\n" : "");
}

}  // namespace xenotime
