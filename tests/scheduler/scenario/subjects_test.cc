#include "xenotime/scheduler/scenario/subjects.h"

#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

PolicyRegistry Builtin() {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  return registry;
}

std::vector<PoolSetup> Pools(const PolicyRegistry& registry,
                             const std::vector<const char*>& schedulers) {
  std::vector<PoolSetup> pools;
  for (const char* name : schedulers) {
    const PolicyInfo* info = *registry.Find(name);
    pools.push_back({info, PolicyParameters(info->parameters)});
  }
  return pools;
}

TEST(SubjectsTest, DomainsHaveTheirVcpusAndPromises) {
  const PolicyRegistry registry = Builtin();
  const TraceSubjects s = SubjectsOf(ScenarioOf(R"(
pcpus 3
duration 1000000
pool 4 scheduler=null pcpus=2
domain 7 vcpus=1 weight=512 cap=40
domain 2 vcpus=2 pool=4
)"),
                                     Pools(registry, {"credit", "null"}));
  EXPECT_EQ(s.domains, (std::vector<uint32_t>{7, 2}));
  EXPECT_EQ(s.domain_of, (std::vector<uint32_t>{0, 1, 1}));
  EXPECT_EQ(s.cap_window,
            (std::vector<Duration>{Milliseconds(30), Duration()}));
  ASSERT_EQ(s.terms.size(), 1u);
  EXPECT_EQ(s.terms[0].pool_pcpus, (std::vector<uint32_t>{2, 1}));
  EXPECT_EQ(s.terms[0].domains[0].weight, 512u);
  EXPECT_EQ(s.terms[0].domains[0].cap, 40u);
  EXPECT_EQ(s.terms[0].domains[1].pool, 1u);
}

TEST(SubjectsTest, Credit2IsJudgedInItsBudgetPeriod) {
  const PolicyRegistry registry = Builtin();
  const TraceSubjects s =
      SubjectsOf(ScenarioOf("pcpus 1\nduration 1000\ndomain 1 vcpus=1\n"),
                 Pools(registry, {"credit2"}));
  EXPECT_EQ(s.cap_window, (std::vector<Duration>{Milliseconds(10)}));
}

TEST(SubjectsTest, TermsFollowTheToolstack) {
  Scenario scenario = ScenarioOf(R"(
pcpus 4
duration 1000000
pool 1 scheduler=null pcpus=3
domain 1 vcpus=1
domain 2 vcpus=1
)");
  using Kind = AdminAction::Kind;
  const auto add = [&](int64_t at, Kind kind) -> AdminAction& {
    AdminAction& action = scenario.actions.emplace_back();
    action.at = Instant(at);
    action.kind = kind;
    action.domain = 2;
    return action;
  };
  add(300, Kind::kRemovePcpus).pcpus = {2};
  add(100, Kind::kAdjust).weight = 700;
  add(100, Kind::kAdjust).cap = 30;
  add(200, Kind::kPause);
  add(400, Kind::kMoveDomain).pool = 1;
  AdminAction& last = add(500, Kind::kAddPcpus);
  last.pool = 1;
  last.pcpus = {2};
  const PolicyRegistry registry = Builtin();
  const TraceSubjects s =
      SubjectsOf(scenario, Pools(registry, {"credit", "null"}));
  ASSERT_EQ(s.terms.size(), 5u);  // a pause changes none
  EXPECT_EQ(s.terms[1].from, Instant(100));
  EXPECT_EQ(s.terms[1].domains[1].weight, 700u);
  EXPECT_EQ(s.terms[1].domains[1].cap, 30u);
  EXPECT_EQ(s.terms[2].pool_pcpus, (std::vector<uint32_t>{2, 1}));
  EXPECT_EQ(s.terms[3].domains[1].pool, 1u);
  EXPECT_EQ(s.terms[3].domains[1].weight, 256u);
  EXPECT_EQ(s.terms[3].domains[1].cap, 0u);
  EXPECT_EQ(s.terms[4].pool_pcpus, (std::vector<uint32_t>{2, 2}));
}

// Shares as runs of the simulation give them.

Report RunOf(const std::string& text) {
  const auto report = Run(ScenarioOf(text), Builtin(), {});
  EXPECT_TRUE(report.ok()) << report.status();
  return *report;
}

int64_t Share(const DomainMetrics& d) {
  return d.run_ns * 1000 / d.entitled_ns;
}

TEST(SharesTest, CreditGivesBusyDomainsWhatTheirWeightsEntitleThemTo) {
  const Report report = RunOf(R"(
scheduler credit
pcpus 1
duration 3000000000
domain 1 vcpus=1 weight=256
domain 2 vcpus=1 weight=512
vcpu 1.0 : run 1000000000
vcpu 2.0 : run 1000000000
)");
  ASSERT_EQ(report.metrics.domains.size(), 2u);
  for (const DomainMetrics& d : report.metrics.domains) {
    EXPECT_GT(Share(d), 900) << d.number;
    EXPECT_LT(Share(d), 1100) << d.number;
  }
  EXPECT_GT(report.metrics.fairness.jain_ppm, 990'000);
}

TEST(SharesTest, TheNullSchedulerKnowsNoWeightsAndAWaiterGetsNothing) {
  const Report report = RunOf(R"(
scheduler null
pcpus 1
duration 100000000
domain 1 vcpus=1
domain 2 vcpus=1
vcpu 1.0 : run 1000000000
vcpu 2.0 : run 1000000000
)");
  EXPECT_EQ(report.metrics.fairness.max_over_min_ppm, -1);
  EXPECT_EQ(report.metrics.domains[1].runnable_ns, 100'000'000);
}

TEST(SharesTest, CapsAreJudgedInTheirWindows) {
  const Report report = RunOf(R"(
scheduler credit2
pcpus 1
duration 1000000000
domain 1 vcpus=1 cap=40
vcpu 1.0 : run 1000000000
)");
  const CapError& e = report.metrics.domains[0].cap;
  EXPECT_EQ(e.window_ns, 10'000'000);
  EXPECT_EQ(e.windows, 100);
  EXPECT_EQ(e.allowed_ns, 4'000'000);
  EXPECT_LT(e.max_over_ns, 1'000'000);
  EXPECT_LT(e.max_under_ns, 1'000'000);
  EXPECT_EQ(report.metrics.domains[0].entitled_ns, 400'000'000);
}

TEST(SharesTest, WaitsAddUpToTheTimeInRunnable) {
  const Report report = RunOf(R"(
scheduler credit
pcpus 2
duration 300000000
domain 1 vcpus=3 cap=70
domain 2 vcpus=3
vcpu 1.* : run 3000000; sleep 100000
vcpu 2.* : run 700000; sleep 500000; yield
)");
  for (const VcpuMetrics& v : report.metrics.vcpus) {
    int64_t sum = 0;
    for (int64_t wait : v.waits.values()) sum += wait;
    EXPECT_EQ(sum, v.runstate_ns[static_cast<int>(RunState::kRunnable)]);
    int64_t left = 0;
    for (int64_t count : v.left) left += count;
    EXPECT_LE(left, v.dispatches);
    EXPECT_GE(left, v.dispatches - 1);
  }
}

}  // namespace
}  // namespace xenotime
