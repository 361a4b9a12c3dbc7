#include "xenotime/proto/convert/models_convert.h"

#include <cstdint>

#include "xenotime/proto/convert/field_table.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

constexpr Field<CostModel, Duration> kCosts[] = {
    {"irq_entry_ns", &CostModel::irq_entry},
    {"injection_ns", &CostModel::injection},
    {"wake_ns", &CostModel::wake},
    {"softirq_ns", &CostModel::softirq},
    {"decision_ns", &CostModel::decision},
    {"context_switch_ns", &CostModel::context_switch},
    {"context_tail_ns", &CostModel::context_tail},
    {"idle_exit_ns", &CostModel::idle_exit},
    {"ipi_delivery_ns", &CostModel::ipi_delivery},
    {"guest_exit_ns", &CostModel::guest_exit},
    {"wfi_poll_ns", &CostModel::wfi_poll},
};

constexpr Field<CostModel, uint32_t> kCostCounts[] = {
    {"smt_percent", &CostModel::smt_percent},
};

using PerScheduler = CostModel::PerScheduler;
constexpr Field<PerScheduler, Duration> kPerScheduler[] = {
    {"wake_ns", &PerScheduler::wake},
    {"decision_ns", &PerScheduler::decision},
};

constexpr Field<LatencyModel, Duration> kLatencyTimes[] = {
    {"ipi_ns", &LatencyModel::ipi},
    {"timer_ns", &LatencyModel::timer},
    {"guest_exit_ns", &LatencyModel::guest_exit},
};
constexpr Field<LatencyModel, uint32_t> kLatencyCounts[] = {
    {"cost_percent", &LatencyModel::cost_percent},
};

constexpr Field<FaultModel, Duration> kFaultTimes[] = {
    {"late_ipi_ns", &FaultModel::late_ipi},
    {"stall_ns", &FaultModel::stall},
};
constexpr Field<FaultModel, uint32_t> kFaultRates[] = {
    {"spurious_tickle_ppm", &FaultModel::spurious_tickle_ppm},
    {"spurious_wake_ppm", &FaultModel::spurious_wake_ppm},
    {"late_ipi_ppm", &FaultModel::late_ipi_ppm},
    {"stall_ppm", &FaultModel::stall_ppm},
};

constexpr Field<ThreadsOptions, Duration> kThreadsTimes[] = {
    {"spin_ns", &ThreadsOptions::spin},
    {"watchdog_ns", &ThreadsOptions::watchdog},
};

// The two enumerations have the same numbers.
static_assert(static_cast<int>(IdleMode::kPoll) == proto::IDLE_MODE_POLL);
static_assert(static_cast<int>(IdleMode::kPark) == proto::IDLE_MODE_PARK);
static_assert(static_cast<int>(IdleMode::kSpinThenPark) ==
              proto::IDLE_MODE_SPIN_THEN_PARK);

}  // namespace

void ReadCosts(const proto::CostModel& message, CostModel& costs) {
  ReadFields(message, kCosts, costs);
  ReadFields(message, kCostCounts, costs);
  for (const proto::SchedulerCosts& entry : message.per_scheduler()) {
    PerScheduler& added = costs.per_scheduler.emplace_back();
    added.scheduler = entry.scheduler();
    ReadFields(entry, kPerScheduler, added);
  }
}

void ReadLatency(const proto::LatencyModel& message, LatencyModel& latency) {
  ReadFields(message, kLatencyTimes, latency);
  ReadFields(message, kLatencyCounts, latency);
}

void ReadFaults(const proto::FaultModel& message, FaultModel& faults) {
  ReadFields(message, kFaultTimes, faults);
  ReadFields(message, kFaultRates, faults);
}

absl::Status ReadThreads(const proto::Threads& message,
                         ThreadsOptions& threads) {
  ReadFields(message, kThreadsTimes, threads);
  if (message.has_pin()) threads.pin = message.pin();
  if (!message.has_idle()) return absl::OkStatus();
  if (!proto::IdleMode_IsValid(message.idle())) {
    return absl::InvalidArgumentError(
        "idle: the number is not a mode; give IDLE_MODE_POLL, IDLE_MODE_PARK "
        "or IDLE_MODE_SPIN_THEN_PARK");
  }
  threads.idle = static_cast<IdleMode>(message.idle());
  return absl::OkStatus();
}

void WriteCosts(const CostModel& costs, proto::CostModel& message) {
  WriteFields(costs, kCosts, message);
  WriteFields(costs, kCostCounts, message);
  for (const PerScheduler& entry : costs.per_scheduler) {
    proto::SchedulerCosts& added = *message.add_per_scheduler();
    added.set_scheduler(entry.scheduler);
    WriteFields(entry, kPerScheduler, added);
  }
}

void WriteLatency(const LatencyModel& latency, proto::LatencyModel& message) {
  WriteFields(latency, kLatencyTimes, message);
  WriteFields(latency, kLatencyCounts, message);
}

void WriteFaults(const FaultModel& faults, proto::FaultModel& message) {
  WriteFields(faults, kFaultTimes, message);
  WriteFields(faults, kFaultRates, message);
}

void WriteThreads(const ThreadsOptions& threads, proto::Threads& message) {
  const ThreadsOptions defaults;
  WriteFields(threads, kThreadsTimes, message);
  if (threads.pin != defaults.pin) message.set_pin(threads.pin);
  if (threads.idle != defaults.idle) {
    message.set_idle(static_cast<proto::IdleMode>(threads.idle));
  }
}

}  // namespace xenotime
