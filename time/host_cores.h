#ifndef XENOTIME_TIME_HOST_CORES_H_
#define XENOTIME_TIME_HOST_CORES_H_

#include <vector>

namespace xenotime {

// The host's cores on which the calling thread may run, ascending.
std::vector<int> AllowedCores();

// Binds the calling thread to one core; false if the host refuses.
bool PinToCore(int core);

// Lets the calling thread run on these cores again.
void RestoreCores(const std::vector<int>& cores);

// Makes the calling thread's timed waits as precise as the kernel can
// (PR_SET_TIMERSLACK; the default is 50 us late).
void UsePreciseTimeouts();

}  // namespace xenotime

#endif  // XENOTIME_TIME_HOST_CORES_H_
