#ifndef XENOTIME_SCHEDULER_THREADS_AFFINITY_H_
#define XENOTIME_SCHEDULER_THREADS_AFFINITY_H_

#include <vector>

namespace xenotime {

// The host's cores on which the calling thread may run, ascending.
std::vector<int> AllowedCores();

// Binds the calling thread to one core; false if the host refuses.
bool PinToCore(int core);

// Makes the calling thread's timed waits as precise as the kernel can
// (PR_SET_TIMERSLACK; the default is 50 us late).
void UsePreciseTimeouts();

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_AFFINITY_H_
