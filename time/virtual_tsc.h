#ifndef XENOTIME_TIME_VIRTUAL_TSC_H_
#define XENOTIME_TIME_VIRTUAL_TSC_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "xenotime/time/tick_rate.h"
#include "xenotime/time/types.h"

namespace xenotime {

// What a CPU makes of a write to its counter.
enum class TscWrites : uint8_t {
  kFull,
  kLow32,    // old Intel CPUs: the upper half becomes 0
  kRefused,  // the write faults
};

// The time stamp counter of one virtual CPU, derived from a real counter.
//
// No program can write the machine's own TSC, or make it drift or stop; so
// each virtual CPU has an offset and a rate of its own over a common real
// count, which every method takes as its argument `real`. The same code thus
// runs over the machine's TSC and over virtual nanoseconds.
//
// The model is value = hardware count + ADJUST: software's writes move ADJUST
// by as much as the value, what firmware does (Inject, a reset) does not.
//
// Thread rule: a value; one thread at a time, the owner's.
//
// Limits: between two changes the value never falls if `real` does not. A
// change of rate, a stop and a start each lose the fraction of a tick. All
// counts are modulo 2^64. REQUIRES, of all methods: `real` is at or after the
// last change. Source: tsc.md, 1 and 7.
class VirtualTsc {
 public:
  struct Config {
    Hertz frequency;
    Hertz real_frequency{1'000'000'000};
    int64_t drift_ppb = 0;  // (-1e9, 1e9]
    uint64_t value = 0;     // at the start
    bool constant = true;   // P-states do not change its rate
    bool nonstop = true;    // it runs in every sleep state
    TscWrites writes = TscWrites::kFull;
  };

  // Starts to count at `real`. Error: as TickRate::Make.
  static absl::StatusOr<VirtualTsc> Make(const Config& config, uint64_t real);

  uint64_t Read(uint64_t real) const {
    if (!running_) return base_value_;
    return base_value_ + rate_.TicksIn(real - base_real_);
  }

  // WRMSR of the counter. Error: the CPU refuses it, or it sleeps.
  absl::Status Write(uint64_t real, uint64_t value);

  // WRMSR of IA32_TSC_ADJUST: moves the value by the change of ADJUST.
  // Error: the CPU sleeps.
  absl::Status WriteAdjust(uint64_t real, int64_t adjust);
  int64_t adjust() const { return static_cast<int64_t>(adjust_); }

  // Adds skew behind the back of software: firmware, sockets that leave reset
  // at different times. Also while it is stopped.
  void Inject(int64_t ticks) { base_value_ += static_cast<uint64_t>(ticks); }

  // Entry to and exit from an idle state that stops counters. No effect on one
  // that is nonstop, nor if it is stopped or runs already.
  void Stop(uint64_t real);
  void Resume(uint64_t real);

  // Suspend to RAM stops every counter; its end finds the value that firmware
  // gave, 0 if none, and ADJUST 0.
  void Suspend(uint64_t real);
  void ResumeFromSuspend(uint64_t real, uint64_t firmware_value = 0);

  // A change of P-state. No effect on the rate of one that is constant.
  // Error: as TickRate::Make.
  absl::Status ChangeFrequency(uint64_t real, Hertz frequency);

  bool running() const { return running_; }
  const Config& config() const { return config_; }

 private:
  VirtualTsc(const Config& config, TickRate rate, uint64_t real)
      : config_(config),
        rate_(rate),
        base_real_(real),
        base_value_(config.value) {}

  absl::Status CheckAwake() const;
  void Rebase(uint64_t real);
  // Sets the value; ADJUST moves with it.
  void Displace(uint64_t real, uint64_t value);

  Config config_;
  TickRate rate_;
  bool running_ = true;
  uint64_t base_real_;
  uint64_t base_value_;
  uint64_t adjust_ = 0;  // two's complement: sums wrap
};

// How far `a` is ahead of `b` at one instant, in ticks: the truth that a
// protocol on the virtual machine can only estimate.
inline int64_t SkewAt(const VirtualTsc& a, const VirtualTsc& b, uint64_t real) {
  return static_cast<int64_t>(a.Read(real) - b.Read(real));
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_VIRTUAL_TSC_H_
