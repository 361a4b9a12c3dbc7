#include "xenotime/cli/latency.h"

#include <algorithm>

namespace xenotime {
namespace {

Latency Pool(const Report& report, LatencySource source,
             Samples VcpuMetrics::*member) {
  Latency latency;
  int64_t warm_max = 0;
  for (const VcpuMetrics& vcpu : report.metrics.vcpus) {
    const Samples& samples = vcpu.*member;
    latency.samples.Append(samples);
    warm_max = std::max(warm_max, samples.Summarize().warm_max);
  }
  if (latency.samples.empty()) return latency;
  latency.source = source;
  latency.summary = latency.samples.Summarize();
  latency.summary.warm_max = warm_max;
  return latency;
}

}  // namespace

Latency LatencyOf(const Report& report) {
  Latency guest =
      Pool(report, LatencySource::kGuest, &VcpuMetrics::guest_samples);
  if (guest.source != LatencySource::kNone) return guest;
  return Pool(report, LatencySource::kWakeToRun, &VcpuMetrics::wake_to_run);
}

CpuUse CpuUseOf(const Report& report) {
  CpuUse use;
  for (const VcpuMetrics& vcpu : report.metrics.vcpus) {
    use.used_ns += vcpu.run_ns;
  }
  const auto pcpus = static_cast<int64_t>(report.metrics.pcpu_idle_ns.size());
  use.available_ns = (report.duration * pcpus).ns();
  return use;
}

}  // namespace xenotime
