#ifndef XENOTIME_TIME_SURVEY_CLOCK_SURVEY_H_
#define XENOTIME_TIME_SURVEY_CLOCK_SURVEY_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/time/line_distance.h"
#include "xenotime/time/rendezvous/rendezvous.h"
#include "xenotime/time/survey/host_cpus.h"
#include "xenotime/time/survey/read_cost.h"
#include "xenotime/time/tsc_flags.h"
#include "xenotime/time/warp_check/warp_check.h"

namespace xenotime {

struct ClockSurveyOptions {
  HostCpus host;
  uint32_t configured = 1;  // CPUs that there could be; at least host.count
  uint32_t cpus = 0;  // the first so many that may be used; 0: all of them
  uint64_t tsc_hz = 0;
  // Looked at between two pairs; what is known by then is returned. May be
  // null.
  const std::atomic<bool>* stop = nullptr;
};

// Two host CPUs.
struct PairSurvey {
  int first = 0, second = 0;
  LineDistance line;
  WarpVerdict warp;  // of 20 ms
};

// What a form of the calibration rendezvous does to TSCs here: medians of 100,
// on threads with TSCs of their own that were in step, ticks.
struct SkewLeft {
  int64_t spread_ticks = 0;  // the greatest difference of two TSCs
  int64_t cost_ticks = 0;    // the master's
  int64_t disturbed = 0;     // rendezvous left out
};

// Which rendezvous Xen would run.
struct RendezvousSurvey {
  bool clocksource_tsc = false;  // with `clocksource=tsc`
  RendezvousForm form = RendezvousForm::kStd;
  std::string refused;  // why `clocksource=tsc` is not honoured; "" if it is
  // None: not measured, as there is one CPU only or it was stopped.
  std::optional<SkewLeft> left;
};

struct ClockSurvey {
  HostCpus host;
  uint32_t configured = 1;
  std::vector<int> cpus;  // those that were surveyed, ascending
  uint64_t tsc_hz = 0;
  TscFlags quality;  // after the warp tests
  // Of each flag that is down, by TscFlag; else "".
  std::string why_not[3];
  std::vector<ReadCost> reads;               // on the first CPU
  std::vector<PairSurvey> pairs;             // every two of `cpus`
  std::vector<RendezvousSurvey> rendezvous;  // without options, and with
  bool partial = false;                      // it was stopped
};

// Measures the clocks of this machine. Takes about 25 ms for each pair of CPUs
// and 0.3 s besides; the calling thread is bound to one CPU after the other,
// and gets its affinity back.
//
// INVALID_ARGUMENT: more CPUs than this process may use, or a rate of 0.
// FAILED_PRECONDITION: the CPUs have no TSC. Source: tsc.md, 2.
absl::StatusOr<ClockSurvey> SurveyClocks(const ClockSurveyOptions& options);

}  // namespace xenotime

#endif  // XENOTIME_TIME_SURVEY_CLOCK_SURVEY_H_
