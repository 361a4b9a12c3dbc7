#ifndef XENOTIME_TIME_MEMORY_EXPLORER_H_
#define XENOTIME_TIME_MEMORY_EXPLORER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "xenotime/time/memory/request.h"
#include "xenotime/time/memory/task.h"

namespace xenotime {

// What one CPU has done on one path of an exploration.
struct ExploredCpu {
  uint64_t first_sample = 0;      // its first reading of the TSC; 0: none
  std::vector<uint64_t> written;  // its TSC, in turn
  uint32_t spins = 0;             // loops that it has left
  bool done = false;
};

// A protocol and what must hold of it.
struct Exploration {
  uint32_t cpus = 2;
  uint32_t words = 1;  // ids 0 .. words-1
  // What CPU `cpu` executes. Called again and again; must do the same each
  // time that its accesses come out the same.
  std::function<Task(uint32_t cpu, ModelCpu& on)> program;
  // The first reading of a TSC is one of 1 .. samples, all of which are tried:
  // whatever the counters were, and however late they were read.
  uint64_t samples = 1;
  // Called after every step of `cpu`, and once more when all are done; what is
  // wrong, or "".
  std::function<std::string(const std::vector<ExploredCpu>&, uint32_t cpu)>
      check_step;
  std::function<std::string(const std::vector<ExploredCpu>&)> check_end;
  std::vector<std::string> word_names;  // for the steps in words; by id
};

struct ExplorationResult {
  int64_t states = 0;   // different ones that were reached
  int64_t endings = 0;  // of them, with every CPU done
  // What went wrong first, "" if nothing; then the way there, step by step.
  std::string failure;
  std::vector<std::string> steps;
};

// Visits every state that the CPUs can reach, whatever their speeds and
// whatever stores their loads may see (VisibleMemory). Failures: what the
// checks say, and a deadlock: CPUs that are not done, all of them in loops that
// no store will end.
//
// Reduction: a step that concerns its CPU alone (the first reading of its TSC)
// is taken before those of others, as it commutes with them. Of the turns of a
// spin loop only those count that see something new: a loop that has seen a
// later value never sees an earlier one again, and may have missed it.
//
// RESOURCE_EXHAUSTED: more than `most_states`; the message says how many paths
// there are, by estimate, and how long they would take. Thread rule: pure; one
// thread.
absl::StatusOr<ExplorationResult> Explore(const Exploration& exploration,
                                          int64_t most_states = 20'000'000);

// Random paths, for what is too large to be visited in full: `paths` of them,
// or up to the first failure.
ExplorationResult ExploreAtRandom(const Exploration& exploration, int64_t paths,
                                  uint64_t seed);

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_EXPLORER_H_
