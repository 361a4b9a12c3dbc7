#ifndef XENOTIME_TIME_TSC_FLAGS_H_
#define XENOTIME_TIME_TSC_FLAGS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/time/tsc_probe.h"

namespace xenotime {

// What the TSCs of a machine promise; each flag holds for all CPUs or none.
enum class TscFlag : uint8_t {
  kConstant,  // one rate, whatever the P-state, on all CPUs
  kNonstop,   // it runs in every sleep state
  kReliable,  // both, and seen to be in step on all CPUs
};

struct TscFlags {
  bool constant = false;
  bool nonstop = false;
  bool reliable = false;
  friend bool operator==(const TscFlags&, const TscFlags&) = default;
};

// Error: reliable, but not both of the others.
absl::Status CheckFlags(const TscFlags& flags);

// What the CPUs say of themselves.
struct TscHardware {
  bool invariant = false;             // CPUID 0x80000007, EDX bit 8
  bool constant_rate_family = false;  // Prescott to Cedar Mill, Yonah to Ivy
  bool amd_family_11h = false;
};

// The option `tsc=`.
enum class TscOption : uint8_t {
  kNone,
  kUnstable,      // no flag
  kSkewed,        // not reliable
  kStableSocket,  // in step across sockets as well
};

// "", unstable, skewed or stable:socket. Error: anything else.
absl::StatusOr<TscOption> ParseTscOption(absl::string_view text);

// Error: a TSC that is declared not to be reliable cannot be asked to be the
// platform timer. `clocksource` is that option's value, "" if not given.
absl::Status CheckTscOptions(TscOption tsc, absl::string_view clocksource);

// The three flags, from their detection to the end of boot.
//
// Everything that decides how time is kept asks these flags: which rendezvous
// runs, which path a calibration takes, whether a CPU that wakes restores its
// counter. They only ever fall; for each that is down WhyNot tells the cause,
// the first if there were several.
//
// Thread rule: one thread at a time. Source: tsc.md, 1 and 2.
class TscQuality {
 public:
  // Error: hardware that contradicts itself.
  static absl::StatusOr<TscQuality> Detect(const TscHardware& hardware,
                                           TscOption option);

  const TscFlags& flags() const { return flags_; }

  // Why the flag is down; "" if it is up.
  absl::string_view WhyNot(TscFlag flag) const {
    return reasons_[static_cast<int>(flag)];
  }

  // A CPU may start its counter from another's; false after a probe that
  // found it not fully writable.
  bool startup_sync() const { return writable_; }
  // Deep idle states are out: the counter would stop and cannot be restored.
  bool deep_idle_forbidden() const { return !writable_ && !flags_.nonstop; }

  // The events below that would clear a flag after Seal are errors.

  // The result of a warp test; 0 is none.
  absl::Status SawWarp(uint64_t max_warp);
  // The probe's verdict. Error: also if reliable, as the probe itself would
  // put the counters out of step.
  absl::Status ProbedWritability(TscWritability verdict);

  // From now on the flags are settled: the rendezvous has been chosen, and no
  // CPU that comes late may clear them.
  void Seal() { sealed_ = true; }

 private:
  TscQuality() = default;

  bool& Of(TscFlag flag);
  void Refuse(TscFlag flag, absl::string_view reason);
  absl::Status Clear(TscFlag flag, absl::string_view reason);

  TscFlags flags_;
  absl::string_view reasons_[3];  // string literals
  bool writable_ = true;
  bool sealed_ = false;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_TSC_FLAGS_H_
