#include "xenotime/cli/metrics_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "xenotime/cli/table.h"
#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/trace/metrics.h"

namespace xenotime {
namespace {

// Above this many, one line stands for the table.
constexpr size_t kManyDomains = 32;

// A signed share of `whole` in percent.
std::string SignedPercent(int64_t part, int64_t whole) {
  return absl::StrCat(part < 0 ? "-" : "", Percent(std::abs(part), whole));
}

// Parts per million as "0.998".
std::string Thousandths(int64_t ppm) {
  return absl::StrFormat("%d.%03d", ppm / 1'000'000, ppm / 1000 % 1000);
}

const Report::DomainFacts* FactsOf(const Report& report, uint32_t number) {
  for (const Report::DomainFacts& facts : report.domains) {
    if (facts.number == number) return &facts;
  }
  return nullptr;
}

std::string DomainTable(const Report& report) {
  Table table({{"DOMAIN", Table::Align::kLeft},
               {"WEIGHT"},
               {"CAP %"},
               {"RUN %"},
               {"ENTITLED %"},
               {"SHARE %"},
               {"READY %"},
               {"CAP ERR %"},
               {"MAX OVER"},
               {"MAX UNDER"}});
  const int64_t duration = report.duration.ns();
  for (const DomainMetrics& d : report.metrics.domains) {
    const Report::DomainFacts* facts = FactsOf(report, d.number);
    std::vector<std::string> cells = {absl::StrCat(d.number)};
    cells.push_back(facts == nullptr ? "-" : absl::StrCat(facts->weight));
    cells.push_back(
        facts == nullptr || facts->cap == 0 ? "-" : absl::StrCat(facts->cap));
    cells.push_back(Percent(d.run_ns, duration));
    cells.push_back(Percent(d.entitled_ns, duration));
    cells.push_back(Percent(d.run_ns, d.entitled_ns));
    cells.push_back(Percent(d.runnable_ns, duration));
    if (d.cap.windows != 0) {
      for (int64_t ns :
           {d.cap.mean_ns(), d.cap.max_over_ns, d.cap.max_under_ns}) {
        cells.push_back(SignedPercent(ns, d.cap.allowed_ns));
      }
    }
    table.AddRow(std::move(cells));
  }
  return absl::StrCat("\n", table.ToString());
}

std::string FairnessLine(const RunMetrics& metrics) {
  if (metrics.fairness.jain_ppm == 0) return "";
  const int64_t ratio = metrics.fairness.max_over_min_ppm;
  return absl::StrCat("fairness of the domains: Jain's index ",
                      Thousandths(metrics.fairness.jain_ppm),
                      ", best to worst progress ",
                      ratio < 0 ? "without limit" : Thousandths(ratio), "\n");
}

std::string WaitsLine(const RunMetrics& metrics) {
  Samples waits;
  int64_t steals = 0;
  int64_t preempted = 0;
  for (const VcpuMetrics& vcpu : metrics.vcpus) {
    waits.Append(vcpu.waits);
    steals += vcpu.steals;
    preempted += vcpu.left[static_cast<size_t>(SwitchReason::kPreempted)];
  }
  const SampleSummary s = waits.Summarize();
  return absl::StrCat("waits while runnable: ", Thousands(s.count), ", median ",
                      Thousands(s.median), ", p99 ", Thousands(s.p99), ", max ",
                      Thousands(s.max), " ns; ", Thousands(preempted),
                      " preemptions, ", Thousands(steals), " steals\n");
}

std::string ShareTable(const Report& report) {
  Table table({{"VCPU", Table::Align::kLeft},
               {"RUN %"},
               {"ENTITLED %"},
               {"SHARE %"},
               {"READY %"},
               {"BLOCKED %"},
               {"OFFLINE %"},
               {"READY ns"},
               {"MIGRATIONS"},
               {"STEALS"}});
  const int64_t duration = report.duration.ns();
  for (const VcpuMetrics& v : report.metrics.vcpus) {
    const auto in = [&](RunState state) {
      return v.runstate_ns[static_cast<size_t>(state)];
    };
    table.AddRow({v.name.ToString(), Percent(v.run_ns, duration),
                  Percent(v.entitled_ns, duration),
                  Percent(v.run_ns, v.entitled_ns),
                  Percent(in(RunState::kRunnable), duration),
                  Percent(in(RunState::kBlocked), duration),
                  Percent(in(RunState::kOffline), duration),
                  Thousands(in(RunState::kRunnable)), Thousands(v.migrations),
                  Thousands(v.steals)});
  }
  return absl::StrCat("\nshares\n", table.ToString());
}

std::string SamplesTable(const RunMetrics& metrics, const char* title,
                         Samples VcpuMetrics::*samples) {
  Table table({{"VCPU", Table::Align::kLeft},
               {"COUNT"},
               {"AVG"},
               {"MEDIAN"},
               {"P90"},
               {"P99"},
               {"P99.9"},
               {"MAX ns"}});
  for (const VcpuMetrics& v : metrics.vcpus) {
    const SampleSummary s = (v.*samples).Summarize();
    std::vector<std::string> cells = {v.name.ToString(), Thousands(s.count)};
    for (int64_t ns : {s.average, s.median, s.p90, s.p99, s.p999, s.max}) {
      cells.push_back(s.count == 0 ? "-" : Thousands(ns));
    }
    table.AddRow(std::move(cells));
  }
  return absl::StrCat("\n", title, "\n", table.ToString());
}

std::string LeftTable(const RunMetrics& metrics) {
  Table table({{"VCPU", Table::Align::kLeft},
               {"BLOCKED"},
               {"OFFLINE"},
               {"PARKED"},
               {"MIGRATING"},
               {"YIELDED"},
               {"SLICE"},
               {"PREEMPTED"}});
  const auto row = [&](const std::string& name, const auto& left) {
    std::vector<std::string> cells = {name};
    for (auto i = static_cast<size_t>(SwitchReason::kBlocked);
         i <= static_cast<size_t>(SwitchReason::kPreempted); ++i) {
      cells.push_back(Thousands(left[i]));
    }
    table.AddRow(std::move(cells));
  };
  std::array<int64_t, kSwitchReasons> total = {};
  for (const VcpuMetrics& v : metrics.vcpus) {
    row(v.name.ToString(), v.left);
    for (size_t i = 0; i < total.size(); ++i) total[i] += v.left[i];
  }
  row("all", total);
  return absl::StrCat("\nwhy vCPUs left their pCPUs\n", table.ToString());
}

std::string CapTable(const RunMetrics& metrics) {
  Table table({{"DOMAIN", Table::Align::kLeft},
               {"WINDOW ns"},
               {"WINDOWS"},
               {"ALLOWED ns"},
               {"MEAN ERROR ns"},
               {"MAX OVER ns"},
               {"MAX UNDER ns"}});
  for (const DomainMetrics& d : metrics.domains) {
    if (d.cap.window_ns == 0) continue;
    table.AddRow({absl::StrCat(d.number), Thousands(d.cap.window_ns),
                  Thousands(d.cap.windows), Thousands(d.cap.allowed_ns),
                  Thousands(d.cap.mean_ns()), Thousands(d.cap.max_over_ns),
                  Thousands(d.cap.max_under_ns)});
  }
  return table.empty() ? "" : absl::StrCat("\ncaps\n", table.ToString());
}

}  // namespace

std::string DomainsText(const Report& report) {
  const RunMetrics& metrics = report.metrics;
  if (metrics.domains.empty()) return "";
  return absl::StrCat(
      metrics.domains.size() > kManyDomains ? "" : DomainTable(report), "\n",
      FairnessLine(metrics), WaitsLine(metrics));
}

std::string AllMetricsText(const Report& report) {
  const RunMetrics& metrics = report.metrics;
  return absl::StrCat(
      metrics.domains.size() > kManyDomains ? DomainTable(report) : "",
      ShareTable(report),
      SamplesTable(metrics, "waits while runnable", &VcpuMetrics::waits),
      SamplesTable(metrics, "from the end of a wait to the dispatch",
                   &VcpuMetrics::wake_to_run),
      LeftTable(metrics), CapTable(metrics));
}

}  // namespace xenotime
