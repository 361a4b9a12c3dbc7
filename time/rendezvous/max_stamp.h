#ifndef XENOTIME_TIME_RENDEZVOUS_MAX_STAMP_H_
#define XENOTIME_TIME_RENDEZVOUS_MAX_STAMP_H_

#include <atomic>
#include <cstdint>

#include "xenotime/time/memory/access.h"
#include "xenotime/time/memory/task.h"
#include "xenotime/time/rendezvous/rendezvous.h"
#include "xenotime/time/rendezvous/rules.h"

namespace xenotime {

// Form (e), rendezvous.md, 6 and 7: every CPU brings a sample in the first
// round, the greatest of them is known in the second and written in the last;
// no TSC is set behind what it was in the first round.
//
// One counter for both barriers of a round: 0 .. N-1 slaves arrive, N the
// master lets them go, N+1 .. 2N-1 they arrive again, 0 the master lets them go
// again. Slaves may find it further on than they expect, but never back to
// where they would miss it.

// What a CPU has when it leaves the rounds.
struct StampPair {
  uint64_t own = 0;      // its first sample
  uint64_t written = 0;  // what its TSC was set to
};

// At the end of each round. A sample that happens to be 0 counts as 1, or it
// would be taken again.
inline void KeepSample(StampPair& stamps) {
  if (stamps.own == 0) stamps.own = 1;
}

// The system time of the sample, by the stamp before the rendezvous, belongs to
// the value that was written: however far the TSC has jumped, this CPU's system
// time goes on.
template <typename Cpu>
void RecordStamps(Cpu& cpu, const StampPair& stamps, CalibrationRecord& out) {
  out.local_tsc = stamps.written;
  out.local_stime = cpu.Extrapolate(stamps.own);
}

template <typename Rules = RendezvousRules, typename Cpu>
Task MaxStampMaster(Cpu& cpu, RendezvousBlock<typename Cpu::Word>& block,
                    RendezvousSetting setting, CalibrationRecord& record) {
  StampPair stamps;
  uint64_t greatest = 0;  // as it is in master_tsc
  for (int left = setting.rounds - 1; left >= 0; --left) {
    const uint64_t cpus = co_await Rules::Cpus(cpu, setting);
    co_await cpu.Spin(block.count, Until::Equal(cpus - 1), Rules::kWait,
                      SpinTurn::kPause);
    if (stamps.own == 0) {
      stamps.own = co_await cpu.ReadTsc(TscRead::kOrdered);
      greatest = stamps.own;
      co_await cpu.Store(block.master_tsc, greatest, std::memory_order_relaxed);
    } else {
      const uint64_t of_slaves =
          co_await cpu.Load(block.max_tsc, std::memory_order_relaxed);
      if (greatest < of_slaves) {
        greatest = of_slaves;
        co_await cpu.Store(block.master_tsc, greatest,
                           std::memory_order_relaxed);
      } else if (!setting.constant_rate && left == 0) {
        co_await cpu.Store(block.master_stime, co_await cpu.ReadPlatformTime(),
                           std::memory_order_relaxed);
      }
    }
    co_await cpu.Add(block.count, 1, Rules::kRelease);
    if (left == 0) {
      co_await cpu.WriteTsc(stamps.written);
      co_await cpu.Pause();  // a sibling thread can write too
    }
    if (Rules::kResetMisplaced) {
      co_await cpu.Store(block.count, 0, Rules::kReset);
    }
    co_await cpu.Spin(block.count, Until::Equal(2 * cpus - 1), Rules::kWait,
                      SpinTurn::kPause);
    if (!Rules::kResetMisplaced) {
      co_await cpu.Store(block.count, 0, Rules::kReset);
    }
    KeepSample(stamps);
    // Latched here, so that the last round loads nothing but the counter.
    stamps.written = greatest;
  }
  RecordStamps(cpu, stamps, record);
  record.master_stime =
      co_await cpu.Load(block.master_stime, std::memory_order_relaxed);
}

template <typename Rules = RendezvousRules, typename Cpu>
Task MaxStampSlave(Cpu& cpu, RendezvousBlock<typename Cpu::Word>& block,
                   RendezvousSetting setting, CalibrationRecord& record) {
  StampPair stamps;
  for (int left = setting.rounds - 1; left >= 0; --left) {
    co_await cpu.Add(block.count, 1, Rules::kArrive);
    const uint64_t cpus = co_await Rules::Cpus(cpu, setting);
    co_await cpu.Spin(block.count, Rules::FirstWait(cpus), Rules::kWait,
                      SpinTurn::kPause);
    if (stamps.own == 0) {
      uint64_t greatest =
          co_await cpu.Load(block.max_tsc, std::memory_order_relaxed);
      stamps.own = co_await cpu.ReadTsc(TscRead::kOrdered);
      while (stamps.own > greatest) {
        const uint64_t expected = greatest;
        greatest =
            co_await cpu.CompareExchange(block.max_tsc, expected, stamps.own);
        if (greatest == expected) break;
      }
    }
    if (left == 0) {
      co_await cpu.WriteTsc(stamps.written);
      co_await cpu.Pause();
    }
    co_await cpu.Add(block.count, 1, Rules::kArrive);
    co_await cpu.Spin(block.count, Rules::SecondWait(cpus), Rules::kWait,
                      SpinTurn::kPause);
    KeepSample(stamps);
    stamps.written =
        co_await cpu.Load(block.master_tsc, std::memory_order_relaxed);
  }
  RecordStamps(cpu, stamps, record);
  record.master_stime =
      co_await cpu.Load(block.master_stime, std::memory_order_relaxed);
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_MAX_STAMP_H_
