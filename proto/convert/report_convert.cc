#include "xenotime/proto/convert/report_convert.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_format.h"
#include "google/protobuf/repeated_field.h"
#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/trace/metrics.h"
#include "xenotime/scheduler/trace/samples.h"

namespace xenotime {
namespace {

void WriteSummary(const Samples& samples, proto::SampleSummary& message) {
  const SampleSummary summary = samples.Summarize();
  message.set_count(summary.count);
  message.set_min_ns(summary.min);
  message.set_average_ns(summary.average);
  message.set_median_ns(summary.median);
  message.set_p90_ns(summary.p90);
  message.set_p99_ns(summary.p99);
  message.set_p999_ns(summary.p999);
  message.set_max_ns(summary.max);
  message.set_warm_max_ns(summary.warm_max);
}

void WriteLeft(const VcpuMetrics& vcpu, proto::SwitchCounts& message) {
  const auto count = [&](SwitchReason reason) {
    return vcpu.left[static_cast<int>(reason)];
  };
  message.set_blocked(count(SwitchReason::kBlocked));
  message.set_offline(count(SwitchReason::kOffline));
  message.set_parked(count(SwitchReason::kParked));
  message.set_migrating(count(SwitchReason::kMigrating));
  message.set_yielded(count(SwitchReason::kYielded));
  message.set_slice(count(SwitchReason::kSlice));
  message.set_preempted(count(SwitchReason::kPreempted));
}

void WriteVcpu(const VcpuMetrics& vcpu, proto::VcpuReport& message) {
  message.set_vcpu(FormatVcpuName(vcpu.name.domain, vcpu.name.index));
  message.set_run_ns(vcpu.run_ns);
  message.set_progress_ns(vcpu.progress_ns);
  message.set_dispatches(vcpu.dispatches);
  message.set_migrations(vcpu.migrations);
  message.set_yields(vcpu.yields);
  message.set_entitled_ns(vcpu.entitled_ns);
  message.set_steals(vcpu.steals);
  WriteSummary(vcpu.waits, *message.mutable_waits());
  WriteLeft(vcpu, *message.mutable_left());
  WriteSummary(vcpu.wake_to_run, *message.mutable_wake_to_run());
  if (!vcpu.guest_samples.empty()) {
    WriteSummary(vcpu.guest_samples, *message.mutable_guest_samples());
  }
  const auto time_in = [&](RunState state) {
    return vcpu.runstate_ns[static_cast<int>(state)];
  };
  proto::RunStates& runstates = *message.mutable_runstates();
  runstates.set_running_ns(time_in(RunState::kRunning));
  runstates.set_runnable_ns(time_in(RunState::kRunnable));
  runstates.set_blocked_ns(time_in(RunState::kBlocked));
  runstates.set_offline_ns(time_in(RunState::kOffline));
}

int64_t RunTimeOf(uint32_t domain, const std::vector<VcpuMetrics>& vcpus) {
  int64_t run_ns = 0;
  for (const VcpuMetrics& vcpu : vcpus) {
    if (vcpu.name.domain == domain) run_ns += vcpu.run_ns;
  }
  return run_ns;
}

void WriteDomain(const Report::DomainFacts& domain,
                 const std::vector<VcpuMetrics>& vcpus,
                 proto::DomainReport& message) {
  message.set_number(domain.number);
  message.set_weight(domain.weight);
  message.set_cap(domain.cap);
  message.set_run_ns(RunTimeOf(domain.number, vcpus));
}

void WriteCapError(const CapError& error, proto::CapError& message) {
  message.set_window_ns(error.window_ns);
  message.set_windows(error.windows);
  message.set_allowed_ns(error.allowed_ns);
  message.set_mean_ns(error.mean_ns());
  message.set_max_over_ns(error.max_over_ns);
  message.set_max_under_ns(error.max_under_ns);
}

// What the trace says of a domain, if it was asked.
void WriteDomainMetrics(const RunMetrics& metrics,
                        proto::DomainReport& message) {
  for (const DomainMetrics& domain : metrics.domains) {
    if (domain.number != message.number()) continue;
    message.set_entitled_ns(domain.entitled_ns);
    message.set_runnable_ns(domain.runnable_ns);
    if (domain.cap.window_ns == 0) return;
    WriteCapError(domain.cap, *message.mutable_cap_error());
  }
}

void WriteList(const std::vector<int64_t>& values,
               google::protobuf::RepeatedField<int64_t>& message) {
  message.Add(values.begin(), values.end());
}

void WriteStages(const RunMetrics& metrics, proto::Report& message) {
  for (int i = 0; i < kWakeStages; ++i) {
    if (metrics.stages[i].empty()) continue;
    proto::StageReport& stage = *message.add_stages();
    stage.set_stage(WakeStageName(static_cast<WakeStage>(i)));
    WriteSummary(metrics.stages[i], *stage.mutable_time());
  }
  if (metrics.stage_total.empty()) return;
  WriteSummary(metrics.stage_total, *message.mutable_stage_total());
}

void WriteMetrics(const RunMetrics& metrics, proto::Report& message) {
  for (const VcpuMetrics& vcpu : metrics.vcpus) {
    WriteVcpu(vcpu, *message.add_vcpus());
  }
  WriteList(metrics.pcpu_idle_ns, *message.mutable_pcpu_idle_ns());
  message.set_switches(metrics.switches);
  message.set_nonworkconserving_ns(metrics.nonworkconserving_ns);
  message.set_nonworkconserving_max_ns(metrics.nonworkconserving_max_ns);
  message.set_wasted_pcpu_ns(metrics.wasted_pcpu_ns);
  if (metrics.fairness.jain_ppm != 0) {
    message.mutable_fairness()->set_jain_ppm(metrics.fairness.jain_ppm);
    message.mutable_fairness()->set_max_over_min_ppm(
        metrics.fairness.max_over_min_ppm);
  }
  WriteStages(metrics, message);
  message.mutable_remarks()->Add(metrics.remarks.begin(),
                                 metrics.remarks.end());
}

void WriteThreads(const ThreadsFacts& facts, proto::ThreadsFacts& message) {
  message.set_idle_mode(facts.idle_mode);
  message.set_host_cores(facts.host_cores);
  message.set_pinned(facts.pinned);
  message.set_oversubscribed(facts.oversubscribed);
  WriteList(facts.host_steal_ns, *message.mutable_host_steal_ns());
  WriteList(facts.deschedules, *message.mutable_deschedules());
  message.set_dropped_samples(facts.dropped_samples);
  message.set_stamp_cost_ns(facts.stamp_cost_ns);
  message.set_lost_records(facts.lost_records);
}

}  // namespace

proto::Report ReportToProto(const Report& report) {
  proto::Report message;
  message.set_scenario(report.scenario);
  message.set_scheduler(report.scheduler);
  for (const Report::PoolFacts& pool : report.pools) {
    proto::PoolReport& written = *message.add_pools();
    written.set_number(pool.number);
    written.set_scheduler(pool.scheduler);
  }
  message.set_vwfi(report.vwfi);
  message.set_executor(ExecutorName(report.executor));
  message.set_seed(report.seed);
  message.set_duration_ns(report.duration.ns());
  message.set_partial(report.partial);
  message.set_failure(report.failure);
  message.set_schedule_calls(report.schedule_calls);
  WriteMetrics(report.metrics, message);
  for (const Report::DomainFacts& domain : report.domains) {
    WriteDomain(domain, report.metrics.vcpus, *message.add_domains());
    WriteDomainMetrics(report.metrics,
                       *message.mutable_domains(message.domains_size() - 1));
  }
  if (report.executor == ExecutorKind::kSim) {
    message.set_trace_hash(absl::StrFormat("%016x", report.trace_hash));
    message.mutable_sim()->set_events(report.sim.events);
    message.mutable_sim()->set_cpu_ns(report.sim.cpu_ns);
  } else {
    WriteThreads(report.threads, *message.mutable_threads());
  }
  message.mutable_warnings()->Add(report.warnings.begin(),
                                  report.warnings.end());
  return message;
}

}  // namespace xenotime
