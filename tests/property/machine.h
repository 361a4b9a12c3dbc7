#ifndef XENOTIME_TESTS_PROPERTY_MACHINE_H_
#define XENOTIME_TESTS_PROPERTY_MACHINE_H_

#include <cstdint>
#include <string>

#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/sim/models.h"
#include "xenotime/tests/property/instructions.h"

namespace xenotime {

// On what a list of instructions is executed.
struct MachineSpec {
  Engine::MakePolicy make_policy;
  // Of a second pool, if any: it has every second pCPU and every second domain
  // at first. REQUIRES: two pCPUs then.
  Engine::MakePolicy make_neighbour;
  TopologyShape shape;
  // pCPUs that are scheduled as one: they join and leave pools together.
  uint32_t resource = 1;
  uint32_t vcpus_per_domain = 3;  // of three domains; the last comes later
  SimModels models;
  uint64_t seed = 1;
};

struct Outcome {
  std::string failure;  // what went wrong in words; "" if nothing
  int64_t events = 0;   // of the simulation
};

// Executes the list in the simulation, in this process. May abort.
Outcome Execute(const MachineSpec& spec, const Instructions& list);

// The same in a process of its own, so that an abort is a failure like others.
Outcome ExecuteApart(const MachineSpec& spec, const Instructions& list);

// Executes the list; when that fails, the shortest list that fails too, as C++,
// with what it does. "" if all is well.
std::string LeastFailure(const MachineSpec& spec, const Instructions& list);

}  // namespace xenotime

#endif  // XENOTIME_TESTS_PROPERTY_MACHINE_H_
