#include "xenotime/scheduler/scenario/explain.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/examples/round_robin/round_robin_policy.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/policies/builtin.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

using ::testing::HasSubstr;

// A hog, and one that wakes every 5 ms beside it.
constexpr char kHogAndWaker[] = R"(
scheduler credit
pcpus 1
duration 100000000
domain 1 vcpus=1
domain 2 vcpus=1
vcpu 1.0 : run 1000000000
vcpu 2.0 : run 300000; sleep 5000000
)";

PolicyRegistry AllPolicies() {
  PolicyRegistry registry;
  AddBuiltinPolicies(registry);
  examples::AddRoundRobinPolicy(registry);
  return registry;
}

absl::StatusOr<Explanation> At(const std::string& text, uint32_t domain,
                               uint32_t index, int64_t at) {
  return Explain(ScenarioOf(text), AllPolicies(),
                 {.domain = domain, .index = index, .at = Instant(at)});
}

TEST(ExplainTest, APreemptionNamesTheWakeThatAskedAndTheRuleThatDecided) {
  const auto e = At(kHogAndWaker, 1, 0, 35'300'000);
  ASSERT_TRUE(e.ok()) << e.status();
  EXPECT_EQ(e->state, RunState::kRunnable);
  ASSERT_TRUE(e->before.has_value());
  const ExplainedDecision& d = *e->before;
  EXPECT_EQ(d.role, DecisionRole::kSwitchedOut);
  EXPECT_EQ(d.reason, SwitchReason::kPreempted);
  EXPECT_EQ(d.scheduler, "credit");
  EXPECT_EQ(d.pcpu, PcpuId(0));
  ASSERT_EQ(d.requests.size(), 1u);
  EXPECT_EQ(d.requests[0].who, "tickle by pCPU 0 after the wake of 2.0");
  EXPECT_THAT(d.rule, HasSubstr("head of the run queue"));
  ASSERT_EQ(d.candidates.size(), 2u);
  EXPECT_EQ(d.candidates[0].vcpu, d.next);
  EXPECT_THAT(d.candidates[0].state, HasSubstr("pri=0"));
  EXPECT_EQ(d.candidates[1].vcpu, e->vcpu);
  ASSERT_TRUE(e->after.has_value());
  EXPECT_EQ(e->after->role, DecisionRole::kSwitchedIn);
}

TEST(ExplainTest, TheStateIsThatAfterEverythingThatHappensThen) {
  const auto e = At(kHogAndWaker, 2, 0, 35'300'000);
  ASSERT_TRUE(e.ok()) << e.status();
  EXPECT_EQ(e->since, e->at);
  EXPECT_EQ(e->subjects.NameOf(e->current), "2.0");
  EXPECT_EQ(e->state, RunState::kRunning);
}

TEST(ExplainTest, ABlockedVcpuSaysSo) {
  const auto e = At(kHogAndWaker, 2, 0, 60'000'000);
  ASSERT_TRUE(e.ok()) << e.status();
  EXPECT_EQ(e->state, RunState::kBlocked);
  EXPECT_THAT(e->withheld, testing::ElementsAre("blocked"));
  EXPECT_EQ(e->before->requests[0].who, "2.0 blocks");
}

TEST(ExplainTest, TheSliceTimerIsNamedAlthoughItLeavesNoRecord) {
  const auto e = At(R"(
scheduler credit
pcpus 1
duration 100000000
domain 1 vcpus=2
vcpu 1.* : run 1000000000
)",
                    1, 0, 30'000'000);
  ASSERT_TRUE(e.ok()) << e.status();
  EXPECT_EQ(e->before->reason, SwitchReason::kSlice);
  EXPECT_EQ(e->before->requests.back().who, "the slice timer expired");
}

TEST(ExplainTest, AWaiterOfTheNullSchedulerIsPassedOver) {
  const auto e = At(R"(
scheduler null
pcpus 1
duration 50000000
domain 1 vcpus=2
vcpu 1.* : run 3000000; sleep 100000
)",
                    1, 1, 10'000'000);
  ASSERT_TRUE(e.ok()) << e.status();
  EXPECT_EQ(e->before->role, DecisionRole::kPassedOver);
  EXPECT_EQ(e->before->candidates[0].verdict, "owns this pCPU");
  EXPECT_THAT(e->before->rule, HasSubstr("belongs to"));
}

TEST(ExplainTest, ACapThatWithholdsIsToldFromAPauseByTheToolstack) {
  const std::string text = R"(
scheduler credit
pcpus 1
duration 200000000
domain 1 cap=25 vcpus=1
domain 2 vcpus=1
vcpu 1.0 : run 7000003
vcpu 2.0 : run 7000003
at 40000000 domain 2 pause
)";
  const auto capped = At(text, 1, 0, 50'000'000);
  ASSERT_TRUE(capped.ok()) << capped.status();
  EXPECT_THAT(capped->withheld,
              testing::ElementsAre("paused by its scheduler"));
  EXPECT_EQ(capped->before->requests.back().who,
            "1.0 is paused by its scheduler");
  const auto paused = At(text, 2, 0, 50'000'000);
  ASSERT_TRUE(paused.ok()) << paused.status();
  EXPECT_THAT(paused->withheld, testing::ElementsAre("paused"));
}

TEST(ExplainTest, EveryPoolIsExplainedByItsOwnScheduler) {
  const auto e = At(R"(
scheduler credit
pcpus 2
duration 50000000
pool 1 scheduler=null pcpus=1
domain 1 vcpus=1 pool=1
vcpu 1.0 : run 3000000; sleep 100000
)",
                    1, 0, 10'000'000);
  ASSERT_TRUE(e.ok()) << e.status();
  EXPECT_EQ(e->before->scheduler, "null");
  EXPECT_EQ(e->scheduler, "credit");
}

TEST(ExplainTest, WhatCannotBeExplainedIsSaid) {
  EXPECT_THAT(At(kHogAndWaker, 3, 0, 1).status().message(),
              HasSubstr("there is no vCPU 3.0"));
  EXPECT_THAT(At(kHogAndWaker, 1, 0, 100'000'000).status().message(),
              HasSubstr("not within the run"));
  EXPECT_THAT(At(R"(
pcpus 1
duration 1000
domain 1 vcpus=2
vcpu 1.0 : run 10
)",
                 1, 1, 10)
                  .status()
                  .message(),
              HasSubstr("no decision concerned vCPU 1.1 in the whole run; it "
                        "is offline then, on pCPU"));
}

// Compares what Candidates foresees with what PickNext does.
class Prophet final : public DecisionObserver {
 public:
  void BeforeDecision(const Engine& engine,
                      const HookContext& context) override {
    const PcpuId p = context.executing;
    foreseen_ = VcpuId::None();
    said_ = false;
    for (const Candidate& c :
         engine.pcpu(p).policy->Candidates(context.now, p, engine.current(p))) {
      if (Chosen(c.verdict)) foreseen_ = c.vcpu;
    }
  }
  void AfterDecision(const Engine&, const HookContext& context,
                     const Decision& decision) override {
    ++decisions;
    chosen += decision.next.valid() ? 1 : 0;
    stolen += decision.migrated ? 1 : 0;
    EXPECT_STRNE(decision.rule, "");
    if (foreseen_ == decision.next || said_) return;
    said_ = true;
    ADD_FAILURE() << "at " << context.now.ns() << " foreseen "
                  << foreseen_.value() << ", chosen " << decision.next.value()
                  << ": " << decision.rule;
  }

  int decisions = 0;
  int chosen = 0;
  int stolen = 0;

 private:
  static bool Chosen(const std::string& verdict) {
    return (verdict.starts_with("first in the queue") &&
            verdict.find("cannot run") == std::string::npos) ||
           verdict.starts_with("current, runs on") ||
           verdict.ends_with(": stolen") || verdict == "owns this pCPU" ||
           verdict == "waits; takes this pCPU";
  }
  VcpuId foreseen_;
  bool said_ = false;
};

constexpr char kBusy[] = R"(
pcpus 4
duration 300000000
domain 1 vcpus=4 weight=512
domain 2 vcpus=4 cap=60
domain 3 vcpus=3
vcpu 1.* : run 1700000; sleep 900000
vcpu 2.* : run 40000000; yield; run 300000; sleep 100000
vcpu 3.0 soft=1 : run 900000; sleep 150000
vcpu 3.1 hard=2,3 : run 900000; yield; sleep 150000
vcpu 3.2 : run 200000; sleep 50000; run 100000; down 300000
)";

TEST(CandidatesTest, TheOneForeseenIsTheOneChosen) {
  for (const char* scheduler : {"credit", "null", "round_robin"}) {
    SCOPED_TRACE(scheduler);
    Scenario scenario = ScenarioOf(kBusy);
    scenario.scheduler = scheduler;
    Prophet prophet;
    RunOptions options;
    options.observer = &prophet;
    const auto report = xenotime::Run(scenario, AllPolicies(), options);
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_GT(prophet.decisions, 300);
    EXPECT_GT(prophet.chosen, 200);
    if (std::string(scheduler) == "credit") {
      EXPECT_GT(prophet.stolen, 20);
    }
  }
}

TEST(CandidatesTest, AnObserverDoesNotChangeTheRun) {
  const Scenario scenario = ScenarioOf(kBusy);
  const auto plain = xenotime::Run(scenario, AllPolicies(), {});
  Prophet prophet;
  RunOptions options;
  options.observer = &prophet;
  options.probe_at = Instant(12'345'678);
  bool probed = false;
  options.probe = [&probed](const Engine&) { probed = true; };
  const auto watched = xenotime::Run(scenario, AllPolicies(), options);
  ASSERT_TRUE(plain.ok() && watched.ok());
  EXPECT_TRUE(probed);
  EXPECT_EQ(plain->trace_hash, watched->trace_hash);
  EXPECT_EQ(plain->sim.events, watched->sim.events);
}

}  // namespace
}  // namespace xenotime
