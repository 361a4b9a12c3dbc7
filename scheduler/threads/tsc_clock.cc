#include "xenotime/scheduler/threads/tsc_clock.h"

#include <time.h>

#include <limits>

#include "xenotime/time/cpu.h"

namespace xenotime {
namespace {

struct Reading {
  uint64_t tsc = 0;
  uint64_t ns = 0;
};

uint64_t RawNanoseconds() {
  timespec t = {};
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1'000'000'000u +
         static_cast<uint64_t>(t.tv_nsec);
}

// Both clocks at one moment: of some tries the one that took least.
Reading ReadBoth() {
  Reading best;
  uint64_t least = std::numeric_limits<uint64_t>::max();
  for (int i = 0; i < 50; ++i) {
    const uint64_t before = ReadTscOrdered();
    const uint64_t ns = RawNanoseconds();
    const uint64_t after = ReadTscOrdered();
    if (after - before >= least) continue;
    least = after - before;
    best = {before + least / 2, ns};
  }
  return best;
}

TscRate Calibrate() {
  const Reading start = ReadBoth();
  const timespec pause = {.tv_sec = 0, .tv_nsec = 20'000'000};
  nanosleep(&pause, nullptr);
  const Reading end = ReadBoth();
  return TscRate::Of(end.tsc - start.tsc, end.ns - start.ns);
}

}  // namespace

TscRate TscRate::Of(uint64_t ticks, uint64_t ns) {
  __extension__ using Wide = unsigned __int128;
  return {
      .ns_per_tick = static_cast<uint64_t>((Wide{ns} << 32) / ticks),
      .ticks_per_ns = static_cast<uint64_t>((Wide{ticks} << 32) / ns),
  };
}

const TscRate& TscRate::Host() {
  static const TscRate rate = Calibrate();
  return rate;
}

uint64_t TscClock::TscAt(Instant t) const {
  constexpr int64_t kCentury = 3'155'760'000'000'000'000;
  if (t.ns() > kCentury) return std::numeric_limits<uint64_t>::max();
  uint64_t tsc =
      origin_ + static_cast<uint64_t>(Scale(t.ns(), rate_.ticks_per_ns));
  while (At(tsc) < t) ++tsc;
  return tsc;
}

}  // namespace xenotime
