#ifndef XENOTIME_TIME_WARP_CHECK_WARP_LOOP_H_
#define XENOTIME_TIME_WARP_CHECK_WARP_LOOP_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "xenotime/time/memory/access.h"
#include "xenotime/time/memory/task.h"

namespace xenotime {

// What the CPUs of a warp test share, all of it 0 at first; one cache line.
template <typename Word>
struct alignas(64) WarpBlock {
  Word lock{};
  Word last{};      // the latest reading of anybody
  Word max_warp{};  // ticks
  Word warps{};
};

// Enough even for a TSC that stands still (tsc_check.md, 1).
inline constexpr uint64_t kMostWarpTurns = 10'000'000;

// Asks whether a reading of the TSC that happens after another one, on another
// CPU, can be less than that (tsc_check.md, 1): what a CPU does in
// a warp test, for so many ticks of its own TSC. `block` must outlive the task.
//
// A warp is seen only if the skew is greater than the time in which the lock
// changes hands; it is measured as the skew minus the least such time.
template <typename Cpu>
Task WarpLoop(Cpu& cpu, WarpBlock<typename Cpu::Word>& block, uint64_t ticks) {
  const uint64_t start = co_await cpu.ReadTsc(TscRead::kOrdered);
  for (uint64_t turn = 0;; ++turn) {
    while (co_await cpu.CompareExchange(block.lock, 0, 1) != 0) {
      co_await cpu.Spin(block.lock, Until::Equal(0), std::memory_order_relaxed,
                        SpinTurn::kPause);
    }
    const uint64_t previous =
        co_await cpu.Load(block.last, std::memory_order_relaxed);
    const uint64_t now = co_await cpu.ReadTsc(TscRead::kOrdered);
    co_await cpu.Store(block.last, now, std::memory_order_relaxed);
    co_await cpu.Store(block.lock, 0, std::memory_order_release);
    if (turn % 8 == 0) {
      // The last reading of all is not judged.
      if (now - start > ticks || turn > kMostWarpTurns) break;
      co_await cpu.Pause();
    }
    if (previous <= now) continue;
    while (co_await cpu.CompareExchange(block.lock, 0, 1) != 0) {
      co_await cpu.Spin(block.lock, Until::Equal(0), std::memory_order_relaxed,
                        SpinTurn::kPause);
    }
    const uint64_t greatest =
        co_await cpu.Load(block.max_warp, std::memory_order_relaxed);
    co_await cpu.Store(block.max_warp, std::max(greatest, previous - now),
                       std::memory_order_relaxed);
    co_await cpu.Add(block.warps, 1, std::memory_order_relaxed);
    co_await cpu.Store(block.lock, 0, std::memory_order_release);
  }
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_WARP_CHECK_WARP_LOOP_H_
