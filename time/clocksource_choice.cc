#include "xenotime/time/clocksource_choice.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace xenotime {
namespace {

constexpr PlatformTimerId kOrder[] = {
    PlatformTimerId::kXen, PlatformTimerId::kHyperv, PlatformTimerId::kHpet,
    PlatformTimerId::kAcpiPm, PlatformTimerId::kPit};

const PlatformTimerProbe* Find(const std::vector<PlatformTimerProbe>& probes,
                               PlatformTimerId id) {
  for (const PlatformTimerProbe& probe : probes) {
    if (probe.id == id) return &probe;
  }
  return nullptr;
}

bool Works(const PlatformTimerProbe* probe) {
  return probe != nullptr && probe->tsc_hz > 0;
}

// The one asked for if it works; otherwise nullptr, with a warning.
const PlatformTimerProbe* Requested(
    absl::string_view clocksource,
    const std::vector<PlatformTimerProbe>& probes, std::string& warning) {
  if (clocksource.empty() || clocksource == "tsc") return nullptr;
  for (PlatformTimerId id : kOrder) {
    if (NameOf(id) != clocksource) continue;
    const PlatformTimerProbe* probe = Find(probes, id);
    if (Works(probe)) return probe;
    warning = absl::StrCat("clocksource=", clocksource, " does not work here");
    return nullptr;
  }
  warning = absl::StrCat(
      "clocksource=", clocksource,
      " is not known; there are xen, hyperv, hpet, acpi, pit and tsc");
  return nullptr;
}

}  // namespace

absl::StatusOr<PlatformTimerChoice> ChoosePlatformTimer(
    absl::string_view clocksource,
    const std::vector<PlatformTimerProbe>& probes) {
  std::string warning;
  const PlatformTimerProbe* chosen = Requested(clocksource, probes, warning);
  for (PlatformTimerId id : kOrder) {
    if (chosen != nullptr) break;
    const PlatformTimerProbe* probe = Find(probes, id);
    if (Works(probe) && !probe->halts_in_deep_idle) chosen = probe;
  }
  if (chosen == nullptr) {
    return absl::NotFoundError(
        "no platform timer works: there is no xen, hyperv, hpet, acpi or pit");
  }
  return PlatformTimerChoice{chosen->id, chosen->tsc_hz, std::move(warning)};
}

absl::Status CheckTscAsPlatformTimer(const TscQuality& quality,
                                     TscOption option,
                                     const CpuPopulation& cpus) {
  if (!quality.flags().reliable) {
    return absl::FailedPreconditionError(
        absl::StrCat("the TSC cannot be the platform timer: it is not "
                     "reliable (",
                     quality.WhyNot(TscFlag::kReliable), ")"));
  }
  if (cpus.configured != cpus.present) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the TSC cannot be the platform timer: of ", cpus.configured,
        " possible CPUs ", cpus.present, " are present, the others may come"));
  }
  if (cpus.sockets != 1 && option != TscOption::kStableSocket) {
    return absl::FailedPreconditionError(
        absl::StrCat("the TSC cannot be the platform timer of ", cpus.sockets,
                     " sockets without tsc=stable:socket"));
  }
  return absl::OkStatus();
}

absl::StatusOr<RendezvousForm> ChooseRendezvous(const TscFlags& flags,
                                                bool tsc_is_platform_timer) {
  if (absl::Status status = CheckFlags(flags); !status.ok()) return status;
  if (tsc_is_platform_timer && !flags.reliable) {
    return absl::FailedPreconditionError(
        "the TSC is the platform timer without being reliable");
  }
  if (tsc_is_platform_timer) return RendezvousForm::kNop;
  if (flags.constant && !flags.reliable) {
    return RendezvousForm::kMaxStamp;
  }
  return RendezvousForm::kStd;
}

}  // namespace xenotime
