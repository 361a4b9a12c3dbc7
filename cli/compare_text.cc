#include "xenotime/cli/compare_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "xenotime/cli/behaviour_text.h"
#include "xenotime/cli/duration_text.h"
#include "xenotime/cli/figures.h"
#include "xenotime/cli/stage_text.h"
#include "xenotime/cli/table.h"
#include "xenotime/cli/verdicts.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

using Results = std::vector<const VariantResult*>;

std::vector<ExecutorKind> ExecutorsOf(const Comparison& comparison) {
  std::vector<ExecutorKind> executors;
  for (const VariantResult& result : comparison.variants) {
    const ExecutorKind kind = result.variant.executor;
    if (std::find(executors.begin(), executors.end(), kind) ==
        executors.end()) {
      executors.push_back(kind);
    }
  }
  return executors;
}

Results ResultsOf(const Comparison& comparison, ExecutorKind executor) {
  Results results;
  for (const VariantResult& result : comparison.variants) {
    if (result.variant.executor == executor) results.push_back(&result);
  }
  return results;
}

const char* ExplainSource(const Results& results) {
  for (const VariantResult* result : results) {
    if (!result->measured()) continue;
    return result->repeats[0].latency.source == LatencySource::kGuest
               ? "as the guests measured it"
               : "from the end of a wait to the dispatch";
  }
  return "there was none";
}

// What must be known to judge the figures of threads.
std::string ThreadsText(const Results& results) {
  for (const VariantResult* result : results) {
    if (result->repeats.empty()) continue;
    const ThreadsFacts& facts = result->repeats[0].threads;
    return absl::StrCat(
        ", ", Counted(facts.host_cores, "core"), ", idle ", facts.idle_mode,
        facts.pinned ? ", pinned" : "",
        facts.oversubscribed
            ? "\n  OVERSUBSCRIBED: more pCPUs than cores; latencies are not "
              "comparable"
            : "");
  }
  return "";
}

std::string Heading(const ComparisonPlan& plan, ExecutorKind executor,
                    const Results& results) {
  const uint32_t pcpus = plan.scenario.topology.pcpus();
  std::string text =
      absl::StrCat(ExecutorName(executor), ": ", Counted(pcpus, "pCPU"));
  if (executor == ExecutorKind::kThreads) {
    absl::StrAppend(&text, ThreadsText(results));
  }
  return absl::StrCat(text, "\n  wake-up latency in ns, ",
                      ExplainSource(results), "\n");
}

std::vector<std::string> Cells(const VariantResult& result) {
  std::vector<std::string> cells = {result.variant.scheduler,
                                    VwfiName(result.variant.vwfi)};
  const Figures f = FiguresOf(result);
  const std::string cpu = Percent(f.cpu.used_ns, f.cpu.available_ns);
  if (!result.measured()) {
    cells.insert(cells.end(), {"-", "-", "-", "-", "-", "-"});
  } else {
    for (int64_t ns : {f.average_ns, f.min_ns, f.median_ns.median,
                       f.median_ns.noise(), f.max_ns, f.warm_max_ns}) {
      cells.push_back(Thousands(ns));
    }
  }
  cells.insert(cells.end(), {Thousands(f.samples), Thousands(f.dropped), cpu});
  return cells;
}

std::string FigureTable(const Results& results) {
  Table table({{"SCHEDULER", Table::Align::kLeft},
               {"VWFI", Table::Align::kLeft},
               {"AVG"},
               {"MIN"},
               {"MEDIAN"},
               {"SPREAD"},
               {"MAX"},
               {"WARM MAX"},
               {"SAMPLES"},
               {"DROPPED"},
               {"CPU %"}});
  for (const VariantResult* result : results) table.AddRow(Cells(*result));
  return table.ToString();
}

StageMedians StagesOf(const VariantResult& result) {
  StageMedians medians;
  medians.labels = {result.variant.scheduler, VwfiName(result.variant.vwfi)};
  for (size_t stage = 0; stage < medians.seen.size(); ++stage) {
    std::vector<int64_t> seen;
    for (const RepeatResult& repeat : result.repeats) {
      const SampleSummary& summary = repeat.stages[stage];
      if (summary.count != 0) seen.push_back(summary.median);
    }
    medians.seen[stage] = !seen.empty();
    medians.stage_ns[stage] = SpreadOf(seen).median;
  }
  medians.total_ns = SpreadOf(result.Collect([](const RepeatResult& repeat) {
                       return repeat.stage_total.median;
                     })).median;
  for (const RepeatResult& repeat : result.repeats) {
    medians.wakes += repeat.stage_total.count;
  }
  return medians;
}

std::string StagesText(const Results& results) {
  std::vector<StageMedians> rows;
  int64_t stamp_ns = 0;
  for (const VariantResult* result : results) {
    rows.push_back(StagesOf(*result));
    for (const RepeatResult& repeat : result->repeats) {
      stamp_ns = std::max(stamp_ns, repeat.threads.stamp_cost_ns);
    }
  }
  return absl::StrCat("  ",
                      StageHeading(results[0]->variant.executor, stamp_ns),
                      StageTable({"SCHEDULER", "VWFI"}, rows));
}

std::string WarningsText(const Results& results) {
  std::vector<std::string> shown;
  std::string text;
  for (const VariantResult* result : results) {
    for (const std::string& warning : result->warnings) {
      if (std::find(shown.begin(), shown.end(), warning) != shown.end()) {
        continue;
      }
      shown.push_back(warning);
      absl::StrAppend(&text, "  warning: ", Printable(warning), "\n");
    }
  }
  return text;
}

std::string ExecutorBlock(const ComparisonPlan& plan,
                          const Comparison& comparison, ExecutorKind executor) {
  const Results results = ResultsOf(comparison, executor);
  std::string text = absl::StrCat("\n", Heading(plan, executor, results), "\n",
                                  FigureTable(results));
  const std::string behaviour = BehaviourText(results);
  if (!behaviour.empty()) absl::StrAppend(&text, "\n", behaviour);
  if (plan.stages) absl::StrAppend(&text, "\n", StagesText(results));
  const std::vector<std::string> verdicts = VerdictLines(comparison, executor);
  if (!verdicts.empty()) text += "\n";
  for (const std::string& verdict : verdicts) {
    absl::StrAppend(&text, "  ", verdict, "\n");
  }
  return text + WarningsText(results);
}

}  // namespace

std::string CompareText(const ComparisonPlan& plan,
                        const Comparison& comparison) {
  std::string text = absl::StrCat(
      Printable(plan.scenario.name), ": ", plan.repeats,
      plan.repeats == 1 ? " repeat of " : " interleaved repeats of ",
      FormatDuration(plan.scenario.duration), ", seeds from ", plan.seed, "\n");
  if (!comparison.failure.empty()) {
    absl::StrAppend(&text, "FAILED: ", comparison.failure, "\n");
  } else if (comparison.partial) {
    absl::StrAppend(&text,
                    "PARTIAL: interrupted before all repeats were done\n");
  }
  for (ExecutorKind executor : ExecutorsOf(comparison)) {
    text += ExecutorBlock(plan, comparison, executor);
  }
  absl::StrAppend(
      &text,
      "\nAVG, MEDIAN: medians over repeats. SPREAD: of MEDIAN over repeats. "
      "MIN, MAX: over all samples.\nWARM MAX: without the first ",
      Samples::kWarmUp,
      " samples of each vCPU. CPU %: of all pCPUs. Verdicts: "
      "docs/compare.md\n"
      "JAIN, MAX/MIN: of received / entitled. READY %, WASTED %: of all pCPUs; "
      "docs/report.md\n");
  return text;
}

std::string CompareCsv(const Comparison& comparison) {
  std::string text = CsvLine(
      {"executor", "scheduler", "vwfi", "repeats", "partial", "latency_source",
       "average_ns", "min_ns", "median_ns", "spread_ns", "p99_ns", "max_ns",
       "warm_max_ns", "samples", "dropped", "cpu_used_ns", "cpu_available_ns"});
  for (const VariantResult& result : comparison.variants) {
    const Variant& variant = result.variant;
    const Figures f = FiguresOf(result);
    std::vector<std::string> cells = {
        ExecutorName(variant.executor),
        variant.scheduler,
        VwfiName(variant.vwfi),
        absl::StrCat(result.repeats.size()),
        comparison.partial ? "1" : "0",
        LatencySourceName(result.repeats.empty()
                              ? LatencySource::kNone
                              : result.repeats[0].latency.source)};
    for (int64_t value :
         {f.average_ns, f.min_ns, f.median_ns.median, f.median_ns.noise(),
          f.p99_ns, f.max_ns, f.warm_max_ns, f.samples, f.dropped,
          f.cpu.used_ns, f.cpu.available_ns}) {
      cells.push_back(absl::StrCat(value));
    }
    text += CsvLine(cells);
  }
  return text;
}

}  // namespace xenotime
