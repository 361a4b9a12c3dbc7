#include "xenotime/time/tsc_flags.h"

#include "absl/strings/str_cat.h"

namespace xenotime {

absl::Status CheckFlags(const TscFlags& flags) {
  if (!flags.reliable || (flags.constant && flags.nonstop)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      "a TSC that is reliable is constant and nonstop too");
}

absl::StatusOr<TscOption> ParseTscOption(absl::string_view text) {
  if (text.empty()) return TscOption::kNone;
  if (text == "unstable") return TscOption::kUnstable;
  if (text == "skewed") return TscOption::kSkewed;
  if (text == "stable:socket") return TscOption::kStableSocket;
  return absl::InvalidArgumentError(absl::StrCat(
      "tsc=", text, " is not known; give unstable, skewed or stable:socket"));
}

absl::Status CheckTscOptions(TscOption tsc, absl::string_view clocksource) {
  const bool denied = tsc == TscOption::kUnstable || tsc == TscOption::kSkewed;
  if (clocksource != "tsc" || !denied) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "clocksource=tsc needs a reliable TSC, and tsc=",
      tsc == TscOption::kUnstable ? "unstable" : "skewed", " denies that"));
}

absl::StatusOr<TscQuality> TscQuality::Detect(const TscHardware& hardware,
                                              TscOption option) {
  if (hardware.constant_rate_family && hardware.amd_family_11h) {
    return absl::InvalidArgumentError(
        "a CPU is of an Intel or of an AMD family, not of both");
  }
  TscQuality quality;
  quality.flags_ = {true, true, true};
  if (option == TscOption::kUnstable) {
    for (TscFlag flag :
         {TscFlag::kConstant, TscFlag::kNonstop, TscFlag::kReliable}) {
      quality.Refuse(flag, "option tsc=unstable");
    }
  }
  if (option == TscOption::kSkewed) {
    quality.Refuse(TscFlag::kReliable, "option tsc=skewed");
  }
  if (!hardware.invariant) {
    constexpr absl::string_view kReason = "no invariant TSC";
    if (!hardware.constant_rate_family) {
      quality.Refuse(TscFlag::kConstant, kReason);
    }
    quality.Refuse(TscFlag::kNonstop, kReason);
    quality.Refuse(TscFlag::kReliable, kReason);
  }
  if (hardware.amd_family_11h) {
    quality.Refuse(TscFlag::kReliable, "AMD family 11h");
  }
  return quality;
}

absl::Status TscQuality::SawWarp(uint64_t max_warp) {
  if (max_warp == 0) return absl::OkStatus();
  return Clear(TscFlag::kReliable, "the warp test saw a warp");
}

absl::Status TscQuality::ProbedWritability(TscWritability verdict) {
  if (flags_.reliable) {
    return absl::FailedPreconditionError(
        "a reliable TSC must not be probed: that would put it out of step");
  }
  if (verdict == TscWritability::kFull) return absl::OkStatus();
  absl::Status status =
      Clear(TscFlag::kConstant, "the TSC is not fully writable");
  if (status.ok()) writable_ = false;
  return status;
}

bool& TscQuality::Of(TscFlag flag) {
  switch (flag) {
    case TscFlag::kConstant:
      return flags_.constant;
    case TscFlag::kNonstop:
      return flags_.nonstop;
    case TscFlag::kReliable:
      break;
  }
  return flags_.reliable;
}

void TscQuality::Refuse(TscFlag flag, absl::string_view reason) {
  bool& value = Of(flag);
  if (!value) return;
  value = false;
  reasons_[static_cast<int>(flag)] = reason;
}

absl::Status TscQuality::Clear(TscFlag flag, absl::string_view reason) {
  if (sealed_ && Of(flag)) {
    return absl::FailedPreconditionError(
        absl::StrCat("the flags of the TSC are settled, and ", reason));
  }
  Refuse(flag, reason);
  return absl::OkStatus();
}

}  // namespace xenotime
