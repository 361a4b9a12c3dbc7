#include "xenotime/time/system_time.h"

#include "absl/strings/str_cat.h"
#include "xenotime/time/time_scale.h"

namespace xenotime {
namespace {

constexpr Hertz kMinFrequency{1'000'000};

}  // namespace

absl::StatusOr<SystemTime> SystemTime::Boot(const Options& options,
                                            const PlatformTimer& timer,
                                            uint64_t boot_tsc,
                                            TimeSampler& sampler) {
  const absl::StatusOr<TimeScale> scale =
      TimeScale::FromFrequency(options.tsc_frequency);
  if (!scale.ok()) return scale.status();
  const CpuTime boot_cpu{{boot_tsc, Instant(), Instant()}, *scale};
  const uint64_t raw = sampler.ReadCounter();
  const Instant now = boot_cpu.Extrapolate(sampler.ReadTscOrdered());
  const absl::StatusOr<PlatformTime> platform =
      PlatformTime::Make(timer, raw, now);
  if (!platform.ok()) return platform.status();
  SystemTime time(options, boot_tsc, boot_cpu, *platform);
  time.RestampBootCpu(sampler);
  return time;
}

void SystemTime::RestampBootCpu(TimeSampler& sampler) {
  const Instant platform = ReadPlatform(sampler);
  const uint64_t tsc = sampler.ReadTscOrdered();
  const Instant local =
      options_.constant ? cpus_[0].Extrapolate(tsc) : platform;
  cpus_[0].stamp = {tsc, local, platform};
}

void SystemTime::LatchReference(uint32_t bringer, TimeSampler& sampler) {
  const Instant platform = ReadPlatform(sampler);
  reference_ = Now(bringer, sampler) - platform;
}

absl::Status SystemTime::StartCpu(uint32_t cpu, TimeSampler& sampler) {
  if (cpu > cpus_.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("CPU ", cpu, " cannot start before CPU ", cpus_.size()));
  }
  if (cpu == cpus_.size()) cpus_.emplace_back();
  cpus_[cpu].scale = cpus_[0].scale;
  SeedFromReference(cpu, sampler);
  return absl::OkStatus();
}

absl::StatusOr<Calibration> SystemTime::Calibrate(uint32_t cpu,
                                                  const TimeStamp& record,
                                                  TimeSampler& sampler) {
  const absl::StatusOr<Calibration> calibration =
      options_.constant ? CalibrateConstant(cpus_[cpu], record)
                        : CalibrateToPlatform(cpus_[cpu], record);
  if (calibration.ok()) cpus_[cpu] = calibration->time;
  if (cpu == 0) {
    next_calibration_ = Now(0, sampler) + kCalibrationEpoch;
    platform_.Rebase(sampler.ReadCounter());
  }
  return calibration;
}

SystemTime::Overflow SystemTime::OnOverflowTimer(TimeSampler& sampler) {
  const uint64_t raw = sampler.ReadCounter();
  const int recovered = platform_.OnOverflowTimer(raw, Now(0, sampler));
  return {recovered, Now(0, sampler) + platform_.overflow_period()};
}

absl::Status SystemTime::ChangeFrequency(uint32_t cpu, Hertz frequency,
                                         TimeSampler& sampler) {
  if (options_.constant) {
    return absl::FailedPreconditionError(
        "a constant TSC does not change its frequency");
  }
  if (frequency < kMinFrequency) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a TSC of ", frequency.hz(), " Hz is too slow; give at least 1 MHz"));
  }
  const absl::StatusOr<TimeScale> scale = TimeScale::FromFrequency(frequency);
  if (!scale.ok()) return scale.status();
  const Instant platform = ReadPlatform(sampler);
  // Extrapolation over the change would mean nothing.
  cpus_[cpu] = {{sampler.ReadTscOrdered(), platform, platform}, *scale};
  if (cpu == 0) {
    next_calibration_ = Now(0, sampler) + kCalibrationEpoch;
    platform_.Rebase(sampler.ReadCounter());
  }
  return absl::OkStatus();
}

std::optional<uint64_t> SystemTime::LeaveDeepIdle(uint32_t cpu,
                                                  TimeSampler& sampler) {
  if (options_.nonstop) return std::nullopt;
  const WakeUp wake = RestoreAfterIdle(cpus_[cpu], ReadPlatform(sampler));
  cpus_[cpu] = wake.time;
  return wake.tsc;
}

void SystemTime::Suspend(TimeSampler& sampler) {
  platform_.Rebase(sampler.ReadCounter());
  next_calibration_ = Instant::Never();
}

void SystemTime::Resume(TimeSampler& sampler) {
  platform_.Resume(sampler.ReadCounter());
  SeedFromReference(0, sampler);
  next_calibration_ = Now(0, sampler) + kCalibrationEpoch;
}

absl::Status SystemTime::SwitchPlatformTimer(const PlatformTimer& timer,
                                             bool shared_line,
                                             TimeSampler& sampler) {
  const uint64_t raw = sampler.ReadCounter();
  const Instant now = Now(0, sampler);
  const absl::StatusOr<PlatformTime> platform =
      PlatformTime::Make(timer, raw, now);
  if (!platform.ok()) return platform.status();
  platform_ = *platform;
  if (!shared_line) return absl::OkStatus();
  for (CpuTime& cpu : cpus_) cpu.stamp = {boot_tsc_, Instant(), Instant()};
  return absl::OkStatus();
}

void SystemTime::SeedFromReference(uint32_t cpu, TimeSampler& sampler) {
  const Instant platform = ReadPlatform(sampler);
  const uint64_t tsc = sampler.ReadTscOrdered();
  const Instant local = options_.constant ? platform + reference_ : platform;
  cpus_[cpu].stamp = {tsc, local, platform};
}

}  // namespace xenotime
