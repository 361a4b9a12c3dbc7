// Random lists of instructions on every built-in policy. A failure prints the
// shortest list that fails, as C++ for Examples below.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/tests/property/instructions.h"
#include "xenotime/tests/property/machine.h"

namespace xenotime {
namespace {

SimModels Costs() {
  SimModels models;
  models.costs.irq_entry = Nanoseconds(300);
  models.costs.injection = Nanoseconds(100);
  models.costs.wake = Nanoseconds(400);
  models.costs.softirq = Nanoseconds(100);
  models.costs.decision = Nanoseconds(500);
  models.costs.context_switch = Nanoseconds(900);
  models.costs.context_tail = Nanoseconds(200);
  models.costs.idle_exit = Microseconds(2);
  models.costs.ipi_delivery = Microseconds(1);
  models.costs.guest_exit = Nanoseconds(600);
  return models;
}

SimModels CostsAndTrouble() {
  SimModels models = Costs();
  models.latency.ipi = Microseconds(20);
  models.latency.timer = Microseconds(50);
  models.latency.guest_exit = Microseconds(10);
  models.latency.cost_percent = 80;
  models.faults.spurious_tickle_ppm = 20'000;
  models.faults.spurious_wake_ppm = 20'000;
  models.faults.late_ipi_ppm = 20'000;
  models.faults.stall_ppm = 5'000;
  return models;
}

std::vector<TopologyShape> Shapes() {
  return {{},
          {.cores = 2},
          {.cores = 3},
          {.sockets = 2, .cores = 1, .threads = 2},
          {.sockets = 2, .cores = 2, .threads = 2}};
}

Engine::MakePolicy MakerOf(const PolicyInfo& info) {
  return [&info](PolicyHost& host) {
    return info.make(host, PolicyParameters(info.parameters));
  };
}

// A random list, and the machine for it: often with a second pool, under each
// of the policies in turn.
struct Case {
  Case(const PolicyRegistry& registry, const PolicyInfo& info,
       const SimModels& models, uint64_t seed, size_t length) {
    Rng rng(seed, "engine_property_test");
    list = RandomInstructions(rng, length / 2 + rng.Below(length));
    spec.make_policy = MakerOf(info);
    spec.shape = Shapes()[rng.Below(Shapes().size())];
    spec.models = models;
    spec.seed = seed;
    if (spec.shape.pcpus() < 2 || rng.Chance(300'000)) return;
    const auto& all = registry.policies();
    spec.make_neighbour = MakerOf(*all[rng.Below(all.size())]);
  }
  std::string About(const PolicyInfo& info) const {
    return absl::StrCat(info.name, " seed ", spec.seed, " on ",
                        spec.shape.pcpus(), " pCPUs",
                        spec.make_neighbour ? " in two pools" : "");
  }

  MachineSpec spec;
  Instructions list;
};

// `lists` random lists on each policy.
void Explore(const SimModels& models, uint64_t first_seed, uint64_t lists) {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  for (const auto& info : registry.policies()) {
    for (uint64_t seed = first_seed; seed < first_seed + lists; ++seed) {
      const Case test(registry, *info, models, seed, 40);
      ASSERT_EQ(LeastFailure(test.spec, test.list), "") << test.About(*info);
    }
  }
}

TEST(EngineProperty, HoldsWithoutCosts) { Explore({}, 1, 60); }

TEST(EngineProperty, HoldsWithCosts) { Explore(Costs(), 1'000, 40); }

TEST(EngineProperty, HoldsWithLatenciesAndFaults) {
  Explore(CostsAndTrouble(), 2'000, 40);
}

// Longer lists, so that what goes wrong only late is seen too. In turn without
// costs, with them, and with latencies and faults as well.
TEST(EngineProperty, HoldsForAMillionEventsOfEachPolicy) {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  const SimModels models[] = {{}, Costs(), CostsAndTrouble()};
  for (const auto& info : registry.policies()) {
    int64_t events = 0;
    for (uint64_t seed = 10'000; events < 1'000'000; ++seed) {
      const Case test(registry, *info, models[seed % 3], seed, 600);
      const Outcome outcome = ExecuteApart(test.spec, test.list);
      ASSERT_EQ(outcome.failure, "") << test.About(*info) << "\n"
                                     << LeastFailure(test.spec, test.list);
      events += outcome.events;
    }
  }
}

// A policy that does not care about affinity: runs whoever lives on the pCPU.
class Careless final : public PolicyBase {
 public:
  explicit Careless(PolicyHost& host) : PolicyBase(host) {}
  void Insert(const HookContext&, const Vcpu& v) override {
    vcpus_.push_back(&v);
  }
  void Wake(const HookContext& context, const Vcpu& v) override {
    host().Tickle(context, v.cpu());
  }
  void Sleep(const HookContext& context, const Vcpu& v) override {
    host().Tickle(context, v.cpu());
  }
  Decision PickNext(const HookContext& context, VcpuId current) override {
    for (const Vcpu* v : vcpus_) {
      const bool here = v->cpu() == context.executing && v->runnable();
      if (here && (v->id == current || !v->running())) return {.next = v->id};
    }
    return {};
  }
  PcpuId PickPcpu(const HookContext&, const Vcpu& v) override {
    return v.cpu();
  }

 private:
  std::vector<const Vcpu*> vcpus_;
};

// The harness itself: it must catch a mutant, and say it in few words.
TEST(EngineProperty, ABrokenPolicyIsCaughtWithAShortList) {
  MachineSpec spec;
  spec.shape = {.cores = 2};
  spec.make_policy = [](PolicyHost& host) {
    return std::make_unique<Careless>(host);
  };
  std::string failure;
  for (uint64_t seed = 1; seed <= 20 && failure.empty(); ++seed) {
    Rng rng(seed, "careless");
    failure = LeastFailure(spec, RandomInstructions(rng, 40));
  }
  EXPECT_NE(failure.find("hard affinity"), std::string::npos) << failure;
  const std::string list = failure.substr(0, failure.find('\n'));
  EXPECT_NE(list.find("SetAffinity{"), std::string::npos) << list;
  EXPECT_LT(list.size(), 80u) << list;
}

}  // namespace
}  // namespace xenotime
