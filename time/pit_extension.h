#ifndef XENOTIME_TIME_PIT_EXTENSION_H_
#define XENOTIME_TIME_PIT_EXTENSION_H_

#include <cstdint>

namespace xenotime {

// Makes 32 bits of the PIT's 16, with the help of its periodic interrupt.
//
// Channel 2 wraps every 54.9 ms, too often for anything but an interrupt that
// comes every 10 ms. It counts down, hence the order of the differences.
//
// Thread rule: the platform timer's lock. Limits: silently loses a wrap if no
// interrupt comes for 54.9 ms. Source: platform_timers.md, 2.
class PitExtension {
 public:
  // Channel 0 interrupts at 100 Hz: 1193182 / 100, rounded.
  static constexpr uint16_t kInterruptDivisor = 11'932;

  explicit PitExtension(uint16_t channel2) : last_(channel2) {}

  // The periodic interrupt.
  void OnInterrupt(uint16_t channel2) {
    count_ = Read(channel2);
    last_ = channel2;
  }

  // The extended counter, counting up.
  uint32_t Read(uint16_t channel2) const {
    return count_ + static_cast<uint16_t>(last_ - channel2);
  }

 private:
  uint32_t count_ = 0;
  uint16_t last_;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_PIT_EXTENSION_H_
