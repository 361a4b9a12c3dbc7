#include "xenotime/cli/report_text.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "xenotime/cli/latency.h"
#include "xenotime/cli/metrics_text.h"
#include "xenotime/cli/stage_text.h"
#include "xenotime/cli/statistics.h"
#include "xenotime/cli/table.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

// " (pool 1: null, pool 2: credit)".
std::string PoolsText(const Report& report) {
  if (report.pools.empty()) return "";
  return absl::StrCat(
      " (",
      absl::StrJoin(report.pools, ", ",
                    [](std::string* out, const Report::PoolFacts& pool) {
                      absl::StrAppend(out, "pool ", pool.number, ": ",
                                      pool.scheduler);
                    }),
      ")");
}

std::string HeadingText(const Report& report,
                        const std::string& scenario_hash) {
  std::string text = absl::StrCat(
      Printable(report.scenario), ": scheduler ", report.scheduler,
      PoolsText(report), ", vwfi ", report.vwfi, ", executor ",
      ExecutorName(report.executor), ", seed ", report.seed, "\n",
      Thousands(report.duration.ns()), " ns ",
      report.executor == ExecutorKind::kSim ? "simulated" : "elapsed",
      ", scenario ", scenario_hash, "\n");
  if (!report.failure.empty()) {
    absl::StrAppend(&text, "FAILED: ", report.failure, "\n");
  } else if (report.partial) {
    text += "PARTIAL: the run ended before the end of the scenario\n";
  }
  return text;
}

// The latencies of one vCPU, its own measurements before those of the trace.
SampleSummary LatencyOfVcpu(const VcpuMetrics& vcpu) {
  return vcpu.guest_samples.empty() ? vcpu.wake_to_run.Summarize()
                                    : vcpu.guest_samples.Summarize();
}

std::string VcpuTable(const Report& report) {
  Table table({{"VCPU", Table::Align::kLeft},
               {"RUN %"},
               {"DISPATCHES"},
               {"MIGRATIONS"},
               {"WAKES"},
               {"LAT MIN"},
               {"AVG"},
               {"MEDIAN"},
               {"P99"},
               {"MAX ns"}});
  for (const VcpuMetrics& vcpu : report.metrics.vcpus) {
    std::vector<std::string> cells = {
        vcpu.name.ToString(), Percent(vcpu.run_ns, report.duration.ns()),
        Thousands(vcpu.dispatches), Thousands(vcpu.migrations),
        Thousands(static_cast<int64_t>(vcpu.wake_to_run.values().size()))};
    const SampleSummary s = LatencyOfVcpu(vcpu);
    for (int64_t ns : {s.min, s.average, s.median, s.p99, s.max}) {
      cells.push_back(s.count == 0 ? "-" : Thousands(ns));
    }
    table.AddRow(std::move(cells));
  }
  return absl::StrCat("\n", table.ToString());
}

// Above this many pCPUs, one line stands for the table.
constexpr size_t kManyPcpus = 32;

std::string PcpuLine(const Report& report) {
  const Spread idle = SpreadOf(report.metrics.pcpu_idle_ns);
  const auto percent = [&](int64_t ns) {
    return Percent(ns, report.duration.ns());
  };
  return absl::StrCat("\n", Counted(idle.count, "pCPU"),
                      ", idle %: ", percent(idle.min), " at least, ",
                      percent(idle.median), " median, ", percent(idle.max),
                      " at most\n");
}

std::string PcpuTable(const Report& report) {
  if (report.metrics.pcpu_idle_ns.size() > kManyPcpus) return PcpuLine(report);
  const bool threads = report.executor == ExecutorKind::kThreads;
  std::vector<Table::Column> columns = {{"PCPU", Table::Align::kLeft},
                                        {"IDLE %"}};
  if (threads) {
    columns.push_back({"HOST STEAL ns"});
    columns.push_back({"DESCHEDULED"});
  }
  Table table(std::move(columns));
  const auto at = [](const std::vector<int64_t>& values, size_t i) {
    return i < values.size() ? Thousands(values[i]) : "-";
  };
  for (size_t p = 0; p < report.metrics.pcpu_idle_ns.size(); ++p) {
    table.AddRow({absl::StrCat(p),
                  Percent(report.metrics.pcpu_idle_ns[p], report.duration.ns()),
                  at(report.threads.host_steal_ns, p),
                  at(report.threads.deschedules, p)});
  }
  return absl::StrCat("\n", table.ToString());
}

std::string StagesText(const Report& report) {
  if (report.metrics.stage_total.empty()) return "";
  StageMedians row;
  for (size_t stage = 0; stage < row.seen.size(); ++stage) {
    const SampleSummary summary = report.metrics.stages[stage].Summarize();
    row.seen[stage] = summary.count != 0;
    row.stage_ns[stage] = summary.median;
  }
  const SampleSummary total = report.metrics.stage_total.Summarize();
  row.total_ns = total.median;
  row.wakes = total.count;
  return absl::StrCat(
      "\n", StageHeading(report.executor, report.threads.stamp_cost_ns),
      StageTable({}, {row}));
}

std::string TotalsText(const Report& report) {
  const CpuUse use = CpuUseOf(report);
  return absl::StrCat(
      "\ntotal: ", Percent(use.used_ns, use.available_ns),
      " % of all pCPUs used, ", Thousands(report.metrics.switches),
      " switches, ", Thousands(report.schedule_calls), " decisions\n",
      "some pCPU idle while a vCPU waited: ",
      Thousands(report.metrics.nonworkconserving_ns), " ns, at most ",
      Thousands(report.metrics.nonworkconserving_max_ns),
      " ns at a time; wasted in all: ",
      Percent(report.metrics.wasted_pcpu_ns, use.available_ns),
      " % of all pCPUs\n");
}

std::string SimText(const Report& report) {
  const SimFacts& sim = report.sim;
  const double per_event =
      sim.events == 0
          ? 0
          : static_cast<double>(sim.cpu_ns) / static_cast<double>(sim.events);
  return absl::StrFormat(
      "simulation: %s events, %.1f ns of CPU time each, %s ns in all; trace "
      "hash %016x\n",
      Thousands(sim.events), per_event, Thousands(sim.cpu_ns),
      report.trace_hash);
}

std::string ThreadsText(const Report& report) {
  const ThreadsFacts& facts = report.threads;
  std::string text =
      absl::StrCat("threads: ", Counted(facts.host_cores, "core"), ", idle ",
                   facts.idle_mode, facts.pinned ? ", pinned" : ", not pinned",
                   "; ", Thousands(facts.dropped_samples), " samples dropped, ",
                   Thousands(facts.lost_records), " trace records lost\n");
  if (facts.oversubscribed) {
    text +=
        "OVERSUBSCRIBED: more pCPUs than cores; latencies are not "
        "comparable\n";
  }
  return text;
}

}  // namespace

std::string ReportText(const Report& report, const std::string& scenario_hash,
                       bool all_metrics) {
  std::string text = absl::StrCat(
      HeadingText(report, scenario_hash), VcpuTable(report), PcpuTable(report),
      StagesText(report), DomainsText(report),
      all_metrics ? AllMetricsText(report) : "", TotalsText(report),
      report.executor == ExecutorKind::kSim ? SimText(report)
                                            : ThreadsText(report));
  for (const std::string& warning : report.warnings) {
    absl::StrAppend(&text, "warning: ", Printable(warning), "\n");
  }
  for (const std::string& remark : report.metrics.remarks) {
    absl::StrAppend(&text, "remark: ", remark, "\n");
  }
  return text;
}

std::string ReportCsv(const Report& report) {
  std::string text =
      CsvLine({"vcpu", "run_ns", "dispatches", "migrations", "wakes", "yields",
               "latency_source", "samples", "min_ns", "average_ns", "median_ns",
               "p99_ns", "max_ns", "warm_max_ns"});
  for (const VcpuMetrics& vcpu : report.metrics.vcpus) {
    std::vector<std::string> cells = {vcpu.name.ToString()};
    for (int64_t value :
         {vcpu.run_ns, vcpu.dispatches, vcpu.migrations,
          static_cast<int64_t>(vcpu.wake_to_run.values().size()),
          vcpu.yields}) {
      cells.push_back(absl::StrCat(value));
    }
    const SampleSummary s = LatencyOfVcpu(vcpu);
    cells.push_back(LatencySourceName(s.count == 0 ? LatencySource::kNone
                                      : vcpu.guest_samples.empty()
                                          ? LatencySource::kWakeToRun
                                          : LatencySource::kGuest));
    for (int64_t value :
         {s.count, s.min, s.average, s.median, s.p99, s.max, s.warm_max}) {
      cells.push_back(absl::StrCat(value));
    }
    text += CsvLine(cells);
  }
  return text;
}

}  // namespace xenotime
