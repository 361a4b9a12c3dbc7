// Domains, cores and sockets that come, move between pools, and go.

#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/tests/scheduler/gang/gang_runs.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

constexpr int64_t kMs = 1'000'000;

Instant At(int64_t ns) { return Instant() + Nanoseconds(ns); }

class GangPoolsTest : public testing::TestWithParam<const char*> {
 protected:
  Scenario TwoPools(const std::string& rest) const {
    return ScenarioOf(absl::StrCat("scheduler ", GetParam(), R"(
granularity core
topology 1 4 2
duration 100000000
pool 1 scheduler=)",
                                   GetParam(), " pcpus=4-7\n", rest));
  }
};

INSTANTIATE_TEST_SUITE_P(Policies, GangPoolsTest,
                         testing::Values("credit", "credit2", "null", "rtds"),
                         [](const auto& param) { return param.param; });

TEST_P(GangPoolsTest, ADomainMovesBetweenPools) {
  const GangRun run = RunGang(TwoPools(R"(domain 1 vcpus=2
vcpu 1.* : run 1000000
at 50000000 domain 1 pool=1
)"));
  EXPECT_EQ(run.Failure(), "");
  for (uint32_t v : {0, 1}) {
    EXPECT_LT(run.fold.Where(v, At(49 * kMs)), PcpuId(4));
    EXPECT_GE(run.fold.Where(v, At(51 * kMs)), PcpuId(4));
    EXPECT_TRUE(run.fold.Where(v, At(51 * kMs)).valid());
  }
}

TEST_P(GangPoolsTest, ACoreIsUnpluggedAndComesBack) {
  const GangRun run = RunGang(TwoPools(R"(domain 1 vcpus=2
domain 2 vcpus=2
vcpu 1.* : run 1000000
vcpu 2.* : run 1000000
at 30000000 pcpu 2-3 offline
at 60000000 pcpu 2-3 online
)"));
  EXPECT_EQ(run.Failure(), "");
  for (uint32_t v = 0; v < 4; ++v) {
    const PcpuId p = run.fold.Where(v, At(45 * kMs));
    EXPECT_TRUE(!p.valid() || p < PcpuId(2));
  }
  // Both cores are busy again at the end.
  int64_t busy = 0;
  for (uint32_t v = 0; v < 4; ++v) {
    busy += run.fold.Where(v, At(95 * kMs)).valid() ? 1 : 0;
  }
  EXPECT_EQ(busy, 4);
}

// A pool has whole cores: the sibling that stays on line is free, and both
// come back with the second one.
TEST_P(GangPoolsTest, OneSiblingOffLineTakesTheWholeCore) {
  const GangRun run = RunGang(TwoPools(R"(domain 1 vcpus=2
vcpu 1.* hard=2-3 : run 1000000
at 20000000 pcpu 3 offline
at 40000000 pcpu 2 offline
at 60000000 pcpu 2 online
at 80000000 pcpu 3 online restore
)"));
  EXPECT_EQ(run.Failure(), "");
  for (uint32_t v : {0, 1}) {
    EXPECT_EQ(run.fold.Where(v, At(19 * kMs)), PcpuId(2 + v));
    for (int64_t ms : {21, 41, 61, 79}) {
      EXPECT_EQ(run.fold.Where(v, At(ms * kMs)), PcpuId(v)) << ms;
    }
    EXPECT_EQ(run.fold.Where(v, At(81 * kMs)), PcpuId(2 + v));
  }
}

TEST_P(GangPoolsTest, AUnitWhoseCoreIsUnpluggedRunsElsewhere) {
  const GangRun run = RunGang(TwoPools(R"(domain 1 vcpus=2
vcpu 1.* hard=2-3 : run 1000000
at 30000000 pcpu 2-3 offline
)"));
  for (uint32_t v : {0, 1}) {
    EXPECT_GE(run.fold.Where(v, At(29 * kMs)), PcpuId(2));
    EXPECT_LT(run.fold.Where(v, At(31 * kMs)), PcpuId(2));
    EXPECT_TRUE(run.fold.Where(v, At(31 * kMs)).valid());
  }
}

TEST_P(GangPoolsTest, ADomainIsCreatedLateAndDestroyed) {
  const GangRun run = RunGang(TwoPools(R"(domain 1 vcpus=2
domain 2 vcpus=3 create=20000000
vcpu 1.* : run 1000000
vcpu 2.* : run 1000000
at 60000000 domain 2 destroy
)"));
  EXPECT_EQ(run.Failure(), "");
  for (uint32_t v = 2; v < 5; ++v) {
    EXPECT_FALSE(run.fold.Where(v, At(61 * kMs)).valid());
  }
}

// Moves of domains and cores at random, with delays that leave the machine in
// every state half-way.
TEST_P(GangPoolsTest, RandomMovesLoseNobody) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed, "moves");
    // No common period: who only ever runs between credit's ticks is never
    // charged, and starves others.
    Scenario scenario = TwoPools(R"(domain 1 vcpus=3
domain 2 vcpus=2 pool=1
domain 3 vcpus=5
domain 4 vcpus=1
vcpu 1.* : run 731003; sleep 412007; run 93001; sleep 255017
vcpu 2.* : run 1000003; yield
vcpu 3.* : run 213003; sleep 1171007; run 377001; sleep 611011
vcpu 4.* : run 2137003; down 411000
)");
    scenario.duration = Milliseconds(500);
    if (seed % 2 == 1) {
      scenario.sim.costs.decision = Nanoseconds(700);
      scenario.sim.costs.context_switch = Microseconds(5);
      scenario.sim.costs.ipi_delivery = Microseconds(2);
      scenario.sim.latency.ipi = Microseconds(40);
      scenario.sim.latency.cost_percent = 100;
      scenario.sim.faults.spurious_tickle_ppm = 20000;
      scenario.sim.faults.spurious_wake_ppm = 20000;
    }
    bool in_pool0 = true;
    for (int64_t ms = 10; ms < 150; ms += 2) {
      AdminAction action;
      action.at = At(ms * kMs + rng.Between(0, kMs));
      if (rng.Below(3) == 0) {
        action.kind = in_pool0 ? AdminAction::Kind::kRemovePcpus
                               : AdminAction::Kind::kAddPcpus;
        action.pcpus = {2, 3};
        in_pool0 = !in_pool0;
      } else {
        action.kind = AdminAction::Kind::kMoveDomain;
        action.domain = static_cast<uint32_t>(rng.Between(1, 4));
        action.pool = static_cast<uint32_t>(rng.Below(2));
      }
      scenario.actions.push_back(std::move(action));
    }
    const GangRun run = RunGang(scenario, seed);
    EXPECT_EQ(run.Failure(), "") << "seed " << seed;
    if (std::string(GetParam()) == "null") continue;
    for (uint32_t v = 0; v < 11; ++v) {
      ASSERT_FALSE(run.fold.StaysOf(v).empty()) << "seed " << seed;
      EXPECT_GT(run.fold.StaysOf(v).back().to, At(150 * kMs))
          << "seed " << seed << ", vCPU " << v << " is lost";
    }
  }
}

}  // namespace
}  // namespace xenotime
