#ifndef XENOTIME_TIME_RENDEZVOUS_RULES_H_
#define XENOTIME_TIME_RENDEZVOUS_RULES_H_

#include <atomic>
#include <cstdint>

#include "xenotime/time/memory/access.h"
#include "xenotime/time/memory/task.h"
#include "xenotime/time/rendezvous/rendezvous.h"

namespace xenotime {

// What makes a rendezvous correct, each in one place: the protocols take it as
// a template argument. A test derives a mutant that breaks one rule, to see
// that the explorer finds out.
struct RendezvousRules {
  // Orders of the accesses to the barrier's counter. Arrive: what a CPU has
  // done happens before the master goes on. Release: what the master has done
  // happens before the slaves go on.
  static constexpr std::memory_order kArrive = std::memory_order_acq_rel;
  static constexpr std::memory_order kRelease = std::memory_order_acq_rel;
  static constexpr std::memory_order kWait = std::memory_order_acquire;
  static constexpr std::memory_order kReset = std::memory_order_release;

  // One counter of both barriers: what a slave waits for. A faster slave may
  // already have gone beyond N, or into the next round.
  static constexpr Until FirstWait(uint64_t cpus) {
    return Until::AtLeast(cpus);
  }
  static constexpr Until SecondWait(uint64_t cpus) {
    return Until::AtMost(cpus);
  }

  // The master clears a counter where nobody can be waiting on it.
  static constexpr bool kResetMisplaced = false;

  // The number of CPUs is that of the copy of the online set. Awaited at every
  // wait, so that a mutant can look at the live one.
  template <typename Cpu>
  static Ready<uint64_t> Cpus(Cpu&, const RendezvousSetting& setting) {
    return {setting.cpus};
  }
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_RULES_H_
