#ifndef XENOTIME_SCHEDULER_POLICIES_BUILTIN_H_
#define XENOTIME_SCHEDULER_POLICIES_BUILTIN_H_

#include "xenotime/scheduler/policy/registry.h"

namespace xenotime {

// Adds Xen's schedulers, with their parameters, to a registry: the explicit
// table of what this library comes with.
void AddBuiltinPolicies(PolicyRegistry& registry);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_POLICIES_BUILTIN_H_
