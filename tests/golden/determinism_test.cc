// The simulation gives the same trace for the same scenario and seed: in one
// process, in two threads, and with every compiler and optimisation, which is
// what the table of hashes is for.
//
// A hash changes when the behaviour, the random streams or the records of the
// trace change. If that was intended, copy the value from the failure.

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "xenotime/proto/convert/load_scenario.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/scenario/default_scenario.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/tests/conformance/conformance.h"
#include "xenotime/tests/testing/scenario_files.h"

namespace xenotime {
namespace {

// Which of the simulation's models are on.
enum class World { kIdeal, kCosts, kLatency, kFaults, kAll };

struct PinnedRun {
  const char* name;
  const char* scenario;  // a golden scenario, or a built-in workload
  const char* scheduler;
  World world;
  uint64_t seed;
  uint64_t hash;
};

constexpr PinnedRun kRuns[] = {
    {"boost", "c1_boost", "credit", World::kIdeal, 1, 0xc4268928519d70c7},
    {"numa_many", "c1_numa_many", "credit", World::kIdeal, 1,
     0xb0188c41a8382482},
    {"null_affinity", "null_affinity", "null", World::kIdeal, 1,
     0x2b4b076517218bc1},
    {"mix_credit", "mix", "credit", World::kIdeal, 1, 0x2d0deeb7d835a5cf},
    {"mix_null", "mix", "null", World::kIdeal, 1, 0x432f1313517fd34a},
    {"mix_costs", "mix", "credit", World::kCosts, 1, 0xeaa5fdc508b26cbd},
    {"mix_latency", "mix", "credit", World::kLatency, 1, 0x3cd2c2ff9cde754a},
    {"mix_latency_seed7", "mix", "credit", World::kLatency, 7,
     0xb94467a71fff6487},
    {"mix_faults", "mix", "credit", World::kFaults, 1, 0x8ab42e0b97745956},
    {"mix_all", "mix", "credit", World::kAll, 1, 0x4884965a5d8f028c},
    {"mix_all_max_seed", "mix", "credit", World::kAll, UINT64_MAX,
     0x73b63f386fd7a6ae},
    {"mix_null_all", "mix", "null", World::kAll, 1, 0x1de6b8818c1ca39b},
    {"pingpong_all", "pingpong", "credit", World::kAll, 3, 0x7b9c9bd6607945eb},
    {"irq_remote_credit", "irq-remote", "credit", World::kIdeal, 1,
     0x5e99933e86fa0957},
    {"irq_remote_null", "irq-remote", "null", World::kIdeal, 1,
     0x219814b0d74fe754},
    {"irq_timer_credit", "irq-timer", "credit", World::kIdeal, 1,
     0xed575ebd6ac4112d},
    {"irq_timer_spin", "irq-timer-spin", "null", World::kIdeal, 1,
     0x17bd21571d065f05},
    {"admin_all", "c1_admin", "credit", World::kAll, 1, 0x874bc8b93bd2ef7c},
    {"cap_all", "c1_cap_blocker", "credit", World::kAll, 1, 0xfda61e0ef7f6df7f},
    {"numa_all", "c1_numa_steal", "credit", World::kAll, 1, 0x9290c1d78743895d},
    {"offline_all", "c1_offline", "credit", World::kAll, 1, 0x37436451a3b063bb},
    {"rtds_default", "rt_default_2p", "rtds", World::kIdeal, 1,
     0xdaf173d77bb3a761},
    {"rtds_all", "rt_default_2p", "rtds", World::kAll, 1, 0x576519afcac5d1aa},
    {"mix_rtds", "mix", "rtds", World::kIdeal, 1, 0x9bd59f60ed4b05b4},
    {"mix_rtds_all", "mix", "rtds", World::kAll, 1, 0x7de22a2a40226314},
    {"mix_arinc653", "mix", "arinc653", World::kIdeal, 1, 0x268574a2ab34979d},
    {"mix_arinc653_all", "mix", "arinc653", World::kAll, 1, 0x8b2b1f901bfa2f22},
    {"waitq_all", "null_waitq", "null", World::kAll, 1, 0x2f0f5857e7d18763},
    {"c2_runq_all", "c2_runq_all", "credit2", World::kIdeal, 1,
     0x51a42ded1a96df85},
    {"c2_cap_multi", "c2_cap_multi", "credit2", World::kIdeal, 1,
     0xb4460c9f3b509d00},
    {"mix_credit2", "mix", "credit2", World::kIdeal, 1, 0x1edd6d8491e8a9c0},
    {"mix_credit2_costs", "mix", "credit2", World::kCosts, 1,
     0xeb85b1730791a7e5},
    {"mix_credit2_all", "mix", "credit2", World::kAll, 1, 0xc6bb93621e66801f},
    {"pingpong_credit2_all", "pingpong", "credit2", World::kAll, 1,
     0xdaa5c7905e973cd8},
    {"irq_remote_credit2", "irq-remote", "credit2", World::kIdeal, 1,
     0x69b738c34fa9eed4},
    {"c2_affinity_all", "c2_hard_affinity", "credit2", World::kAll, 1,
     0x2eddaa65a84294ae},
    {"c2_balance_all", "c2_balance_exit", "credit2", World::kAll, 1,
     0x0edff3d7f5776c63},
    {"c2_cap_all", "c2_cap_multi", "credit2", World::kAll, 1,
     0xed577a2abf8e06ba},
    {"c2_offline_all", "c2_offline", "credit2", World::kAll, 1,
     0x9e9c7909d0d162d9},
    {"c2_smt_all", "c2_smt_spread", "credit2", World::kAll, 1,
     0x0b18e3ad9e2de851},
};

void PrintTo(const PinnedRun& run, std::ostream* out) { *out << run.name; }

bool Has(World world, World part) {
  return world == part || world == World::kAll;
}

// For kIdeal a workload keeps the costs that it comes with.
void SetModels(SimModels& sim, World world) {
  if (Has(world, World::kCosts)) {
    sim.costs.irq_entry = Nanoseconds(700);
    sim.costs.injection = Nanoseconds(500);
    sim.costs.wake = Nanoseconds(1000);
    sim.costs.softirq = Nanoseconds(150);
    sim.costs.decision = Nanoseconds(350);
    sim.costs.context_switch = Nanoseconds(900);
    sim.costs.context_tail = Nanoseconds(300);
    sim.costs.idle_exit = Nanoseconds(2000);
    sim.costs.ipi_delivery = Nanoseconds(800);
    sim.costs.guest_exit = Nanoseconds(600);
  }
  if (Has(world, World::kLatency)) {
    sim.latency.ipi = Microseconds(3);
    sim.latency.timer = Microseconds(20);
    sim.latency.guest_exit = Microseconds(2);
    sim.latency.cost_percent = 30;
  }
  if (Has(world, World::kFaults)) {
    sim.faults.spurious_tickle_ppm = 20'000;
    sim.faults.spurious_wake_ppm = 20'000;
    sim.faults.late_ipi_ppm = 20'000;
    sim.faults.stall_ppm = 1'000;
  }
}

absl::StatusOr<Scenario> FindScenario(const std::string& name) {
  absl::StatusOr<Scenario> workload = FindBuiltinWorkload(name);
  if (workload.ok()) return workload;
  return LoadScenario(TestDataPath("golden/data/" + name + ".scenario"));
}

uint64_t HashOf(const PinnedRun& run) {
  absl::StatusOr<Scenario> scenario = FindScenario(run.scenario);
  if (!scenario.ok()) {
    ADD_FAILURE() << scenario.status().ToString();
    return 0;
  }
  if (scenario->scheduler != run.scheduler) scenario->parameters.clear();
  scenario->scheduler = run.scheduler;
  if (scenario->scheduler == "arinc653") GiveEachVcpuAFrame(*scenario);
  SetModels(scenario->sim, run.world);
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  RunOptions options;
  options.seed = run.seed;
  options.stages = true;
  const absl::StatusOr<Report> report = Run(*scenario, registry, options);
  if (!report.ok()) {
    ADD_FAILURE() << report.status().ToString();
    return 0;
  }
  return report->trace_hash;
}

class PinnedRunTest : public testing::TestWithParam<PinnedRun> {};

TEST_P(PinnedRunTest, GivesTheTraceThatTheTableSays) {
  const uint64_t hash = HashOf(GetParam());
  EXPECT_EQ(hash, GetParam().hash) << std::hex << "now 0x" << hash;
}

TEST_P(PinnedRunTest, GivesTheSameTraceAgainInOneProcess) {
  const uint64_t first = HashOf(GetParam());
  EXPECT_EQ(HashOf(GetParam()), first);
}

TEST_P(PinnedRunTest, GivesAnotherTraceForAnotherSeedIffThereIsNoise) {
  PinnedRun other = GetParam();
  const uint64_t hash = HashOf(other);
  other.seed += 1;
  const bool irq = std::string(other.scenario).starts_with("irq-");
  const bool noisy =
      irq || (other.world != World::kIdeal && other.world != World::kCosts);
  if (noisy) {
    EXPECT_NE(HashOf(other), hash);
  } else {
    EXPECT_EQ(HashOf(other), hash);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, PinnedRunTest, testing::ValuesIn(kRuns),
                         [](const testing::TestParamInfo<PinnedRun>& param) {
                           return param.param.name;
                         });

TEST(DeterminismTest, MachinesInTwoThreadsDoNotDisturbEachOther) {
  std::vector<uint64_t> forward, backward;
  std::thread one([&] {
    for (const PinnedRun& run : kRuns) forward.push_back(HashOf(run));
  });
  std::thread two([&] {
    for (size_t i = std::size(kRuns); i-- > 0;) {
      backward.push_back(HashOf(kRuns[i]));
    }
  });
  one.join();
  two.join();
  for (size_t i = 0; i < std::size(kRuns); ++i) {
    EXPECT_EQ(forward[i], kRuns[i].hash) << kRuns[i].name;
    EXPECT_EQ(backward[std::size(kRuns) - 1 - i], kRuns[i].hash)
        << kRuns[i].name;
  }
}

TEST(DeterminismTest, NoTwoRunsOfTheTableHaveOneTrace) {
  std::map<uint64_t, std::string> seen;
  for (const PinnedRun& run : kRuns) {
    const auto [at, is_new] = seen.emplace(run.hash, run.name);
    EXPECT_TRUE(is_new) << run.name << " and " << at->second;
  }
}

}  // namespace
}  // namespace xenotime
