#ifndef XENOTIME_SCHEDULER_SCENARIO_VALIDATE_ACTIONS_H_
#define XENOTIME_SCHEDULER_SCENARIO_VALIDATE_ACTIONS_H_

#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// What is wrong with the course of a scenario's actions: pools, pCPUs and
// domains are followed through time, and what the hypervisor would refuse is an
// error that says what holds then (core.md, section 8).
//
// REQUIRES: the topology is valid. Names of pools, domains, vCPUs and pCPUs
// that do not exist are errors too. Thread rule: pure.
void ValidateActions(const Scenario& scenario, Findings& findings);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_VALIDATE_ACTIONS_H_
