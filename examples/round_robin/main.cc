// The whole command, with one more scheduler: bazel run
// //examples/round_robin:main -- compare --schedulers=credit,round_robin

#include "xenotime/cli/main_lib.h"
#include "xenotime/examples/round_robin/round_robin_policy.h"
#include "xenotime/scheduler/policies/builtin.h"

int main(int argc, char** argv) {
  xenotime::PolicyRegistry registry;
  xenotime::AddBuiltinPolicies(registry);
  xenotime::examples::AddRoundRobinPolicy(registry);
  return xenotime::XenotimeMain(argc, argv, registry);
}
