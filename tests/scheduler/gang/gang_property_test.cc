// Random lists of instructions on every built-in policy, with cores or sockets
// that are scheduled as one. A failure prints the shortest list that fails.

#include <cstdint>
#include <memory>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/scheduler/gang/gang_policy.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/tests/property/instructions.h"
#include "xenotime/tests/property/machine.h"

namespace xenotime {
namespace {

Engine::MakePolicy MakerOf(const PolicyInfo& info, uint32_t size) {
  return [&info, size](PolicyHost& host) {
    return std::make_unique<GangPolicy>(host, size, [&info](PolicyHost& of) {
      return info.make(of, PolicyParameters(info.parameters));
    });
  };
}

SimModels CostsAndTrouble() {
  SimModels models;
  models.costs.wake = Nanoseconds(400);
  models.costs.decision = Nanoseconds(500);
  models.costs.context_switch = Nanoseconds(900);
  models.costs.context_tail = Nanoseconds(200);
  models.costs.idle_exit = Microseconds(2);
  models.costs.ipi_delivery = Microseconds(1);
  models.latency.ipi = Microseconds(20);
  models.latency.timer = Microseconds(50);
  models.latency.cost_percent = 80;
  models.faults.spurious_tickle_ppm = 20'000;
  models.faults.spurious_wake_ppm = 20'000;
  models.faults.late_ipi_ppm = 20'000;
  models.faults.stall_ppm = 5'000;
  return models;
}

void Explore(const SimModels& models, uint64_t first_seed) {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  const auto& all = registry.policies();
  for (const auto& info : all) {
    for (uint64_t seed = first_seed; seed < first_seed + 60; ++seed) {
      Rng rng(seed, "gang_property_test");
      MachineSpec spec;
      spec.shape = {.sockets = 2,
                    .cores = 1 + static_cast<uint32_t>(rng.Below(2)),
                    .threads = 2};
      spec.resource =
          rng.Below(3) == 0 ? 2 * spec.shape.cores : spec.shape.threads;
      spec.models = models;
      spec.seed = seed;
      spec.make_policy = MakerOf(*info, spec.resource);
      if (rng.Below(3) != 0) {
        spec.make_neighbour =
            MakerOf(*all[rng.Below(all.size())], spec.resource);
      }
      const Instructions list = RandomInstructions(rng, 20 + rng.Below(200));
      ASSERT_EQ(LeastFailure(spec, list), "")
          << info->name << " seed " << seed << ", " << spec.resource << " of "
          << spec.shape.pcpus() << " pCPUs as one"
          << (spec.make_neighbour ? ", two pools" : "");
    }
  }
}

TEST(GangProperty, HoldsWithoutCosts) { Explore({}, 1); }

TEST(GangProperty, HoldsWithCostsLatenciesAndFaults) {
  Explore(CostsAndTrouble(), 1'000);
}

}  // namespace
}  // namespace xenotime
