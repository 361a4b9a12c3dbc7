#include "xenotime/scheduler/threads/host_meter.h"

#include <cinttypes>
#include <cstdio>

namespace xenotime {

int64_t ThreadRunDelayNs() {
  std::FILE* file = std::fopen("/proc/thread-self/schedstat", "re");
  if (file == nullptr) return 0;
  int64_t on_cpu = 0;
  int64_t delay = 0;
  const int fields = std::fscanf(file, "%" SCNd64 " %" SCNd64, &on_cpu, &delay);
  std::fclose(file);
  return fields == 2 ? delay : 0;
}

}  // namespace xenotime
