#ifndef XENOTIME_SCHEDULER_SCENARIO_GRANULARITY_H_
#define XENOTIME_SCHEDULER_SCENARIO_GRANULARITY_H_

#include <cstdint>

#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// How many pCPUs its schedulers treat as one: 1, or those of a core or of a
// socket.
uint32_t ResourceSize(const Scenario& scenario);
// The pCPUs that are treated as one with p, in ascending order.
PcpuList ResourceMembers(const Scenario& scenario, uint32_t p);

// Adds what is wrong with the granularity: on Arm there is none, resources are
// never divided between pools, and frames name the first vCPU of a unit.
// REQUIRES: the topology is valid.
void ValidateGranularity(const Scenario& scenario, Findings& findings);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_GRANULARITY_H_
