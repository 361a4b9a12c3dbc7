#ifndef XENOTIME_TIME_CLOCKSOURCE_WATCHDOG_H_
#define XENOTIME_TIME_CLOCKSOURCE_WATCHDOG_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/time/types.h"

namespace xenotime {

// A guest kernel's clocksource and the clock it is compared with, in
// nanoseconds of each.
class WatchdogSampler {
 public:
  virtual ~WatchdogSampler() = default;
  virtual Instant ReadSource() = 0;
  virtual Instant ReadWatchdog() = 0;
};

// Compares a clocksource with a trusted one every half second.
//
// A guest kernel gives up a TSC that strays; it cannot see a constant skew
// between CPUs of less than its threshold, which only the warp test finds.
//
// Ownership: none; the caller drives it and reads with `sampler`. Thread rule:
// one thread at a time. Ties: a difference of exactly the threshold is well.
// Limits: the first visit after a start, a Reset or a long gap only records.
// Source: tsc_check.md, 5.
class ClocksourceWatchdog {
 public:
  static constexpr Duration kInterval = Milliseconds(500);
  // More watchdog time than this between two visits is not judged.
  static constexpr Duration kLongGap = Seconds(1);
  static constexpr Duration kOldThreshold = Microseconds(62'500);
  static constexpr Duration kMaxSkew = Microseconds(100);
  static constexpr Duration kLaterMaxSkew = Microseconds(125);

  // Until Linux 5.12: single reads, and a threshold of 1/16 s.
  static ClocksourceWatchdog Old();

  struct NewerRule {
    Duration max_skew = kMaxSkew;
    // Uncertainty of the source and of the watchdog; each counts as at least
    // twice max_skew.
    Duration source_margin = {};
    Duration watchdog_margin = {};
    uint32_t cpus = 1;
  };
  // Since 5.13. Reads are bracketed by watchdog reads, and made again, at most
  // log2(cpus) + 1 times, if the bracket took longer than max_skew.
  // Error: max_skew not above 0, a margin below 0, no CPU.
  static absl::StatusOr<ClocksourceWatchdog> Newer(const NewerRule& rule);

  enum class Verdict : uint8_t {
    kRecorded,  // nothing to compare with yet
    kWell,
    kSkipped,  // the watchdog itself is slow: no verdict, nothing recorded
    kUnstable,
  };
  Verdict Visit(WatchdogSampler& sampler);

  // Forgets the last visit: after a resume.
  void Reset() { last_.reset(); }

  Duration threshold() const { return threshold_; }

 private:
  struct Reading {
    Instant source;
    Instant watchdog;
  };

  ClocksourceWatchdog(Duration threshold, Duration max_skew, int retries)
      : threshold_(threshold), max_skew_(max_skew), retries_(retries) {}

  // What is not a reading is a verdict.
  Verdict Read(WatchdogSampler& sampler, Reading& reading) const;
  Verdict Judge(const Reading& reading);

  Duration threshold_;
  Duration max_skew_;  // Max: reads are not bracketed
  int retries_;
  std::optional<Reading> last_;
};

// The CPU on which the visit after that on `cpu` takes place: the next that is
// online, round and round, so that differences between CPUs show.
// Error: none is online.
absl::StatusOr<uint32_t> NextWatchdogCpu(uint32_t cpu,
                                         const std::vector<bool>& online);

}  // namespace xenotime

#endif  // XENOTIME_TIME_CLOCKSOURCE_WATCHDOG_H_
