#ifndef XENOTIME_TIME_RENDEZVOUS_STARTUP_SYNC_H_
#define XENOTIME_TIME_RENDEZVOUS_STARTUP_SYNC_H_

#include <atomic>
#include <cstdint>

#include "xenotime/time/memory/access.h"
#include "xenotime/time/memory/task.h"
#include "xenotime/time/rendezvous/rendezvous.h"
#include "xenotime/time/rendezvous/rules.h"

namespace xenotime {

inline constexpr uint64_t kStartupRounds = 5;

// The TSC of a CPU that comes up is set to that of the CPU that brings it up
// (rendezvous.md, 10). Every round writes, the last one counts; the new CPU
// ends behind by the way of one cache line and its own write.
template <typename Rules = RendezvousRules, typename Cpu>
Task BringUp(Cpu& cpu, RendezvousBlock<typename Cpu::Word>& block) {
  for (uint64_t round = 1; round <= kStartupRounds; ++round) {
    co_await cpu.Store(block.master_tsc,
                       co_await cpu.ReadTsc(TscRead::kOrdered),
                       std::memory_order_relaxed);
    co_await cpu.Add(block.count, 1, Rules::kRelease);
    co_await cpu.Spin(block.count, Until::Equal(2 * round), Rules::kWait,
                      SpinTurn::kPause);
  }
  co_await cpu.Store(block.count, 0, Rules::kReset);
}

template <typename Rules = RendezvousRules, typename Cpu>
Task ComeUp(Cpu& cpu, RendezvousBlock<typename Cpu::Word>& block) {
  for (uint64_t round = 1; round <= kStartupRounds; ++round) {
    co_await cpu.Spin(block.count, Until::Equal(2 * round - 1), Rules::kWait,
                      SpinTurn::kPause);
    co_await cpu.WriteTsc(
        co_await cpu.Load(block.master_tsc, std::memory_order_relaxed));
    co_await cpu.Add(block.count, 1, Rules::kArrive);
  }
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_STARTUP_SYNC_H_
