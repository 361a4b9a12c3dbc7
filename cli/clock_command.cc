#include "xenotime/cli/clock_command.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "xenotime/cli/clock_json.h"
#include "xenotime/cli/clock_text.h"
#include "xenotime/proto/convert/text_file.h"
#include "xenotime/scheduler/threads/tsc_clock.h"
#include "xenotime/time/survey/clock_survey.h"
#include "xenotime/time/survey/host_cpus.h"
#include "xenotime/time/wide_math.h"

namespace xenotime {
namespace {

constexpr char kPossible[] = "/sys/devices/system/cpu/possible";

absl::StatusOr<HostCpus> ReadHost(const std::string& cpuinfo) {
  const auto text = ReadTextFile(cpuinfo, "a file like /proc/cpuinfo");
  if (!text.ok()) return text.status();
  auto host = ParseCpuinfo(*text);
  if (!host.ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat(cpuinfo, ": ", host.status().message()));
  }
  return host;
}

// How many CPUs there could be; as many as there are if nothing tells.
uint32_t Configured(const HostCpus& host) {
  const auto text = ReadTextFile(kPossible, "a list of CPUs");
  if (!text.ok()) return host.count;
  return std::max(host.count, CountCpuList(*text).value_or(host.count));
}

uint64_t TscHz() {
  constexpr uint64_t kNsPerSecond = 1'000'000'000;
  return MultiplyShift(TscRate::Host().ticks_per_ns, kNsPerSecond, 32);
}

}  // namespace

int ExecuteClock(const ClockArguments& arguments,
                 const Environment& environment) {
  const auto host = ReadHost(arguments.cpuinfo);
  if (!host.ok()) return Failure(environment, host.status());
  const auto survey = SurveyClocks({.host = *host,
                                    .configured = Configured(*host),
                                    .cpus = arguments.cpus,
                                    .tsc_hz = TscHz(),
                                    .stop = environment.stop});
  if (absl::IsInvalidArgument(survey.status())) {
    return BadInput(environment, absl::InvalidArgumentError(absl::StrCat(
                                     "--cpus: ", survey.status().message())));
  }
  if (absl::IsFailedPrecondition(survey.status())) {
    return Failure(environment,
                   absl::FailedPreconditionError(absl::StrCat(
                       arguments.cpuinfo, ": ", survey.status().message())));
  }
  if (!survey.ok()) return Failure(environment, survey.status());
  environment.out << (arguments.format == "json" ? ClockJson(*survey)
                                                 : ClockText(*survey));
  return survey->partial ? kExitInterrupted : kExitOk;
}

}  // namespace xenotime
