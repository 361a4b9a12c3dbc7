#include "xenotime/scheduler/scenario/validate_models.h"

#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/limits.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

void CheckTime(const std::string& path, Duration time, Findings& findings,
               Duration minimum = Duration()) {
  if (time >= minimum) return;
  findings.errors.push_back(absl::StrCat(path, ": ", time.ns(),
                                         " ns is not valid; give at least ",
                                         minimum.ns(), " ns"));
}

void CheckCount(const std::string& path, uint32_t count, uint32_t maximum,
                Findings& findings) {
  if (count <= maximum) return;
  findings.errors.push_back(
      absl::StrCat(path, ": ", count, " is not valid; give 0..", maximum));
}

void CheckCosts(const CostModel& costs, const PolicyRegistry& registry,
                Findings& findings) {
  const std::string path = "costs.";
  CheckTime(path + "irq_entry_ns", costs.irq_entry, findings);
  CheckTime(path + "injection_ns", costs.injection, findings);
  CheckTime(path + "wake_ns", costs.wake, findings);
  CheckTime(path + "softirq_ns", costs.softirq, findings);
  CheckTime(path + "decision_ns", costs.decision, findings);
  CheckTime(path + "context_switch_ns", costs.context_switch, findings);
  CheckTime(path + "context_tail_ns", costs.context_tail, findings);
  CheckTime(path + "idle_exit_ns", costs.idle_exit, findings);
  CheckTime(path + "ipi_delivery_ns", costs.ipi_delivery, findings);
  CheckTime(path + "guest_exit_ns", costs.guest_exit, findings);
  CheckTime(path + "wfi_poll_ns", costs.wfi_poll, findings, Nanoseconds(1));
  if (costs.smt_percent < 1 || costs.smt_percent > 100) {
    findings.errors.push_back(absl::StrCat(path,
                                           "smt_percent: ", costs.smt_percent,
                                           " is not valid; give 1..100"));
  }
  for (size_t i = 0; i < costs.per_scheduler.size(); ++i) {
    const CostModel::PerScheduler& entry = costs.per_scheduler[i];
    const std::string item = absl::StrCat(path, "per_scheduler[", i, "]");
    CheckTime(item + ".wake_ns", entry.wake, findings);
    CheckTime(item + ".decision_ns", entry.decision, findings);
    const auto policy = registry.Find(entry.scheduler);
    if (policy.ok()) continue;
    findings.warnings.push_back(
        absl::StrCat(item, ".scheduler: ", policy.status().message()));
  }
}

void CheckLatency(const LatencyModel& latency, Findings& findings) {
  const std::string path = "latency.";
  CheckTime(path + "ipi_ns", latency.ipi, findings);
  CheckTime(path + "timer_ns", latency.timer, findings);
  CheckTime(path + "guest_exit_ns", latency.guest_exit, findings);
  CheckCount(path + "cost_percent", latency.cost_percent, kMaxCostPercent,
             findings);
}

void CheckFaults(const FaultModel& faults, Findings& findings) {
  const std::string path = "faults.";
  CheckCount(path + "spurious_tickle_ppm", faults.spurious_tickle_ppm, kMaxPpm,
             findings);
  CheckCount(path + "spurious_wake_ppm", faults.spurious_wake_ppm, kMaxPpm,
             findings);
  CheckCount(path + "late_ipi_ppm", faults.late_ipi_ppm, kMaxPpm, findings);
  CheckTime(path + "late_ipi_ns", faults.late_ipi, findings);
  CheckCount(path + "stall_ppm", faults.stall_ppm, kMaxPpm, findings);
  CheckTime(path + "stall_ns", faults.stall, findings);
}

}  // namespace

void ValidateModels(const SimModels& models, const PolicyRegistry& registry,
                    Findings& findings) {
  CheckCosts(models.costs, registry, findings);
  CheckLatency(models.latency, findings);
  CheckFaults(models.faults, findings);
}

void ValidateThreads(const ThreadsOptions& options, Findings& findings) {
  CheckTime("threads.spin_ns", options.spin, findings);
  CheckTime("threads.watchdog_ns", options.watchdog, findings);
}

}  // namespace xenotime
