#include "xenotime/time/pm_timer_read.h"

namespace xenotime {
namespace {

constexpr uint32_t kMask = 0xffffff;

// Whether going up from a one meets b before c; equal ones are in order.
bool InCyclicOrder(uint32_t a, uint32_t b, uint32_t c) {
  return ((b - a) & kMask) <= ((c - a) & kMask);
}

}  // namespace

uint32_t ReadPmTimerVerified(absl::FunctionRef<uint32_t()> read) {
  for (;;) {
    const uint32_t a = read() & kMask;
    const uint32_t b = read() & kMask;
    const uint32_t c = read() & kMask;
    if (InCyclicOrder(a, b, c)) return b;
  }
}

}  // namespace xenotime
