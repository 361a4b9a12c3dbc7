#ifndef XENOTIME_TIME_RENDEZVOUS_SINGLE_BARRIER_H_
#define XENOTIME_TIME_RENDEZVOUS_SINGLE_BARRIER_H_

#include <atomic>
#include <cstdint>

#include "xenotime/time/memory/access.h"
#include "xenotime/time/memory/task.h"
#include "xenotime/time/rendezvous/rendezvous.h"
#include "xenotime/time/rendezvous/rules.h"

namespace xenotime {

// The forms with one barrier: (a), (b), (c) and (f) of rendezvous.md, sections
// 2, 3, 4 and 8. Every slave counts itself; the master, having seen all of
// them, samples and counts itself too, which lets everybody go.
//
// Ties: none; whoever sees the count of N first, goes first. What remains as
// skew is the time from the master's sample to the slave's write in (a), and
// from the master's leaving to the slave's in (b).

// Whether (b) or (c), in this setting, writes TSCs at all.
inline bool AllWriteWrites(RendezvousForm form,
                           const RendezvousSetting& setting) {
  if (!setting.constant_rate) return false;
  return form != RendezvousForm::kIfNeeded ||
         (!setting.nonstop && setting.may_stop);
}

// (a): the master goes on from the sample that it leaves to the others.
template <typename Rules = RendezvousRules, typename Cpu>
Task MasterKeeps(Cpu& cpu, RendezvousBlock<typename Cpu::Word>& block,
                 RendezvousSetting setting, CalibrationRecord& record) {
  const uint64_t cpus = co_await Rules::Cpus(cpu, setting);
  co_await cpu.Spin(block.count, Until::Equal(cpus - 1), Rules::kWait,
                    SpinTurn::kPause);
  record.master_stime = co_await cpu.ReadPlatformTime();
  record.local_tsc = co_await cpu.ReadTsc(TscRead::kPlain);
  co_await cpu.Store(block.master_stime, record.master_stime,
                     std::memory_order_relaxed);
  co_await cpu.Store(block.master_tsc, record.local_tsc,
                     std::memory_order_relaxed);
  co_await cpu.FullBarrier();
  co_await cpu.Add(block.count, 1, Rules::kRelease);
  record.local_stime = cpu.Extrapolate(co_await cpu.ReadTsc(TscRead::kPlain));
}

template <typename Rules = RendezvousRules, typename Cpu>
Task SlaveOfMasterWhoKeeps(Cpu& cpu, RendezvousBlock<typename Cpu::Word>& block,
                           RendezvousSetting setting,
                           CalibrationRecord& record) {
  co_await cpu.Add(block.count, 1, Rules::kArrive);
  const uint64_t cpus = co_await Rules::Cpus(cpu, setting);
  co_await cpu.Spin(block.count, Until::Equal(cpus), Rules::kWait,
                    SpinTurn::kPause);
  co_await cpu.FullBarrier();
  if (setting.constant_rate) {
    co_await cpu.WriteTsc(
        co_await cpu.Load(block.master_tsc, std::memory_order_relaxed));
  }
  record.local_tsc = co_await cpu.ReadTsc(TscRead::kPlain);
  record.local_stime = cpu.Extrapolate(co_await cpu.ReadTsc(TscRead::kPlain));
  record.master_stime =
      co_await cpu.Load(block.master_stime, std::memory_order_relaxed);
}

// (b) and (c): everybody writes the sample. One of 0 says that nothing is to be
// written.
template <typename Rules = RendezvousRules, typename Cpu>
Task AllWrite(RendezvousForm form, bool is_master, Cpu& cpu,
              RendezvousBlock<typename Cpu::Word>& block,
              RendezvousSetting setting, CalibrationRecord& record) {
  if (!is_master) co_await cpu.Add(block.count, 1, Rules::kArrive);
  const uint64_t cpus = co_await Rules::Cpus(cpu, setting);
  if (is_master) {
    co_await cpu.Spin(block.count, Until::Equal(cpus - 1), Rules::kWait,
                      SpinTurn::kPause);
    co_await cpu.Store(block.master_stime, co_await cpu.ReadPlatformTime(),
                       std::memory_order_relaxed);
    if (AllWriteWrites(form, setting)) {
      co_await cpu.Store(block.master_tsc,
                         co_await cpu.ReadTsc(TscRead::kPlain),
                         std::memory_order_relaxed);
    }
    co_await cpu.FullBarrier();
    co_await cpu.Add(block.count, 1, Rules::kRelease);
  } else {
    co_await cpu.Spin(block.count, Until::Equal(cpus), Rules::kWait,
                      SpinTurn::kFullBarrier);
  }
  const uint64_t sample =
      co_await cpu.Load(block.master_tsc, std::memory_order_relaxed);
  if (sample != 0) co_await cpu.WriteTsc(sample);
  record.local_tsc = co_await cpu.ReadTsc(TscRead::kPlain);
  record.local_stime = cpu.Extrapolate(co_await cpu.ReadTsc(TscRead::kPlain));
  record.master_stime =
      co_await cpu.Load(block.master_stime, std::memory_order_relaxed);
}

// (f): nothing is written, and all of a record comes from one sample.
template <typename Rules = RendezvousRules, typename Cpu>
Task StdRendezvous(bool is_master, Cpu& cpu,
                   RendezvousBlock<typename Cpu::Word>& block,
                   RendezvousSetting setting, CalibrationRecord& record) {
  if (!is_master) co_await cpu.Add(block.count, 1, Rules::kArrive);
  const uint64_t cpus = co_await Rules::Cpus(cpu, setting);
  if (is_master) {
    co_await cpu.Spin(block.count, Until::Equal(cpus - 1), Rules::kWait,
                      SpinTurn::kPause);
    if (!setting.constant_rate) {
      co_await cpu.Store(block.master_stime, co_await cpu.ReadPlatformTime(),
                         std::memory_order_relaxed);
    }
    co_await cpu.Add(block.count, 1, Rules::kRelease);
  } else {
    co_await cpu.Spin(block.count, Until::Equal(cpus), Rules::kWait,
                      SpinTurn::kPause);
  }
  record.local_tsc = co_await cpu.ReadTsc(TscRead::kOrdered);
  record.local_stime = cpu.Extrapolate(record.local_tsc);
  record.master_stime =
      co_await cpu.Load(block.master_stime, std::memory_order_relaxed);
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_SINGLE_BARRIER_H_
