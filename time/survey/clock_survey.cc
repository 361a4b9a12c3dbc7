#include "xenotime/time/survey/clock_survey.h"

#include <algorithm>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/time/averages.h"
#include "xenotime/time/clocksource_choice.h"
#include "xenotime/time/host_cores.h"
#include "xenotime/time/rendezvous/native_trial.h"
#include "xenotime/time/rendezvous/trial_series.h"

namespace xenotime {
namespace {

constexpr uint64_t kWarpTestsPerSecond = 50;  // 20 ms each
constexpr uint32_t kSamples = 100;

absl::Status CheckOptions(const ClockSurveyOptions& options, size_t allowed) {
  if (!options.host.Has("tsc")) {
    return absl::FailedPreconditionError(
        "the CPUs of this machine have no TSC (flag `tsc`): there is nothing "
        "to survey");
  }
  if (options.cpus > allowed || allowed == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.cpus, " CPUs, and this process may use ", allowed,
                     "; give 1..", allowed));
  }
  if (options.tsc_hz < kWarpTestsPerSecond) {
    return absl::InvalidArgumentError(
        absl::StrCat("tsc_hz: ", options.tsc_hz, "; give the rate of the TSC"));
  }
  return absl::OkStatus();
}

bool Stopped(const ClockSurveyOptions& options) {
  return options.stop != nullptr && options.stop->load();
}

// The calling thread may run on `allowed` before and after.
absl::StatusOr<PairSurvey> SurveyPair(int first, int second,
                                      const std::vector<int>& allowed,
                                      uint64_t tsc_hz) {
  PairSurvey pair;
  pair.first = first;
  pair.second = second;
  const auto line = MeasureLine(first, second);
  if (!line.ok()) return line.status();
  pair.line = *line;
  const absl::Cleanup restore = [&] { RestoreCores(allowed); };
  RestoreCores({first, second});  // the warp test takes all it may have
  const auto warp = CheckWarpOnThreads(
      {.tsc_offsets = {0, 0}, .ticks = tsc_hz / kWarpTestsPerSecond});
  if (!warp.ok()) return warp.status();
  pair.warp = *warp;
  return pair;
}

absl::Status AddPairs(const ClockSurveyOptions& options,
                      const std::vector<int>& allowed, ClockSurvey& survey) {
  for (size_t i = 0; i < survey.cpus.size(); ++i) {
    for (size_t j = i + 1; j < survey.cpus.size(); ++j) {
      if (Stopped(options)) return absl::OkStatus();
      auto pair =
          SurveyPair(survey.cpus[i], survey.cpus[j], allowed, options.tsc_hz);
      if (!pair.ok()) return pair.status();
      survey.pairs.push_back(*std::move(pair));
    }
  }
  return absl::OkStatus();
}

// What the boot would conclude of the flags, given the warps that were seen.
absl::StatusOr<TscQuality> QualityOf(const ClockSurvey& survey) {
  auto quality = TscQuality::Detect(HardwareOf(survey.host), TscOption::kNone);
  if (!quality.ok()) return quality;
  for (const PairSurvey& pair : survey.pairs) {
    const absl::Status status = quality->SawWarp(pair.warp.max_warp);
    if (!status.ok()) return status;
  }
  quality->Seal();
  return quality;
}

// The skew that each form leaves, if it can be measured here.
absl::StatusOr<std::vector<TrialSeries>> Trials(const ClockSurvey& survey) {
  if (survey.cpus.size() < 2 || survey.partial) {
    return std::vector<TrialSeries>();
  }
  const auto cpus = static_cast<uint32_t>(survey.cpus.size());
  auto trial = RunNativeTrial({.cpus = cpus, .samples = kSamples});
  if (!trial.ok()) return trial.status();
  return std::move(trial->series);
}

// Nothing of nop, which does nothing that could be measured.
std::optional<SkewLeft> LeftBy(RendezvousForm form,
                               const std::vector<TrialSeries>& trials) {
  const TrialSeries* const series =
      SeriesOf(trials, std::string(1, LetterOf(form)));
  if (series == nullptr) return std::nullopt;
  return SkewLeft{.spread_ticks = MedianOf(series->spread),
                  .cost_ticks = MedianOf(series->cost),
                  .disturbed = series->disturbed};
}

absl::Status AddRendezvous(const TscQuality& quality, ClockSurvey& survey) {
  const auto trials = Trials(survey);
  if (!trials.ok()) return trials.status();
  const absl::Status tsc = CheckTscAsPlatformTimer(
      quality, TscOption::kNone,
      {.configured = std::max(survey.configured, survey.host.count),
       .present = survey.host.count,
       .sockets = survey.host.sockets});
  for (const bool wanted : {false, true}) {
    RendezvousSurvey entry;
    entry.clocksource_tsc = wanted;
    if (wanted && !tsc.ok()) entry.refused = std::string(tsc.message());
    const auto form = ChooseRendezvous(quality.flags(), wanted && tsc.ok());
    if (!form.ok()) return form.status();
    entry.form = *form;
    entry.left = LeftBy(*form, *trials);
    survey.rendezvous.push_back(std::move(entry));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ClockSurvey> SurveyClocks(const ClockSurveyOptions& options) {
  const std::vector<int> allowed = AllowedCores();
  absl::Status status = CheckOptions(options, allowed.size());
  if (!status.ok()) return status;
  ClockSurvey survey;
  survey.host = options.host;
  survey.configured = options.configured;
  survey.tsc_hz = options.tsc_hz;
  survey.cpus = allowed;
  if (options.cpus != 0) survey.cpus.resize(options.cpus);
  PinToCore(survey.cpus.front());
  survey.reads = MeasureReads(options.host.Has("rdtscp"));
  RestoreCores(allowed);
  status = AddPairs(options, allowed, survey);
  if (!status.ok()) return status;
  survey.partial = Stopped(options);
  const auto quality = QualityOf(survey);
  if (!quality.ok()) return quality.status();
  survey.quality = quality->flags();
  for (const TscFlag flag :
       {TscFlag::kConstant, TscFlag::kNonstop, TscFlag::kReliable}) {
    survey.why_not[static_cast<int>(flag)] = std::string(quality->WhyNot(flag));
  }
  status = AddRendezvous(*quality, survey);
  if (!status.ok()) return status;
  return survey;
}

}  // namespace xenotime
