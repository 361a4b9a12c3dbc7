#include "xenotime/cli/main_lib.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/policy/registry.h"

int main(int argc, char** argv) {
  xenotime::PolicyRegistry registry;
  xenotime::AddBuiltinPolicies(registry);
  return xenotime::XenotimeMain(argc, argv, registry);
}
