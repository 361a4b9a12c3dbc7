#ifndef XENOTIME_TIME_MEMORY_MACHINE_MODEL_H_
#define XENOTIME_TIME_MEMORY_MACHINE_MODEL_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace xenotime {

// A machine as far as a few CPUs that meet in one cache line notice it. All
// costs are in cycles of the TSC, 0 .. 10^9.
struct MachineModel {
  std::string name;

  // CPUs are numbered thread by thread, core by core, die by die.
  uint32_t sockets = 1;
  uint32_t dies = 1;     // of a socket
  uint32_t cores = 1;    // of a die
  uint32_t threads = 1;  // of a core

  // One way of a cache line from one CPU to another, by where that is. A
  // distance that occurs must have a cost.
  int64_t line_same_core = 0;
  int64_t line_same_die = 0;
  int64_t line_other_die = 0;
  int64_t line_other_socket = 0;
  // A locked operation or a full barrier, beyond the way of the line.
  int64_t locked = 0;
  int64_t tsc_read = 0;
  int64_t tsc_write = 0;
  // How much earlier than it stands in the program the TSC may be sampled when
  // it is not ordered behind a slow access (tsc.md, 6).
  int64_t tsc_lead = 0;
  int64_t platform_read = 0;  // of the platform timer
  // Leaving a spin loop for the first time in a second: code and branch history
  // are cold.
  int64_t cold_exit = 0;
  // From the initiator's entry to the others': inter-processor interrupt.
  int64_t ipi = 0;
  // Whenever a CPU has waited for others, it goes on this much later at most;
  // evenly distributed.
  int64_t noise = 0;

  uint32_t cpus() const { return sockets * dies * cores * threads; }
  // One way of a line between two CPUs; 0 for a CPU itself.
  int64_t LineCost(uint32_t from, uint32_t to) const;
};

// INVALID_ARGUMENT: no CPU, more than 64, a negative or absurd cost, a distance
// without a cost; the message names the field.
absl::Status CheckModel(const MachineModel& model);

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_MACHINE_MODEL_H_
