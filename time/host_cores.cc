#include "xenotime/time/host_cores.h"

#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>

namespace xenotime {

std::vector<int> AllowedCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (pthread_getaffinity_np(pthread_self(), sizeof set, &set) != 0) {
    return cores;
  }
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  }
  return cores;
}

namespace {

bool BindTo(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(core, &set);
  return pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0;
}

}  // namespace

bool PinToCore(int core) { return BindTo({core}); }

void RestoreCores(const std::vector<int>& cores) { BindTo(cores); }

void UsePreciseTimeouts() { prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0); }

}  // namespace xenotime
