// Signals between vCPUs arrive, whatever the receiver does at the time.

#include <string>

#include "gtest/gtest.h"
#include "xenotime/scheduler/guest/irq_latency.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/tests/conformance/fixture.h"
#include "xenotime/tests/conformance/words.h"

namespace xenotime::conformance {
namespace {

constexpr Vwfi kVwfiModes[] = {Vwfi::kTrap, Vwfi::kYield, Vwfi::kNative};

// Two vCPUs that hand a token to each other: a lost signal stops both for ever.
void AddPingPong(Scenario& scenario, Duration work) {
  AddDomain(scenario, {Loop({Compute(work), Wake(1, 1), Wait()}),
                       Loop({Wait(), Compute(work), Wake(1, 0)})});
}

// What the guest of vCPU 0 measured.
int64_t Samples(const Observed& run) {
  const auto& samples = run.report().metrics.vcpus[0].guest_samples;
  return static_cast<int64_t>(samples.values().size());
}

// That they still do so at the end of the run.
void ExpectTokenMoves(const Observed& run, uint32_t vcpus, Instant from) {
  for (uint32_t v = 0; v < vcpus; ++v) {
    EXPECT_GT(run.RunNsWithin(v, from, run.end()), 0)
        << "vCPU " << v << " waits for a signal that was lost";
  }
}

TEST_P(ConformanceTest, PingPongOnTwoPcpusLosesNoSignal) {
  Scenario scenario = Machine(2);
  AddPingPong(scenario, Microseconds(20));
  const Observed run = Observe(scenario);
  EXPECT_GT(run.Wakes(0), Often(100));
  ExpectTokenMoves(run, 2, Late(run, Milliseconds(50)));
}

TEST_P(ConformanceTest, PingPongOnOnePcpuLosesNoSignal) {
  if (!traits().time_shares) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(1);
  AddPingPong(scenario, Microseconds(20));
  const Observed run = Observe(scenario);
  EXPECT_GT(run.Wakes(0), Often(100));
  ExpectTokenMoves(run, 2, Late(run, Milliseconds(50)));
}

TEST_P(ConformanceTest, PingPongBesideHogsLosesNoSignal) {
  if (!traits().time_shares) GTEST_SKIP() << "not promised";
  Scenario scenario = Machine(2, Seconds(2));
  AddPingPong(scenario, Microseconds(100));
  AddHogs(scenario, 3);
  const Observed run = Observe(scenario);
  ExpectTokenMoves(run, 2, Late(run, Seconds(1)));
}

TEST_P(ConformanceTest, ATokenGoesRoundARingOfEight) {
  Scenario scenario = Machine(8);
  std::vector<VcpuSpec> ring;
  for (uint32_t i = 0; i < 8; ++i) {
    const PhaseSpec pass = Wake(1, (i + 1) % 8);
    ring.push_back(i == 0 ? Loop({Compute(Microseconds(10)), pass, Wait()})
                          : Loop({Wait(), Compute(Microseconds(10)), pass}));
  }
  AddDomain(scenario, ring);
  const Observed run = Observe(scenario);
  ExpectTokenMoves(run, 8, Late(run, Milliseconds(100)));
}

TEST_P(ConformanceTest, ASignalToABusyVcpuIsRemembered) {
  Scenario scenario = Machine(2);
  // The receiver computes for long: the signal is there before it waits.
  AddDomain(scenario, {Loop({Compute(Milliseconds(20)), Wait(),
                             Compute(Microseconds(10)), Exit()}),
                       Loop({Compute(Milliseconds(1)), Wake(1, 0), Exit()})});
  const Observed run = Observe(scenario);
  EXPECT_GE(run.RunNs(0), 20'010'000);
  EXPECT_EQ(run.Wakes(0), 0);
}

TEST_P(ConformanceTest, ManySendersDoNotConfuseOneReceiver) {
  Scenario scenario = Machine(4);
  AddDomain(scenario, {Loop({Wait(), Compute(Microseconds(5))})});
  for (int64_t i = 0; i < 3; ++i) {
    AddDomain(scenario, {Loop({Compute(Microseconds(11 + 2 * i)), Wake(1)})});
  }
  const Observed run = Observe(scenario);
  EXPECT_GT(run.Wakes(0), Often(100));
  EXPECT_GT(run.RunNsWithin(0, Late(run, Milliseconds(50)), run.end()), 0);
}

TEST_P(ConformanceTest, ASignalAndATimerAtOneTimeAreBothDelivered) {
  Scenario scenario = Machine(2);
  AddDomain(scenario, {Sleeper(Microseconds(100), Microseconds(400))});
  AddDomain(scenario, {Loop({Sleep(Microseconds(500)), Wake(1)})});
  const Observed run = Observe(scenario);
  EXPECT_GT(run.Wakes(0), Often(50));
  EXPECT_GT(run.Wakes(1), Often(50));
}

TEST_P(ConformanceTest, EveryWfiModeDeliversTimers) {
  for (const Vwfi vwfi : kVwfiModes) {
    SCOPED_TRACE(static_cast<int>(vwfi));
    Scenario scenario = Machine(2);
    scenario.vwfi = vwfi;
    VcpuSpec guest;
    guest.workload = TimerLatencyWorkload{Microseconds(100), GuestWait::kWfi};
    AddDomain(
        scenario,
        {guest, Pinned(Sleeper(Microseconds(100), Microseconds(100)), {0})});
    const Observed run = Observe(scenario);
    EXPECT_GT(Samples(run), Often(100));
  }
}

TEST_P(ConformanceTest, EveryWfiModeDeliversSignals) {
  for (const Vwfi vwfi : kVwfiModes) {
    SCOPED_TRACE(static_cast<int>(vwfi));
    Scenario scenario = Machine(2);
    scenario.vwfi = vwfi;
    VcpuSpec receiver;
    receiver.workload = SignalLatencyWorkload{GuestWait::kWfi};
    VcpuSpec sender;
    sender.workload = SignalSenderWorkload{1, 0, Microseconds(200)};
    AddDomain(scenario, {Pinned(receiver, {0})});
    AddDomain(scenario, {Pinned(sender, {1})});
    const Observed run = Observe(scenario);
    EXPECT_GT(Samples(run), Often(100));
  }
}

TEST_P(ConformanceTest, AVcpuThatSpinsKeepsItsPcpu) {
  Scenario scenario = Machine(2);
  VcpuSpec spinner;
  spinner.workload = TimerLatencyWorkload{Microseconds(100), GuestWait::kSpin};
  AddDomain(scenario, {Pinned(spinner, {1})});
  const Observed run = Observe(scenario);
  EXPECT_GT(Samples(run), Often(100));
  if (sim()) {
    EXPECT_EQ(run.RunNs(0), scenario.duration.ns());
  }
}

}  // namespace
}  // namespace xenotime::conformance
