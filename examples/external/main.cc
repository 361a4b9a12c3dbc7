// Xenotime's whole command, with this workspace's scheduler beside Xen's.

#include "partitioned_policy.h"
#include "xenotime/cli/main_lib.h"
#include "xenotime/scheduler/policies/builtin.h"

int main(int argc, char** argv) {
  xenotime::PolicyRegistry registry;
  xenotime::AddBuiltinPolicies(registry);
  external_example::AddPartitionedPolicy(registry);
  return xenotime::XenotimeMain(argc, argv, registry);
}
