#include "xenotime/scheduler/guest/irq_latency.h"

#include "gtest/gtest.h"

namespace xenotime {
namespace {

using Kind = GuestOp::Kind;

GuestView At(int64_t now) {
  GuestView view;
  view.now = Instant(now);
  return view;
}

TEST(TimerLatencyProgramTest, ArmsWaitsAndReports) {
  TimerLatencyProgram program(Microseconds(100), GuestWait::kWfi);
  for (int64_t start : {1'000, 7'000'000}) {
    const GuestOp arm = program.Next(At(start));
    EXPECT_EQ(arm.kind, Kind::kSetTimer);
    EXPECT_EQ(arm.deadline, Instant(start + 100'000));
    EXPECT_EQ(program.Next(At(start + 5)).kind, Kind::kAwait);
    const GuestOp sample = program.Next(At(start + 100'042));
    EXPECT_EQ(sample.kind, Kind::kSample);
    EXPECT_EQ(sample.value, 42);
  }
}

TEST(TimerLatencyProgramTest, ASpinnerDoesNotTellTheHypervisor) {
  TimerLatencyProgram program(Microseconds(100), GuestWait::kSpin);
  program.Next({});
  EXPECT_EQ(program.Next({}).kind, Kind::kSpin);
}

TEST(TimerLatencyProgramTest, AnEarlyReturnIsANegativeSample) {
  TimerLatencyProgram program(Microseconds(100), GuestWait::kWfi);
  program.Next(At(0));
  program.Next(At(0));
  EXPECT_EQ(program.Next(At(99'000)).value, -1'000);
}

TEST(SignalLatencyProgramTest, ReportsSinceTheSignalWasSent) {
  SignalLatencyProgram program(GuestWait::kWfi);
  EXPECT_EQ(program.Next(At(10)).kind, Kind::kAwait);
  const GuestOp sample =
      program.Next({.now = Instant(90), .signal_sent = Instant(75)});
  EXPECT_EQ(sample.kind, Kind::kSample);
  EXPECT_EQ(sample.value, 15);
  EXPECT_EQ(program.Next({}).kind, Kind::kAwait);
  EXPECT_EQ(SignalLatencyProgram(GuestWait::kSpin).Next({}).kind, Kind::kSpin);
}

TEST(SignalSenderProgramTest, ComputesThenSignals) {
  SignalSenderProgram program(VcpuId(3), Microseconds(50));
  for (int round = 0; round < 2; ++round) {
    const GuestOp run = program.Next({});
    EXPECT_EQ(run.kind, Kind::kRun);
    EXPECT_EQ(run.duration, Microseconds(50));
    const GuestOp signal = program.Next({});
    EXPECT_EQ(signal.kind, Kind::kSignal);
    EXPECT_EQ(signal.target, VcpuId(3));
  }
}

}  // namespace
}  // namespace xenotime
