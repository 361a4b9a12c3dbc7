#ifndef XENOTIME_TIME_RENDEZVOUS_RENDEZVOUS_H_
#define XENOTIME_TIME_RENDEZVOUS_RENDEZVOUS_H_

#include <cstdint>

namespace xenotime {

// The forms that Xen's calibration rendezvous has had (rendezvous.md, 2 to 9).
enum class RendezvousForm : uint8_t {
  kMasterKeeps,  // (a) before February 2009: one barrier, slaves are written
  kAllWrite,     // (b) tsc1: everybody writes
  kIfNeeded,     // (c) tsc2: everybody writes if TSCs may have stopped
  kFiveRounds,   // (d) tsc1-new: two counters, the write in the fifth round
  kMaxStamp,     // (e) today's: one counter, the greatest first sample wins
  kStd,          // (f) no TSC is written
  kNop,          // (g) the TSC is the platform timer
};

// One letter, as in rendezvous.md: 'a' .. 'g'.
constexpr char LetterOf(RendezvousForm form) {
  return static_cast<char>('a' + static_cast<int>(form));
}

// What the initiator knows before it calls the others.
struct RendezvousSetting {
  // How many CPUs take part: the size of the copy of the online set, never the
  // live count (rendezvous.md, 1).
  uint64_t cpus = 1;
  // Of (d) and (e): the first brings a sample, the last writes. At least 3 for
  // (e), whose maximum is known in the second and latched at its end.
  int rounds = 5;
  bool constant_rate = true;
  bool nonstop = false;
  // (c): an idle state that is in use may stop TSCs (rendezvous.md, 4).
  bool may_stop = true;
  // (g): platform time and the very counter value that gave it.
  uint64_t master_stime = 0;
  uint64_t master_tsc = 0;
};

// What a CPU leaves for its own calibration softirq; Xen term cpu_calibration.
// Times in ns, TSC in ticks.
struct CalibrationRecord {
  uint64_t local_tsc = 0;
  uint64_t local_stime = 0;
  uint64_t master_stime = 0;
  friend bool operator==(const CalibrationRecord&,
                         const CalibrationRecord&) = default;
};

// What the CPUs of one rendezvous share, all of it 0 at first. One cache line,
// as on the initiator's stack.
template <typename Word>
struct alignas(64) RendezvousBlock {
  Word count{};         // the barrier; `start` of form (d)
  Word end{};           // (d) only
  Word master_stime{};  // ns
  Word master_tsc{};
  Word max_tsc{};  // (e) only: the greatest first sample of a slave
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_RENDEZVOUS_RENDEZVOUS_H_
