#include "xenotime/time/virtual_tsc.h"

namespace xenotime {

absl::StatusOr<VirtualTsc> VirtualTsc::Make(const Config& config,
                                            uint64_t real) {
  const absl::StatusOr<TickRate> rate =
      TickRate::Make(config.frequency, config.real_frequency, config.drift_ppb);
  if (!rate.ok()) return rate.status();
  return VirtualTsc(config, *rate, real);
}

absl::Status VirtualTsc::Write(uint64_t real, uint64_t value) {
  if (absl::Status status = CheckAwake(); !status.ok()) return status;
  switch (config_.writes) {
    case TscWrites::kFull:
      Displace(real, value);
      return absl::OkStatus();
    case TscWrites::kLow32:
      Displace(real, value & 0xffffffff);
      return absl::OkStatus();
    case TscWrites::kRefused:
      break;
  }
  return absl::UnimplementedError("this CPU's TSC cannot be written");
}

absl::Status VirtualTsc::WriteAdjust(uint64_t real, int64_t adjust) {
  if (absl::Status status = CheckAwake(); !status.ok()) return status;
  Displace(real, Read(real) + (static_cast<uint64_t>(adjust) - adjust_));
  return absl::OkStatus();
}

void VirtualTsc::Stop(uint64_t real) {
  if (config_.nonstop) return;
  Suspend(real);
}

void VirtualTsc::Resume(uint64_t real) {
  if (running_) return;
  base_real_ = real;
  running_ = true;
}

void VirtualTsc::Suspend(uint64_t real) {
  Rebase(real);
  running_ = false;
}

void VirtualTsc::ResumeFromSuspend(uint64_t real, uint64_t firmware_value) {
  base_real_ = real;
  base_value_ = firmware_value;
  adjust_ = 0;
  running_ = true;
}

absl::Status VirtualTsc::ChangeFrequency(uint64_t real, Hertz frequency) {
  const absl::StatusOr<TickRate> rate =
      TickRate::Make(frequency, config_.real_frequency, config_.drift_ppb);
  if (!rate.ok()) return rate.status();
  if (config_.constant) return absl::OkStatus();
  Rebase(real);
  config_.frequency = frequency;
  rate_ = *rate;
  return absl::OkStatus();
}

absl::Status VirtualTsc::CheckAwake() const {
  if (running_) return absl::OkStatus();
  return absl::FailedPreconditionError(
      "the CPU sleeps and its TSC is stopped: it cannot write");
}

void VirtualTsc::Rebase(uint64_t real) {
  base_value_ = Read(real);
  base_real_ = real;
}

void VirtualTsc::Displace(uint64_t real, uint64_t value) {
  adjust_ += value - Read(real);
  base_value_ = value;
  base_real_ = real;
}

}  // namespace xenotime
