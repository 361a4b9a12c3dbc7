#include "xenotime/scheduler/trace/metrics.h"

#include <numeric>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/tests/scheduler/trace/records.h"

namespace xenotime {
namespace {

constexpr VcpuId kA(0), kB(1);

TraceSubjects TwoByTwo() { return {.pcpus = 2, .vcpus = {{1, 0}, {1, 1}}}; }

RunMetrics Fold(const std::vector<TraceEvent>& events, int64_t end,
                const TraceSubjects& subjects = TwoByTwo()) {
  MetricsFolder folder(subjects);
  for (const TraceEvent& e : events) folder.Append(PcpuId(e.pcpu), e);
  return folder.Finish(Instant(end));
}

TraceEvent Wake(int64_t time, VcpuId v, WakeCause cause = WakeCause::kEvent) {
  return Record(time, TraceKind::kWake, v, static_cast<uint8_t>(cause));
}

int64_t In(const VcpuMetrics& v, RunState state) {
  return v.runstate_ns[static_cast<int>(state)];
}

TEST(MetricsFolderTest, WithoutRecordsAllIsIdleAndOffline) {
  const RunMetrics m = Fold({}, 100);
  EXPECT_EQ(m.pcpu_idle_ns, (std::vector<int64_t>{100, 100}));
  EXPECT_EQ(In(m.vcpus[0], RunState::kOffline), 100);
  EXPECT_EQ(m.switches, 0);
  EXPECT_EQ(m.nonworkconserving_ns, 0);
  EXPECT_TRUE(m.remarks.empty());
}

TEST(MetricsFolderTest, AWakeFromAWaitIsMeasuredUpToItsDispatch) {
  const RunMetrics m =
      Fold({Wake(0, kA, WakeCause::kOnline), SwitchRecord(0, 0, kIdleVcpu, kA),
            Record(10, TraceKind::kBlock, kA),
            SwitchRecord(10, 0, kA, kIdleVcpu, SwitchReason::kBlocked),
            Record(30, TraceKind::kUnblock, kA), Wake(30, kA),
            SwitchRecord(35, 1, kIdleVcpu, kA)},
           100);
  const VcpuMetrics& a = m.vcpus[0];
  EXPECT_EQ(a.wake_to_run.values(), std::vector<int64_t>{5});
  EXPECT_EQ(a.dispatches, 2);
  EXPECT_EQ(a.migrations, 1);
  EXPECT_EQ(a.run_ns, 75);
  EXPECT_EQ(In(a, RunState::kRunning), 75);
  EXPECT_EQ(In(a, RunState::kBlocked), 20);
  EXPECT_EQ(In(a, RunState::kRunnable), 5);
  EXPECT_EQ(m.switches, 3);
  EXPECT_EQ(m.nonworkconserving_ns, 5);
}

TEST(MetricsFolderTest, APreemptedVcpuWaitsAndAParkedOneDoesNot) {
  for (auto [reason, waste] : {std::pair{SwitchReason::kPreempted, 90},
                               {SwitchReason::kSlice, 90},
                               {SwitchReason::kYielded, 90},
                               {SwitchReason::kParked, 0},
                               {SwitchReason::kOffline, 0},
                               {SwitchReason::kMigrating, 0},
                               {SwitchReason::kBlocked, 0}}) {
    SCOPED_TRACE(SwitchReasonName(reason));
    const RunMetrics m = Fold({SwitchRecord(0, 0, kIdleVcpu, kA),
                               SwitchRecord(10, 0, kA, kIdleVcpu, reason)},
                              100);
    EXPECT_EQ(m.nonworkconserving_ns, waste);
    EXPECT_EQ(In(m.vcpus[0], RunState::kRunnable), waste);
  }
}

TEST(MetricsFolderTest, ASleepEndsTheWaitingOfAQueuedVcpu) {
  const RunMetrics m =
      Fold({Wake(10, kA), Record(30, TraceKind::kSleep, kA)}, 100);
  EXPECT_EQ(m.nonworkconserving_ns, 20);
  EXPECT_EQ(In(m.vcpus[0], RunState::kOffline), 80);
}

TEST(MetricsFolderTest, AWakeOfARunningVcpuChangesNothing) {
  const RunMetrics m =
      Fold({SwitchRecord(0, 0, kIdleVcpu, kA), Wake(10, kA)}, 100);
  EXPECT_EQ(In(m.vcpus[0], RunState::kRunning), 100);
  EXPECT_EQ(m.nonworkconserving_ns, 0);
}

TEST(MetricsFolderTest, AWaitThatEndsWhileTheVcpuIsDownLeavesItOffline) {
  const RunMetrics m =
      Fold({SwitchRecord(0, 0, kIdleVcpu, kA),
            SwitchRecord(10, 0, kA, kIdleVcpu, SwitchReason::kBlocked),
            Record(30, TraceKind::kUnblock, kA)},
           100);
  EXPECT_EQ(In(m.vcpus[0], RunState::kBlocked), 20);
  EXPECT_EQ(In(m.vcpus[0], RunState::kOffline), 70);
}

TEST(MetricsFolderTest, AffinityDecidesWhatIsWaste) {
  const RunMetrics m = Fold({Record(0, TraceKind::kAffinity, kB, 0, 0b01),
                             SwitchRecord(0, 0, kIdleVcpu, kA), Wake(0, kB),
                             Record(40, TraceKind::kAffinity, kB, 0, 0b11)},
                            100);
  EXPECT_EQ(m.nonworkconserving_ns, 60);
  EXPECT_EQ(m.nonworkconserving_max_ns, 60);
}

TEST(MetricsFolderTest, YieldsSamplesAndStagesArriveWhereTheyBelong) {
  const auto stage = [](int64_t time, WakeStage s) {
    return Record(time, TraceKind::kStage, kB, static_cast<uint8_t>(s));
  };
  const RunMetrics m =
      Fold({Record(1, TraceKind::kYield, kA), Record(2, TraceKind::kYield, kA),
            Record(3, TraceKind::kSample, kB, 0, static_cast<uint64_t>(-7)),
            stage(4, WakeStage::kInterrupt), stage(9, WakeStage::kGuest)},
           100);
  EXPECT_EQ(m.vcpus[0].yields, 2);
  EXPECT_EQ(m.vcpus[1].guest_samples.values(), std::vector<int64_t>{-7});
  EXPECT_EQ(m.stage_total.values(), std::vector<int64_t>{5});
}

TEST(MetricsFolderTest, StuckPcpusAreRemarkedOnOnceEach) {
  const RunMetrics m = Fold({Record(7, TraceKind::kStuck, kIdleVcpu),
                             Record(9, TraceKind::kStuck, kIdleVcpu)},
                            100);
  ASSERT_EQ(m.remarks.size(), 1u);
  EXPECT_EQ(m.remarks[0],
            "pCPU 0 re-raised SCHEDULE without progress 2 time(s), first at 7 "
            "ns");
}

TEST(MetricsFolderTest, RecordsAboutStrangersAreLeftOutAndCounted) {
  TraceEvent stranger = SwitchRecord(5, 9, kIdleVcpu, kA);
  const RunMetrics m =
      Fold({stranger, Wake(6, VcpuId(2)), Wake(7, kIdleVcpu)}, 100);
  EXPECT_EQ(m.switches, 0);
  ASSERT_EQ(m.remarks.size(), 1u);
  EXPECT_EQ(m.remarks[0], "3 trace record(s) name an unknown pCPU or vCPU");
}

// A random but possible history: vCPUs wake, run, leave.
TEST(MetricsFolderTest, TimeIsConservedInRandomHistories) {
  const TraceSubjects subjects{
      .pcpus = 3, .vcpus = {{1, 0}, {1, 1}, {2, 0}, {2, 1}, {3, 0}}};
  Rng rng(1, "metrics");
  std::vector<VcpuId> on(3);
  std::vector<bool> busy(5);
  std::vector<TraceEvent> events;
  int64_t now = 0;
  for (int i = 0; i < 5000; ++i) {
    now += rng.Between(0, 5);
    const auto p = static_cast<uint16_t>(rng.Below(3));
    const auto v = static_cast<uint32_t>(rng.Below(5));
    const VcpuId next = busy[v] ? kIdleVcpu : VcpuId(v);
    if (next == on[p]) continue;
    events.push_back(SwitchRecord(
        now, p, on[p], next, static_cast<SwitchReason>(rng.Between(1, 7))));
    if (on[p].valid()) busy[on[p].value()] = false;
    if (next.valid()) busy[v] = true;
    on[p] = next;
  }
  const RunMetrics m = Fold(events, now, subjects);
  int64_t run = 0;
  for (const VcpuMetrics& v : m.vcpus) {
    run += v.run_ns;
    EXPECT_EQ(v.run_ns, In(v, RunState::kRunning));
    EXPECT_EQ(
        std::accumulate(v.runstate_ns.begin(), v.runstate_ns.end(), int64_t{0}),
        now);
  }
  EXPECT_EQ(std::accumulate(m.pcpu_idle_ns.begin(), m.pcpu_idle_ns.end(), run),
            3 * now);
  EXPECT_EQ(m.switches, static_cast<int64_t>(events.size()));
}

TEST(MetricsFolderTest, ReasonsToLeaveAndPullsAreCounted) {
  const RunMetrics m =
      Fold({SwitchRecord(0, 0, kIdleVcpu, kA),
            SwitchRecord(10, 0, kA, kB, SwitchReason::kPreempted),
            SwitchRecord(20, 0, kB, kA, SwitchReason::kBlocked),
            Record(30, TraceKind::kMigrate, kA,
                   static_cast<uint8_t>(MoveCause::kPlaced)),
            Record(30, TraceKind::kMigrate, kB,
                   static_cast<uint8_t>(MoveCause::kPulled))},
           100);
  const auto left = [&](int v, SwitchReason reason) {
    return m.vcpus[static_cast<size_t>(v)].left[static_cast<size_t>(reason)];
  };
  EXPECT_EQ(left(0, SwitchReason::kPreempted), 1);
  EXPECT_EQ(left(0, SwitchReason::kBlocked), 0);
  EXPECT_EQ(left(1, SwitchReason::kBlocked), 1);
  EXPECT_EQ(m.vcpus[0].steals, 0);
  EXPECT_EQ(m.vcpus[1].steals, 1);
}

TEST(MetricsFolderTest, SharesAreFoldedFromWhatWasRunAndWaitedFor) {
  TraceSubjects subjects = {
      .pcpus = 1,
      .vcpus = {{1, 0}, {2, 0}},
      .domains = {1, 2},
      .domain_of = {0, 1},
      .cap_window = {Duration(), Duration()},
      .terms = {{.from = Instant(), .domains = {{}, {}}, .pool_pcpus = {1}}}};
  // A runs all the time while B waits; both are entitled to a half.
  const RunMetrics m =
      Fold({Wake(0, kA), Wake(0, kB), SwitchRecord(0, 0, kIdleVcpu, kA)}, 1000,
           subjects);
  ASSERT_EQ(m.domains.size(), 2u);
  EXPECT_EQ(m.domains[0].run_ns, 1000);
  EXPECT_NEAR(static_cast<double>(m.domains[0].entitled_ns), 500, 2);
  EXPECT_EQ(m.domains[1].runnable_ns, 1000);
  EXPECT_EQ(m.vcpus[1].waits.values(), std::vector<int64_t>{1000});
  EXPECT_EQ(m.fairness.jain_ppm, 500'000);
  EXPECT_EQ(m.fairness.max_over_min_ppm, -1);
}

TEST(MetricsFolderTest, ACapIsJudgedWindowByWindowAlsoTheLastWholeOne) {
  TraceSubjects subjects = {.pcpus = 1,
                            .vcpus = {{1, 0}},
                            .domains = {1},
                            .domain_of = {0},
                            .cap_window = {Duration(100)},
                            .terms = {{.from = Instant(),
                                       .domains = {{.weight = 256, .cap = 50}},
                                       .pool_pcpus = {1}}}};
  const RunMetrics m =
      Fold({Wake(0, kA), SwitchRecord(0, 0, kIdleVcpu, kA),
            SwitchRecord(60, 0, kA, kIdleVcpu, SwitchReason::kParked),
            Wake(100, kA), SwitchRecord(100, 0, kIdleVcpu, kA),
            SwitchRecord(140, 0, kA, kIdleVcpu, SwitchReason::kParked)},
           200, subjects);
  const CapError& e = m.domains[0].cap;
  EXPECT_EQ(e.windows, 2);
  EXPECT_EQ(e.max_over_ns, 10);
  EXPECT_EQ(e.max_under_ns, 10);
  EXPECT_EQ(e.mean_ns(), 0);
  EXPECT_EQ(m.domains[0].entitled_ns, 100);  // half of 200
}

}  // namespace
}  // namespace xenotime
