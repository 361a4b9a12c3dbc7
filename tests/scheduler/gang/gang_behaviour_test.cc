// What a user sees of core and socket scheduling, one rule a test.

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "xenotime/tests/scheduler/gang/gang_runs.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

constexpr int64_t kMs = 1'000'000;

Instant At(int64_t ns) { return Instant() + Nanoseconds(ns); }

double RunMs(const GangRun& run, uint32_t v) {
  return static_cast<double>(run.report.metrics.vcpus[v].run_ns) / kMs;
}

class GangBehaviourTest : public testing::TestWithParam<const char*> {
 protected:
  // The rest of a scenario, under the policy, with core granularity.
  GangRun Run(const std::string& rest) {
    const GangRun run = RunGangText(
        absl::StrCat("scheduler ", GetParam(), "\ngranularity core\n", rest));
    EXPECT_EQ(run.Failure(), "");
    return run;
  }
  bool Is(const std::string& name) const { return GetParam() == name; }
};

INSTANTIATE_TEST_SUITE_P(Policies, GangBehaviourTest,
                         testing::Values("credit", "credit2", "null", "rtds"),
                         [](const auto& param) { return param.param; });

TEST_P(GangBehaviourTest, SiblingsRunTogetherOnOneCore) {
  const GangRun run = Run(R"(topology 1 1 2
duration 100000000
domain 1 vcpus=2
vcpu 1.* : run 1000000
)");
  EXPECT_EQ(RunMs(run, 0), 100);
  EXPECT_EQ(RunMs(run, 1), 100);
  EXPECT_EQ(run.fold.Where(0, At(50 * kMs)), PcpuId(0));
  EXPECT_EQ(run.fold.Where(1, At(50 * kMs)), PcpuId(1));
}

TEST_P(GangBehaviourTest, AUnitWithOneRunnableVcpuLeavesTheSiblingIdle) {
  const GangRun run = Run(R"(topology 1 2 2
duration 100000000
domain 1
domain 2
vcpu 1.0 : run 1000000
vcpu 2.0 : run 1000000
)");
  EXPECT_EQ(run.fold.full_time(), Duration());
  // credit finds the idle core within two slices, as with pCPUs.
  EXPECT_GE(RunMs(run, 0) + RunMs(run, 1), Is("credit") ? 140 : 200);
}

TEST_P(GangBehaviourTest, TwoDomainsWithOneVcpuEachTakeTurnsOnACore) {
  if (Is("null")) return;  // who has a core keeps it
  const GangRun run = Run(R"(topology 1 1 2
duration 1000000000
domain 1
domain 2
vcpu 1.0 : run 1000000
vcpu 2.0 : run 1000000
)");
  EXPECT_EQ(run.fold.full_time(), Duration());
  // rtds: 4 ms of each 10 ms as of right, the rest is divided too.
  EXPECT_NEAR(RunMs(run, 0), 500, Is("rtds") ? 150 : 40);
  EXPECT_NEAR(RunMs(run, 0) + RunMs(run, 1), 1000, 0.001);
}

TEST_P(GangBehaviourTest, SlicesEnd) {
  if (Is("null")) return;
  const GangRun run = Run(R"(topology 1 1 2
duration 1000000000
domain 1 vcpus=2
domain 2 vcpus=2
vcpu 1.* : run 1000000
vcpu 2.* : run 1000000
)");
  for (uint32_t v = 0; v < 4; ++v) {
    EXPECT_NEAR(RunMs(run, v), 500, Is("rtds") ? 150 : 40);
    EXPECT_GT(run.report.metrics.vcpus[v].dispatches, 10);
  }
  EXPECT_GT(run.fold.full_time(), Milliseconds(950));
}

// The slice ends on the master even if the unit runs on another member.
TEST_P(GangBehaviourTest, SlicesEndWhenTheMasterIdles) {
  if (Is("null")) return;
  const GangRun run = Run(R"(topology 1 1 2
duration 1000000000
domain 1 vcpus=2
domain 2 vcpus=2
vcpu 1.1 : run 1000000
vcpu 2.1 : run 1000000
)");
  EXPECT_NEAR(RunMs(run, 1), 500, Is("rtds") ? 150 : 40);
  EXPECT_NEAR(RunMs(run, 1) + RunMs(run, 3), 1000, 0.001);
}

TEST_P(GangBehaviourTest, ABlockedVcpuWakesBesideItsRunningSibling) {
  const GangRun run = Run(R"(topology 1 1 2
duration 100000000
domain 1 vcpus=2
vcpu 1.0 : run 1000000
vcpu 1.1 : run 100000; sleep 900000
)");
  EXPECT_EQ(RunMs(run, 0), 100);
  EXPECT_NEAR(RunMs(run, 1), 10, 0.2);
  EXPECT_EQ(run.report.metrics.vcpus[0].dispatches, 1);
  EXPECT_EQ(run.report.metrics.nonworkconserving_ns, 0);
}

TEST_P(GangBehaviourTest, AVcpuWaitsForItsUnitWhileAnotherDomainRuns) {
  if (Is("null")) return;
  const GangRun run = Run(R"(topology 1 1 2
duration 1000000000
domain 1 vcpus=2
domain 2 vcpus=2
vcpu 1.0 : run 300000; sleep 700000
vcpu 1.1 : run 400000; sleep 600000
vcpu 2.* : run 1000000
)");
  for (uint32_t v = 0; v < 4; ++v) EXPECT_GT(RunMs(run, v), 25);
}

TEST_P(GangBehaviourTest, AYieldGivesTheWholeCoreAway) {
  if (Is("null")) return;
  const GangRun run = Run(R"(topology 1 1 2
duration 200000000
domain 1 vcpus=2
domain 2 vcpus=1
vcpu 1.0 : run 2000000; yield
vcpu 1.1 : run 1000000
vcpu 2.0 : run 1000000
)");
  EXPECT_GT(run.report.metrics.vcpus[0].yields, 5);
  for (uint32_t v = 0; v < 3; ++v) EXPECT_GT(RunMs(run, v), 10);
}

TEST_P(GangBehaviourTest, WeightsAreThoseOfCores) {
  if (!Is("credit") && !Is("credit2")) return;
  const GangRun run = Run(R"(topology 1 1 2
duration 3000000000
domain 1 vcpus=2 weight=512
domain 2 vcpus=2 weight=256
vcpu 1.* : run 1000000
vcpu 2.* : run 1000000
)");
  EXPECT_NEAR(RunMs(run, 0) / RunMs(run, 2), 2, 0.15);
  EXPECT_NEAR(RunMs(run, 0), RunMs(run, 1), 1);
}

TEST_P(GangBehaviourTest, ACapIsOneOfCores) {
  if (!Is("credit") && !Is("credit2")) return;
  const GangRun run = Run(R"(topology 1 1 2
duration 3000000000
domain 1 vcpus=2 cap=40
vcpu 1.* : run 1000000
)");
  EXPECT_NEAR(RunMs(run, 0) / 3000, 0.4, 0.08);
  EXPECT_NEAR(RunMs(run, 1) / 3000, 0.4, 0.08);
}

TEST_P(GangBehaviourTest, TheAffinityOfOneVcpuMovesItsUnit) {
  const GangRun run = Run(R"(topology 1 2 2
duration 100000000
domain 1 vcpus=2
vcpu 1.* hard=0 : run 1000000
at 50000000 vcpu 1.0 hard=3
)");
  EXPECT_EQ(run.fold.Where(0, At(49 * kMs)), PcpuId(0));
  EXPECT_EQ(run.fold.Where(1, At(49 * kMs)), PcpuId(1));
  EXPECT_EQ(run.fold.Where(0, At(51 * kMs)), PcpuId(2));
  EXPECT_EQ(run.fold.Where(1, At(51 * kMs)), PcpuId(3));
  EXPECT_NEAR(RunMs(run, 0) + RunMs(run, 1), 200, 0.01);
}

TEST_P(GangBehaviourTest, APausedVcpuLeavesItsSiblingRunning) {
  const GangRun run = Run(R"(topology 1 1 2
duration 100000000
domain 1 vcpus=2
vcpu 1.* : run 1000000
at 20000000 vcpu 1.0 pause
at 60000000 vcpu 1.0 unpause
)");
  EXPECT_NEAR(RunMs(run, 0), 60, 0.1);
  EXPECT_NEAR(RunMs(run, 1), 100, 0.1);
}

TEST_P(GangBehaviourTest, APausedDomainFreesItsCore) {
  const GangRun run = Run(R"(topology 1 1 2
duration 100000000
domain 1 vcpus=2
domain 2 vcpus=2
vcpu 1.* : run 1000000
vcpu 2.* : run 1000000
at 20000000 domain 1 pause
)");
  for (uint32_t v : {0, 1}) {
    EXPECT_EQ(run.fold.Where(v, At(30 * kMs)), PcpuId::None());
  }
  // Under null the core stays its own.
  if (Is("null")) return;
  EXPECT_GT(RunMs(run, 2), 79);
  EXPECT_GT(RunMs(run, 3), 79);
}

TEST_P(GangBehaviourTest, AnOddVcpuHasACoreOfItsOwn) {
  const GangRun run = Run(R"(topology 1 2 2
duration 100000000
domain 1 vcpus=3
vcpu 1.* : run 1000000
)");
  EXPECT_EQ(RunMs(run, 0), 100);
  EXPECT_EQ(RunMs(run, 1), 100);
  EXPECT_GE(RunMs(run, 2), Is("credit") ? 70 : 100);
}

TEST_P(GangBehaviourTest, ASocketBelongsToOneDomain) {
  const GangRun run = RunGangText(absl::StrCat("scheduler ", GetParam(), R"(
granularity socket
topology 2 2 2
duration 100000000
domain 1 vcpus=4
domain 2 vcpus=2
vcpu 1.* : run 1000000
vcpu 2.* : run 1000000
)"));
  EXPECT_EQ(run.Failure(), "");
  // As with two pCPUs of two sockets, both may begin on one.
  for (uint32_t v = 0; v < 6; ++v) EXPECT_GE(RunMs(run, v), 70);
}

TEST_P(GangBehaviourTest, NoCoreIdlesWhileAUnitWaits) {
  if (Is("null") || Is("rtds")) return;
  const GangRun run = Run(R"(topology 1 4 2
duration 300000000
stagger 100003
domain 1 vcpus=4
domain 2 vcpus=4
domain 3 vcpus=4
vcpu 1.* : run 3000003; sleep 1000003
vcpu 2.* : run 2000003; sleep 500009
vcpu 3.* : run 1000003
)");
  double total = 0;
  for (uint32_t v = 0; v < 12; ++v) total += RunMs(run, v);
  EXPECT_GT(total, 0.85 * 8 * 300);
}

// Where units have one runnable vCPU each, cores are scheduled as pCPUs are.
TEST_P(GangBehaviourTest, CoresAreScheduledAsPcpusAre) {
  const GangRun cores = Run(R"(topology 2 2 2
duration 300000000
stagger 0
domain 1 vcpus=6 weight=512
domain 2 vcpus=8 cap=150
domain 3 vcpus=4
vcpu 1.0 : run 700003; sleep 300007
vcpu 1.2 : run 5000003; yield
vcpu 1.4 : run 1000003
vcpu 2.0 : run 1000003
vcpu 2.2 : run 1000003
vcpu 2.4 : run 200003; sleep 1300007
vcpu 2.6 : run 3000003; sleep 1300007
vcpu 3.0 : run 1000003
vcpu 3.2 hard=2-3,6-7 : run 90003; sleep 40007
)");
  const GangRun pcpus = RunGangText(absl::StrCat("scheduler ", GetParam(), R"(
topology 2 2 1
duration 300000000
domain 1 vcpus=3 weight=512
domain 2 vcpus=4 cap=150
domain 3 vcpus=2
vcpu 1.0 : run 700003; sleep 300007
vcpu 1.1 : run 5000003; yield
vcpu 1.2 : run 1000003
vcpu 2.0 : run 1000003
vcpu 2.1 : run 1000003
vcpu 2.2 : run 200003; sleep 1300007
vcpu 2.3 : run 3000003; sleep 1300007
vcpu 3.0 : run 1000003
vcpu 3.1 hard=1,3 : run 90003; sleep 40007
)"));
  for (uint32_t v = 0; v < 9; ++v) {
    EXPECT_EQ(cores.report.metrics.vcpus[2 * v].run_ns,
              pcpus.report.metrics.vcpus[v].run_ns)
        << v;
  }
}

TEST_P(GangBehaviourTest, OneThreadPerCoreChangesNothing) {
  const std::string rest = absl::StrCat("scheduler ", GetParam(), R"(
topology 2 2 1
duration 200000000
stagger 100003
domain 1 vcpus=3
domain 2 vcpus=4
vcpu 1.* : run 700003; sleep 300007
vcpu 2.* : run 1000003; yield
)");
  EXPECT_EQ(RunGangText("granularity core\n" + rest).report.trace_hash,
            RunGangText(rest).report.trace_hash);
}

}  // namespace
}  // namespace xenotime
