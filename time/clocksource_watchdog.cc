#include "xenotime/time/clocksource_watchdog.h"

#include <algorithm>
#include <bit>

#include "absl/status/status.h"

namespace xenotime {

ClocksourceWatchdog ClocksourceWatchdog::Old() {
  return ClocksourceWatchdog(kOldThreshold, Duration::Max(), 0);
}

absl::StatusOr<ClocksourceWatchdog> ClocksourceWatchdog::Newer(
    const NewerRule& rule) {
  if (rule.max_skew <= Duration()) {
    return absl::InvalidArgumentError(
        "a watchdog that tolerates no skew finds every clock unstable");
  }
  if (rule.source_margin < Duration() || rule.watchdog_margin < Duration()) {
    return absl::InvalidArgumentError("the margin of a clock is below 0");
  }
  if (rule.cpus == 0) {
    return absl::InvalidArgumentError("there is no CPU to read a clock on");
  }
  const Duration floor = rule.max_skew * 2;
  const Duration threshold = std::max(rule.source_margin, floor) +
                             std::max(rule.watchdog_margin, floor);
  const int log2_cpus = std::bit_width(rule.cpus) - 1;
  return ClocksourceWatchdog(threshold, rule.max_skew, log2_cpus + 1);
}

ClocksourceWatchdog::Verdict ClocksourceWatchdog::Visit(
    WatchdogSampler& sampler) {
  Reading reading;
  if (max_skew_ == Duration::Max()) {
    reading.watchdog = sampler.ReadWatchdog();
    reading.source = sampler.ReadSource();
    return Judge(reading);
  }
  const Verdict read = Read(sampler, reading);
  return read == Verdict::kWell ? Judge(reading) : read;
}

ClocksourceWatchdog::Verdict ClocksourceWatchdog::Read(WatchdogSampler& sampler,
                                                       Reading& reading) const {
  for (int tries = 0; tries <= retries_; ++tries) {
    reading.watchdog = sampler.ReadWatchdog();
    reading.source = sampler.ReadSource();
    const Instant end = sampler.ReadWatchdog();
    const Instant end_again = sampler.ReadWatchdog();
    if (end - reading.watchdog <= max_skew_) return Verdict::kWell;
    if (end_again - end > max_skew_) return Verdict::kSkipped;
  }
  return Verdict::kUnstable;
}

ClocksourceWatchdog::Verdict ClocksourceWatchdog::Judge(
    const Reading& reading) {
  const std::optional<Reading> last = last_;
  last_ = reading;
  if (!last.has_value()) return Verdict::kRecorded;
  const Duration source = reading.source - last->source;
  const Duration watchdog = reading.watchdog - last->watchdog;
  if (watchdog > kLongGap) return Verdict::kRecorded;
  const Duration difference =
      source > watchdog ? source - watchdog : watchdog - source;
  return difference > threshold_ ? Verdict::kUnstable : Verdict::kWell;
}

absl::StatusOr<uint32_t> NextWatchdogCpu(uint32_t cpu,
                                         const std::vector<bool>& online) {
  const uint64_t count = online.size();
  for (uint64_t i = 1; i <= count; ++i) {
    const uint64_t next = (cpu + i) % count;
    if (online[next]) return static_cast<uint32_t>(next);
  }
  return absl::FailedPreconditionError("no CPU is online");
}

}  // namespace xenotime
