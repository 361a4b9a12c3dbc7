#ifndef XENOTIME_TIME_PM_TIMER_READ_H_
#define XENOTIME_TIME_PM_TIMER_READ_H_

#include <cstdint>

#include "absl/functional/function_ref.h"

namespace xenotime {

// A PM timer's value on a chipset that does not latch it, as guests read it.
//
// Reads three times until the three are in cyclic order and returns the middle
// one, 24 bits wide: each clock read of a guest then is three exits. `read`
// makes one port read. Thread rule: the reading vCPU's.
// Source: platform_timers.md, 4.
uint32_t ReadPmTimerVerified(absl::FunctionRef<uint32_t()> read);

}  // namespace xenotime

#endif  // XENOTIME_TIME_PM_TIMER_READ_H_
