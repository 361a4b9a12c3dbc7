#ifndef XENOTIME_CLI_INTERRUPT_H_
#define XENOTIME_CLI_INTERRUPT_H_

#include <atomic>

namespace xenotime {

// Turns the first Ctrl-C (SIGINT) into a flag, so that a run can end with a
// partial report; the second one ends the process as usual.
//
// Signal handling belongs to the process: at most one object at a time. The
// handler that was there before is put back at the end.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  // Becomes true, and stays so. Any thread may read it.
  const std::atomic<bool>* flag() const;
};

}  // namespace xenotime

#endif  // XENOTIME_CLI_INTERRUPT_H_
