#include "xenotime/formats/golden_trace.h"

#include <cstdint>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "xenotime/scheduler/trace/metrics.h"
#include "xenotime/scheduler/trace/samples.h"

namespace xenotime {
namespace {

// Runs of many domains on many pCPUs overflow 64 bits in run * 100'000.
__extension__ using Wide = __int128;

// 100 * run / duration as "181.780".
std::string PercentOfOnePcpu(int64_t run_ns, int64_t duration_ns) {
  if (duration_ns <= 0) return "0.000";
  const Wide scaled = Wide{run_ns} * 100'000;
  const int64_t thousandths = static_cast<int64_t>((2 * scaled + duration_ns) /
                                                   (2 * Wide{duration_ns}));
  return absl::StrFormat("%d.%03d", thousandths / 1000, thousandths % 1000);
}

void AppendVcpus(const RunMetrics& metrics, std::string* out) {
  for (const VcpuMetrics& v : metrics.vcpus) {
    const SampleSummary latency = v.wake_to_run.Summarize();
    absl::StrAppend(out, "vcpu ", v.name.ToString(), " ", v.run_ns, " ");
    absl::StrAppend(out, v.dispatches, " ", v.migrations, " ", latency.count);
    absl::StrAppend(out, " ", latency.min, " ", latency.average, " ",
                    latency.max, " ", v.yields, "\n");
  }
}

int64_t RunOfDomain(const RunMetrics& metrics, uint32_t number) {
  int64_t run_ns = 0;
  for (const VcpuMetrics& v : metrics.vcpus) {
    if (v.name.domain == number) run_ns += v.run_ns;
  }
  return run_ns;
}

void AppendDomains(const Report& report, std::string* out) {
  for (const Report::DomainFacts& d : report.domains) {
    const int64_t run_ns = RunOfDomain(report.metrics, d.number);
    absl::StrAppend(out, "domain ", d.number, " weight=", d.weight,
                    " cap=", d.cap, " run_ns=", run_ns, " pct_of_one_pcpu=");
    absl::StrAppend(out, PercentOfOnePcpu(run_ns, report.duration.ns()), "\n");
  }
}

void AppendPcpus(const RunMetrics& metrics, std::string* out) {
  for (size_t p = 0; p < metrics.pcpu_idle_ns.size(); ++p) {
    absl::StrAppend(out, "pcpu ", p, " idle_ns=", metrics.pcpu_idle_ns[p],
                    "\n");
  }
}

void AppendTotals(const Report& report, std::string* out) {
  const RunMetrics& metrics = report.metrics;
  int64_t run_ns = 0;
  for (const VcpuMetrics& v : metrics.vcpus) run_ns += v.run_ns;
  const int64_t idle_ns = std::accumulate(
      metrics.pcpu_idle_ns.begin(), metrics.pcpu_idle_ns.end(), int64_t{0});
  absl::StrAppend(out, "total run_ns=", run_ns, " idle_ns=", idle_ns);
  absl::StrAppend(out, " schedule_calls=", report.schedule_calls,
                  " switches=", metrics.switches);
  absl::StrAppend(out, " events=", report.sim.events, "\n");
  absl::StrAppend(out,
                  "nonworkconserving total_ns=", metrics.nonworkconserving_ns,
                  " max_ns=", metrics.nonworkconserving_max_ns, "\n");
}

}  // namespace

std::string GoldenTrace(const std::vector<Interval>& intervals,
                        const TraceSubjects& subjects) {
  std::vector<std::string> names;
  names.reserve(subjects.vcpus.size());
  for (const auto& vcpu : subjects.vcpus) names.push_back(vcpu.ToString());
  const std::string idle = subjects.NameOf(VcpuId::None());
  std::string out;
  out.reserve(intervals.size() * 40);
  for (const Interval& i : intervals) {
    const bool known = i.vcpu.value() < names.size();
    absl::StrAppend(&out, i.pcpu.value(), " ",
                    known ? names[i.vcpu.value()] : idle, " ", i.start.ns());
    absl::StrAppend(&out, " ", i.end.ns(), " ", SwitchReasonName(i.reason),
                    "\n");
  }
  return out;
}

std::string GoldenSummary(const Report& report) {
  std::string out =
      "# vcpu run_ns dispatches migrations wakes lat_min lat_avg lat_max "
      "yields\n";
  AppendVcpus(report.metrics, &out);
  AppendDomains(report, &out);
  AppendPcpus(report.metrics, &out);
  AppendTotals(report, &out);
  return out;
}

std::string GoldenCreditsLine(Instant time, std::string_view text) {
  // Debian's absl::string_view is a type of its own.
  return absl::StrCat(time.ns(), " ",
                      absl::string_view(text.data(), text.size()), "\n");
}

}  // namespace xenotime
