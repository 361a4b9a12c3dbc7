#ifndef XENOTIME_TIME_RENDEZVOUS_FIVE_ROUNDS_H_
#define XENOTIME_TIME_RENDEZVOUS_FIVE_ROUNDS_H_

#include <atomic>
#include <cstdint>

#include "xenotime/time/memory/access.h"
#include "xenotime/time/memory/task.h"
#include "xenotime/time/rendezvous/rendezvous.h"
#include "xenotime/time/rendezvous/rules.h"

namespace xenotime {

// Form (d), rendezvous.md, 5: the rounds before the last only make code, branch
// history and cache lines warm on every CPU, so that all leave the last barrier
// equally fast. The sample of the first round is written in the last.
//
// Each round has two barriers with a counter each; a counter is cleared while
// everybody is at the other one, so that tests for equality are safe.
template <typename Rules = RendezvousRules, typename Cpu>
Task FiveRoundsMaster(Cpu& cpu, RendezvousBlock<typename Cpu::Word>& block,
                      RendezvousSetting setting, CalibrationRecord& record) {
  uint64_t sample = 0;
  for (int round = 0; round < setting.rounds; ++round) {
    const uint64_t cpus = co_await Rules::Cpus(cpu, setting);
    co_await cpu.Spin(block.count, Until::Equal(cpus - 1), Rules::kWait,
                      SpinTurn::kFullBarrier);
    if (round == 0) {
      record.master_stime = co_await cpu.ReadPlatformTime();
      co_await cpu.Store(block.master_stime, record.master_stime,
                         std::memory_order_relaxed);
      if (setting.constant_rate) {
        sample = co_await cpu.ReadTsc(TscRead::kPlain);
        co_await cpu.Store(block.master_tsc, sample, std::memory_order_relaxed);
      }
    }
    if (!Rules::kResetMisplaced) {
      co_await cpu.Store(block.end, 0, Rules::kReset);
    }
    co_await cpu.Add(block.count, 1, Rules::kRelease);
    if (round == setting.rounds - 1 && setting.constant_rate) {
      co_await cpu.WriteTsc(sample);
    }
    if (Rules::kResetMisplaced) {
      co_await cpu.Store(block.end, 0, Rules::kReset);
    }
    co_await cpu.Spin(block.end, Until::Equal(cpus - 1), Rules::kWait,
                      SpinTurn::kFullBarrier);
    co_await cpu.Store(block.count, 0, Rules::kReset);
    co_await cpu.Add(block.end, 1, Rules::kRelease);
  }
  record.local_tsc = co_await cpu.ReadTsc(TscRead::kPlain);
  record.local_stime = cpu.Extrapolate(co_await cpu.ReadTsc(TscRead::kPlain));
}

template <typename Rules = RendezvousRules, typename Cpu>
Task FiveRoundsSlave(Cpu& cpu, RendezvousBlock<typename Cpu::Word>& block,
                     RendezvousSetting setting, CalibrationRecord& record) {
  for (int round = 0; round < setting.rounds; ++round) {
    co_await cpu.Add(block.count, 1, Rules::kArrive);
    const uint64_t cpus = co_await Rules::Cpus(cpu, setting);
    co_await cpu.Spin(block.count, Until::Equal(cpus), Rules::kWait,
                      SpinTurn::kFullBarrier);
    if (round == setting.rounds - 1 && setting.constant_rate) {
      co_await cpu.WriteTsc(
          co_await cpu.Load(block.master_tsc, std::memory_order_relaxed));
    }
    co_await cpu.Add(block.end, 1, Rules::kArrive);
    co_await cpu.Spin(block.end, Until::Equal(cpus), Rules::kWait,
                      SpinTurn::kFullBarrier);
  }
  record.local_tsc = co_await cpu.ReadTsc(TscRead::kPlain);
  record.local_stime = cpu.Extrapolate(co_await cpu.ReadTsc(TscRead::kPlain));
  record.master_stime =
      co_await cpu.Load(block.master_stime, std::memory_order_relaxed);
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_FIVE_ROUNDS_H_
