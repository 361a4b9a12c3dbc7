#ifndef XENOTIME_TIME_SYSTEM_TIME_H_
#define XENOTIME_TIME_SYSTEM_TIME_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "xenotime/time/cpu_time.h"
#include "xenotime/time/local_calibration.h"
#include "xenotime/time/platform_time.h"
#include "xenotime/time/platform_timer.h"
#include "xenotime/time/time_sampler.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The system time of a machine: who samples what, when, and what follows.
//
// Arithmetic is in CpuTime, PlatformTime and local_calibration; here are the
// events of a machine's life: boot, CPUs that come, calibrations, idle states,
// changes of frequency, suspend to RAM. Each takes the sampler of the CPU that
// executes it, and takes platform time before local time wherever it needs
// both.
//
// Ownership: owns mappings, not samplers; timers are the caller's, who is told
// when they are due. Thread rule: one thread at a time.
//
// Limits: CPU numbers start at 0, the boot CPU. REQUIRES, of a CPU that is an
// argument: it has started (Boot, StartCpu). Source: stime.md, 2 to 5 and 8.
class SystemTime {
 public:
  struct Options {
    Hertz tsc_frequency;  // as calibrated
    bool constant = true;
    bool nonstop = true;
  };

  // Seeds the boot CPU: system time 0 is the TSC value at entry to the
  // hypervisor. Installs the platform timer and initialises the boot CPU.
  // Error: a frequency without a scale; as PlatformTime::Make.
  static absl::StatusOr<SystemTime> Boot(const Options& options,
                                         const PlatformTimer& timer,
                                         uint64_t boot_tsc,
                                         TimeSampler& sampler);

  // Initialises the boot CPU once more, just before calibration starts, so
  // that the first extrapolation is short. Only before any other CPU starts.
  void RestampBootCpu(TimeSampler& sampler);

  // The CPU that brings up others takes its own distance from platform time.
  // They start at the same, or a constant TSC would keep them apart for ever.
  // Immediately before it lets the new CPU go.
  void LatchReference(uint32_t bringer, TimeSampler& sampler);

  // A CPU comes up, for the first time or again, with the boot CPU's scale.
  // Error: a number that leaves a gap.
  absl::Status StartCpu(uint32_t cpu, TimeSampler& sampler);

  // NOW() on this CPU.
  Instant Now(uint32_t cpu, TimeSampler& sampler) const {
    return cpus_[cpu].Extrapolate(sampler.ReadTscOrdered());
  }
  // The time at a TSC value that was read before; 0 means now.
  Instant At(uint32_t cpu, uint64_t tsc, TimeSampler& sampler) const {
    return tsc == 0 ? Now(cpu, sampler) : cpus_[cpu].Extrapolate(tsc);
  }
  Instant ReadPlatform(TimeSampler& sampler) const {
    return platform_.At(sampler.ReadCounter());
  }
  const CpuTime& cpu(uint32_t cpu) const { return cpus_[cpu]; }
  uint32_t cpus() const { return static_cast<uint32_t>(cpus_.size()); }

  // The calibration softirq, with what the rendezvous recorded. On CPU 0 also
  // re-bases platform time and sets next_calibration().
  // Error: as CalibrateToPlatform; the mapping then stays as it was.
  absl::StatusOr<Calibration> Calibrate(uint32_t cpu, const TimeStamp& record,
                                        TimeSampler& sampler);

  // When the next rendezvous is due; Never before boot's first calibration and
  // during suspend.
  Instant next_calibration() const { return next_calibration_; }

  // The timer that extends the counter, every overflow_period(), on CPU 0.
  struct Overflow {
    int recovered_wraps;
    Instant next;
  };
  Overflow OnOverflowTimer(TimeSampler& sampler);

  // The CPU's TSC now ticks at this frequency.
  // Error: the TSC is constant; below 1 MHz; a frequency without a scale.
  absl::Status ChangeFrequency(uint32_t cpu, Hertz frequency,
                               TimeSampler& sampler);

  // A CPU leaves a state that may have stopped its TSC. Returns the value that
  // the caller must write to the TSC at once; nothing if it is nonstop.
  std::optional<uint64_t> LeaveDeepIdle(uint32_t cpu, TimeSampler& sampler);

  // Suspend to RAM, by CPU 0 when the others are down. System time stands
  // still. Resume sets up CPU 0 and the next calibration; the others then
  // start again.
  void Suspend(TimeSampler& sampler);
  void Resume(TimeSampler& sampler);

  // Goes over to another platform timer, that of `sampler`. With
  // `shared_line`, for the TSC as the platform timer, all CPUs then share the
  // line through (boot_tsc, 0). Error: as PlatformTime::Make.
  absl::Status SwitchPlatformTimer(const PlatformTimer& timer, bool shared_line,
                                   TimeSampler& sampler);

 private:
  SystemTime(const Options& options, uint64_t boot_tsc, CpuTime boot_cpu,
             PlatformTime platform)
      : options_(options),
        boot_tsc_(boot_tsc),
        platform_(platform),
        cpus_({boot_cpu}) {}

  void SeedFromReference(uint32_t cpu, TimeSampler& sampler);

  Options options_;
  uint64_t boot_tsc_;
  PlatformTime platform_;
  std::vector<CpuTime> cpus_;
  Duration reference_;  // local minus platform time, as last latched
  Instant next_calibration_ = Instant::Never();
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_SYSTEM_TIME_H_
