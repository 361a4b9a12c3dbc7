#ifndef XENOTIME_SCHEDULER_SCENARIO_POOL_SETUP_H_
#define XENOTIME_SCHEDULER_SCENARIO_POOL_SETUP_H_

#include "xenotime/scheduler/policy/registry.h"

namespace xenotime {

// The policy of one cpupool, by PoolId.
struct PoolSetup {
  const PolicyInfo* policy = nullptr;
  PolicyParameters parameters;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_POOL_SETUP_H_
