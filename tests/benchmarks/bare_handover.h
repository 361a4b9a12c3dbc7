#ifndef XENOTIME_TESTS_BENCHMARKS_BARE_HANDOVER_H_
#define XENOTIME_TESTS_BENCHMARKS_BARE_HANDOVER_H_

#include <cstdint>
#include <vector>

namespace xenotime {

// What two threads need to hand something over when nothing is between them:
// the floors under every wake-up.
enum class BareForm : uint8_t {
  kLine,     // the time of sending is itself what the receiver polls for
  kMessage,  // a message in one cache line, a flag in another, polled
  kFutex,    // the same, and the receiver sleeps on the flag
};

// The latencies of hand-overs from a thread on `from` to one on `to`, in TSC
// ticks, one every `gap_ticks` for `duration_ticks`. Hand-overs during which a
// thread was off its core for longer than `limit_ticks` are left out and added
// to `dropped`; nothing is left out for kFutex, whose receiver is.
std::vector<int64_t> BareHandovers(BareForm form, int from, int to,
                                   int64_t gap_ticks, int64_t duration_ticks,
                                   int64_t limit_ticks, int64_t* dropped);

}  // namespace xenotime

#endif  // XENOTIME_TESTS_BENCHMARKS_BARE_HANDOVER_H_
