#ifndef XENOTIME_TIME_TSC_ADJUST_H_
#define XENOTIME_TIME_TSC_ADJUST_H_

#include <cstdint>
#include <map>
#include <optional>

namespace xenotime {

// What a hypervisor does about the IA32_TSC_ADJUST that firmware left.
//
// Firmware that wrote one CPU's TSC left its trace there; one board had -2^50
// on the boot CPU alone, which hung boot. Undoing it puts CPUs back in step
// without a measurement. Applies to CPUs with ADJUST and an invariant TSC.
//
// Thread rule: one thread at a time. Limits: values are signed and wrap; a
// socket's reference is that of its first CPU, and stays. Source: tsc.md, 4.
class TscAdjustPolicy {
 public:
  struct BootFix {
    int64_t adjust;       // to write: always 0
    uint64_t boot_stamp;  // the TSC value that now means system time 0
  };
  // The boot CPU, early; nothing to do if its ADJUST is 0. `boot_stamp` is the
  // TSC value at entry to the hypervisor. Its socket's reference becomes 0.
  std::optional<BootFix> OnBootCpu(uint32_t socket, int64_t adjust,
                                   uint64_t boot_stamp);

  // A CPU that comes later: the ADJUST to write, or nothing to do. The first
  // of a socket is believed unless it is negative.
  std::optional<int64_t> OnSecondaryCpu(uint32_t socket, int64_t adjust);

 private:
  std::map<uint32_t, int64_t> references_;  // by socket
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_TSC_ADJUST_H_
