#include "xenotime/formats/report_json.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/str_format.h"
#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/trace/metrics.h"

namespace xenotime {
namespace {

using Json = nlohmann::ordered_json;

// numerator / denominator with 3 decimals at most, null if there is none.
Json Ratio(int64_t numerator, int64_t denominator) {
  if (denominator <= 0) return nullptr;
  __extension__ using Wide = __int128;
  const Wide thousandths =
      (Wide{numerator} * 2000 + denominator) / (Wide{denominator} * 2);
  return static_cast<double>(static_cast<int64_t>(thousandths)) / 1000;
}

// How often vCPUs left a pCPU, by reason; they do not leave it for others.
Json LeftJson(const std::array<int64_t, kSwitchReasons>& left) {
  Json json = Json::object();
  for (SwitchReason reason :
       {SwitchReason::kBlocked, SwitchReason::kOffline, SwitchReason::kParked,
        SwitchReason::kMigrating, SwitchReason::kYielded, SwitchReason::kSlice,
        SwitchReason::kPreempted}) {
    json[SwitchReasonName(reason)] = left[static_cast<size_t>(reason)];
  }
  return json;
}

Json CountsJson(const Report& report) {
  int64_t dispatches = 0, migrations = 0, yields = 0, wakes = 0, steals = 0;
  std::array<int64_t, kSwitchReasons> left = {};
  for (const VcpuMetrics& v : report.metrics.vcpus) {
    dispatches += v.dispatches;
    migrations += v.migrations;
    yields += v.yields;
    steals += v.steals;
    for (size_t i = 0; i < left.size(); ++i) left[i] += v.left[i];
    wakes += static_cast<int64_t>(v.wake_to_run.values().size());
  }
  return {{"schedule_calls", report.schedule_calls},
          {"switches", report.metrics.switches},
          {"dispatches", dispatches},
          {"migrations", migrations},
          {"steals", steals},
          {"wakes", wakes},
          {"yields", yields},
          {"left", LeftJson(left)}};
}

Json TotalsJson(const RunMetrics& metrics) {
  int64_t run_ns = 0, idle_ns = 0;
  for (const VcpuMetrics& v : metrics.vcpus) run_ns += v.run_ns;
  for (int64_t ns : metrics.pcpu_idle_ns) idle_ns += ns;
  return {{"run_ns", run_ns},
          {"idle_ns", idle_ns},
          {"nonworkconserving_ns", metrics.nonworkconserving_ns},
          {"nonworkconserving_max_ns", metrics.nonworkconserving_max_ns},
          {"wasted_pcpu_ns", metrics.wasted_pcpu_ns}};
}

Json FairnessJson(const Fairness& fairness) {
  if (fairness.jain_ppm == 0) return nullptr;
  return {{"jain_ppm", fairness.jain_ppm},
          {"max_over_min_ppm", fairness.max_over_min_ppm < 0
                                   ? nullptr
                                   : Json(fairness.max_over_min_ppm)}};
}

Json VcpuJson(const VcpuMetrics& v, const ReportJsonOptions& options) {
  Json runstates = Json::object();
  for (int i = 0; i < kRunStates; ++i) {
    runstates[RunStateName(static_cast<RunState>(i))] = v.runstate_ns[i];
  }
  return {{"vcpu", v.name.ToString()},
          {"domain", v.name.domain},
          {"index", v.name.index},
          {"run_ns", v.run_ns},
          {"progress_ns", v.progress_ns},
          {"entitled_ns", v.entitled_ns},
          {"share", Ratio(v.run_ns, v.entitled_ns)},
          {"dispatches", v.dispatches},
          {"migrations", v.migrations},
          {"steals", v.steals},
          {"yields", v.yields},
          {"left", LeftJson(v.left)},
          {"runstate_ns", runstates},
          {"waits", SamplesJson(v.waits, options)},
          {"wake_to_run", SamplesJson(v.wake_to_run, options)},
          {"guest_samples", SamplesJson(v.guest_samples, options)}};
}

Json VcpusJson(const Report& report, const ReportJsonOptions& options) {
  Json vcpus = Json::array();
  for (const VcpuMetrics& v : report.metrics.vcpus) {
    vcpus.push_back(VcpuJson(v, options));
  }
  return vcpus;
}

Json PcpusJson(const RunMetrics& metrics) {
  Json pcpus = Json::array();
  for (size_t p = 0; p < metrics.pcpu_idle_ns.size(); ++p) {
    pcpus.push_back(Json{{"pcpu", p}, {"idle_ns", metrics.pcpu_idle_ns[p]}});
  }
  return pcpus;
}

Json CapErrorJson(const CapError& error) {
  if (error.window_ns == 0) return nullptr;
  const auto percent = [&](int64_t ns) {
    const Json magnitude = Ratio((ns < 0 ? -ns : ns) * 100, error.allowed_ns);
    return ns < 0 && magnitude.is_number() ? Json(-magnitude.get<double>())
                                           : magnitude;
  };
  return {{"window_ns", error.window_ns},
          {"windows", error.windows},
          {"allowed_ns", error.allowed_ns},
          {"mean_ns", error.mean_ns()},
          {"mean_percent", percent(error.mean_ns())},
          {"max_over_ns", error.max_over_ns},
          {"max_over_percent", percent(error.max_over_ns)},
          {"max_under_ns", error.max_under_ns},
          {"max_under_percent", percent(error.max_under_ns)}};
}

// What the trace says of the domain; zeros if it was not asked.
DomainMetrics MetricsOf(const RunMetrics& metrics, uint32_t number) {
  for (const DomainMetrics& domain : metrics.domains) {
    if (domain.number == number) return domain;
  }
  return {.number = number};
}

Json DomainsJson(const Report& report) {
  Json domains = Json::array();
  for (const Report::DomainFacts& d : report.domains) {
    int64_t run_ns = 0;
    for (const VcpuMetrics& v : report.metrics.vcpus) {
      if (v.name.domain == d.number) run_ns += v.run_ns;
    }
    const DomainMetrics folded = MetricsOf(report.metrics, d.number);
    domains.push_back(Json{{"domain", d.number},
                           {"weight", d.weight},
                           {"cap", d.cap},
                           {"run_ns", run_ns},
                           {"pcpus_used", Ratio(run_ns, report.duration.ns())},
                           {"entitled_ns", folded.entitled_ns},
                           {"share", Ratio(run_ns, folded.entitled_ns)},
                           {"runnable_ns", folded.runnable_ns},
                           {"cap_error", CapErrorJson(folded.cap)}});
  }
  return domains;
}

Json StageJson(const std::string& name, const Samples& samples,
               const ReportJsonOptions& options) {
  return {{"stage", name}, {"latency", SamplesJson(samples, options)}};
}

// The stages that occurred, then their sum.
Json StagesJson(const RunMetrics& metrics, const ReportJsonOptions& options) {
  Json stages = Json::array();
  if (metrics.stage_total.empty()) return stages;
  for (int i = 0; i < kWakeStages; ++i) {
    if (metrics.stages[i].empty()) continue;
    stages.push_back(StageJson(WakeStageName(static_cast<WakeStage>(i)),
                               metrics.stages[i], options));
  }
  stages.push_back(StageJson("total", metrics.stage_total, options));
  return stages;
}

Json PoolsJson(const Report& report) {
  Json pools = Json::array();
  for (const Report::PoolFacts& pool : report.pools) {
    pools.push_back(Json{{"pool", pool.number}, {"scheduler", pool.scheduler}});
  }
  return pools;
}

Json SimJson(const SimFacts& sim) {
  return {{"events", sim.events},
          {"cpu_ns", sim.cpu_ns},
          {"cpu_ns_per_event", Ratio(sim.cpu_ns, sim.events)}};
}

Json ThreadsJson(const ThreadsFacts& threads) {
  return {{"idle_mode", threads.idle_mode},
          {"host_cores", threads.host_cores},
          {"pinned", threads.pinned},
          {"oversubscribed", threads.oversubscribed},
          {"host_steal_ns", threads.host_steal_ns},
          {"deschedules", threads.deschedules},
          {"dropped_samples", threads.dropped_samples},
          {"stamp_cost_ns", threads.stamp_cost_ns},
          {"lost_records", threads.lost_records}};
}

}  // namespace

Json SamplesJson(const Samples& samples, const ReportJsonOptions& options) {
  const SampleSummary s = samples.Summarize();
  Json json = {
      {"count", s.count},      {"min_ns", s.min}, {"average_ns", s.average},
      {"median_ns", s.median}, {"p90_ns", s.p90}, {"p99_ns", s.p99},
      {"p999_ns", s.p999},     {"max_ns", s.max}, {"warm_max_ns", s.warm_max}};
  if (options.raw_samples) json["samples_ns"] = samples.values();
  return json;
}

Json ReportJson(const Report& report, const ReportJsonOptions& options) {
  const bool sim = report.executor == ExecutorKind::kSim;
  Json json;
  json["schema_version"] = kReportSchemaVersion;
  json["scenario"] = report.scenario;
  json["scheduler"] = report.scheduler;
  json["pools"] = PoolsJson(report);
  json["vwfi"] = report.vwfi;
  json["executor"] = ExecutorName(report.executor);
  json["seed"] = report.seed;
  json["duration_ns"] = report.duration.ns();
  json["partial"] = report.partial;
  json["failure"] =
      report.failure.empty() ? Json(nullptr) : Json(report.failure);
  json["trace_hash"] =
      sim ? Json(absl::StrFormat("%016x", report.trace_hash)) : Json(nullptr);
  json["counts"] = CountsJson(report);
  json["totals"] = TotalsJson(report.metrics);
  json["fairness"] = FairnessJson(report.metrics.fairness);
  json["vcpus"] = VcpusJson(report, options);
  json["pcpus"] = PcpusJson(report.metrics);
  json["domains"] = DomainsJson(report);
  json["stages"] = StagesJson(report.metrics, options);
  if (sim) json["sim"] = SimJson(report.sim);
  if (!sim) json["threads"] = ThreadsJson(report.threads);
  json["remarks"] = report.metrics.remarks;
  json["warnings"] = report.warnings;
  return json;
}

}  // namespace xenotime
