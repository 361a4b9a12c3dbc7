#include "xenotime/scheduler/threads/executor.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/guest/irq_latency.h"
#include "xenotime/scheduler/guest/phases.h"
#include "xenotime/tests/testing/fifo_policy.h"

namespace xenotime {
namespace {

using Kind = GuestOp::Kind;
using ::testing::HasSubstr;

class CountingSink final : public TraceSink {
 public:
  void Append(PcpuId, const TraceEvent& event) override {
    ++counts[static_cast<size_t>(event.kind)];
    if (event.kind == TraceKind::kStage) stages |= 1u << event.detail;
    if (event.kind == TraceKind::kSwitch && event.vcpu.valid()) {
      dispatches.emplace_back(event.pcpu, event.vcpu.value());
    }
  }
  int64_t Count(TraceKind kind) const {
    return counts[static_cast<size_t>(kind)];
  }
  int64_t counts[32] = {};
  uint32_t stages = 0;
  std::vector<std::pair<uint32_t, uint32_t>> dispatches;  // pCPU, vCPU
};

// A machine under the FIFO policy, its vCPUs in one domain.
class Machine {
 public:
  Machine(uint32_t pcpus, ThreadsConfig config, Duration slice = Duration())
      : trace_(pcpus, 1u << 16) {
    config.trace = &trace_;
    config.vcpu_capacity = 64;
    executor_ =
        std::make_unique<ThreadsExecutor>(Topology({.cores = pcpus}), config);
    Engine& engine = executor_->engine();
    const PoolId pool = engine.AddPool([slice](PolicyHost& host) {
      return std::make_unique<FifoPolicy>(host, slice);
    });
    for (uint32_t p = 0; p < pcpus; ++p) {
      engine.AddPcpu(executor_->BootContext(), pool, PcpuId(p));
    }
    executor_->Drain();
    domain_ = engine.CreateDomain(pool, 1);
  }

  VcpuId Add(uint32_t pcpu, std::unique_ptr<GuestProgram> program,
             Instant start = Instant()) {
    Engine& engine = executor_->engine();
    const VcpuId v = engine.CreateVcpu(executor_->BootContext(), domain_);
    const CpuSet only = CpuSet::Of(engine.topology().pcpus(), PcpuId(pcpu));
    engine.SetAffinity(executor_->BootContext(), v, &only, nullptr);
    executor_->SetProgram(v, std::move(program), start, v.value());
    return v;
  }
  VcpuId AddLoop(uint32_t pcpu, std::vector<GuestOp> ops) {
    return Add(pcpu, std::make_unique<PhasesProgram>(std::move(ops)));
  }

  ThreadsExecutor& executor() { return *executor_; }
  void Run(Duration duration) {
    const absl::Status status = executor_->RunUntil(Instant() + duration);
    ASSERT_TRUE(status.ok()) << status.message();
    const auto broken = executor_->engine().BrokenInvariant();
    ASSERT_FALSE(broken.has_value()) << *broken;
  }
  CountingSink Trace() const {
    CountingSink sink;
    trace_.MergeInto(sink);
    return sink;
  }

 private:
  TraceBuffer trace_;
  std::unique_ptr<ThreadsExecutor> executor_;
  DomainId domain_;
};

GuestOp Op(Kind kind, Duration duration = Duration(),
           VcpuId target = VcpuId::None()) {
  GuestOp op;
  op.kind = kind;
  op.duration = duration;
  op.target = target;
  return op;
}

// Ends the run once every guest that it wraps has come to its `enough`-th step
// of one kind: runs last as long as a busy host needs.
class Finish {
 public:
  explicit Finish(int enough) : enough_(enough) {}
  const std::atomic<bool>* stop() const { return &stop_; }

  std::unique_ptr<GuestProgram> After(Kind kind,
                                      std::unique_ptr<GuestProgram> program) {
    ++unfinished_;
    return std::make_unique<Counted>(*this, kind, std::move(program));
  }

 private:
  class Counted final : public GuestProgram {
   public:
    Counted(Finish& finish, Kind kind, std::unique_ptr<GuestProgram> program)
        : finish_(finish), kind_(kind), program_(std::move(program)) {}
    GuestOp Next(const GuestView& view) override {
      const GuestOp op = program_->Next(view);
      if (op.kind == kind_ && ++steps_ == finish_.enough_) finish_.OneIsDone();
      return op;
    }

   private:
    Finish& finish_;
    const Kind kind_;
    const std::unique_ptr<GuestProgram> program_;
    int steps_ = 0;
  };

  void OneIsDone() {
    if (unfinished_.fetch_sub(1) == 1) stop_.store(true);
  }

  const int enough_;
  std::atomic<int> unfinished_{0};
  std::atomic<bool> stop_{false};
};

// Longer than any test: what must end earlier, or has hung.
constexpr Duration kForever = Seconds(1'000);

class WaitTest
    : public ::testing::TestWithParam<std::tuple<Vwfi, IdleMode, RemoteWake>> {
 protected:
  ThreadsConfig Config() const {
    ThreadsConfig config;
    config.vwfi = std::get<0>(GetParam());
    config.options.idle = std::get<1>(GetParam());
    config.options.remote_wake = std::get<2>(GetParam());
    return config;
  }
};

INSTANTIATE_TEST_SUITE_P(
    All, WaitTest,
    ::testing::Combine(
        ::testing::Values(Vwfi::kTrap, Vwfi::kYield, Vwfi::kNative),
        ::testing::Values(IdleMode::kPoll, IdleMode::kPark,
                          IdleMode::kSpinThenPark),
        ::testing::Values(RemoteWake::kByTarget, RemoteWake::kBySender)));

TEST_P(WaitTest, SignalsBetweenPcpusArriveAndAreMeasured) {
  Finish finish(20);
  ThreadsConfig config = Config();
  config.stop = finish.stop();
  config.samples_only = true;  // guests that yield fill any trace
  Machine machine(2, config);
  const VcpuId receiver = machine.Add(
      1, finish.After(Kind::kSample,
                      std::make_unique<SignalLatencyProgram>(GuestWait::kWfi)));
  machine.Add(
      0, std::make_unique<SignalSenderProgram>(receiver, Microseconds(100)));
  machine.Run(kForever);
  const ThreadsFacts facts = machine.executor().facts();
  EXPECT_GE(machine.Trace().Count(TraceKind::kSample) + facts.dropped_samples,
            20);
}

TEST_P(WaitTest, AGuestsOwnTimerWakesIt) {
  Finish finish(20);
  ThreadsConfig config = Config();
  config.stop = finish.stop();
  Machine machine(2, config);
  machine.Add(
      1, finish.After(Kind::kSample, std::make_unique<TimerLatencyProgram>(
                                         Microseconds(200), GuestWait::kWfi)));
  machine.Run(kForever);
}

TEST_P(WaitTest, StagesOfWakeUpsAreStamped) {
  Finish finish(50);
  ThreadsConfig config = Config();
  config.stop = finish.stop();
  config.samples_only = true;
  config.stages = true;
  Machine machine(2, config);
  const VcpuId receiver = machine.Add(
      1, finish.After(Kind::kSample,
                      std::make_unique<SignalLatencyProgram>(GuestWait::kWfi)));
  machine.Add(
      0, std::make_unique<SignalSenderProgram>(receiver, Microseconds(200)));
  machine.Run(kForever);
  const uint32_t stages = machine.Trace().stages;
  const auto stamped = [&](WakeStage s) {
    return (stages >> static_cast<int>(s) & 1) != 0;
  };
  EXPECT_TRUE(stamped(WakeStage::kInterrupt));
  EXPECT_TRUE(stamped(WakeStage::kNoticed));
  EXPECT_TRUE(stamped(WakeStage::kGuest));
  if (config.vwfi == Vwfi::kTrap) {
    EXPECT_EQ(stages, (1u << kWakeStages) - 1);
  }
  EXPECT_GT(machine.executor().facts().stamp_cost_ns, 0);
}

TEST_P(WaitTest, SleepersOfOnePcpuTakeTurns) {
  Finish finish(5);
  ThreadsConfig config = Config();
  config.stop = finish.stop();
  Machine machine(2, config);
  for (int i = 0; i < 4; ++i) {
    machine.Add(
        1, finish.After(
               Kind::kYield,
               std::make_unique<PhasesProgram>(std::vector<GuestOp>{
                   Op(Kind::kRun, Microseconds(20)),
                   Op(Kind::kSleep, Microseconds(100)), Op(Kind::kYield)})));
  }
  machine.Run(kForever);
  for (const auto& [pcpu, vcpu] : machine.Trace().dispatches) {
    EXPECT_EQ(pcpu, 1u) << "vCPU " << vcpu;
  }
}

TEST(ThreadsExecutorTest, AnIdleMachineStopsInEveryIdleMode) {
  for (IdleMode idle :
       {IdleMode::kPoll, IdleMode::kPark, IdleMode::kSpinThenPark}) {
    ThreadsConfig config;
    config.options.idle = idle;
    Machine machine(2, config);
    machine.Run(Milliseconds(5));
    EXPECT_FALSE(machine.executor().stopped());
  }
}

TEST(ThreadsExecutorTest, ComputingGuestsAreStopped) {
  Machine machine(2, {});
  machine.AddLoop(0, {Op(Kind::kRun, kForever)});
  machine.AddLoop(1, {Op(Kind::kSpin)});
  machine.Run(Milliseconds(5));
}

TEST(ThreadsExecutorTest, TheCallersStopEndsTheRunEarly) {
  std::atomic<bool> stop{false};
  ThreadsConfig config;
  config.stop = &stop;
  Machine machine(2, config);
  machine.AddLoop(0, {Op(Kind::kRun, kForever)});
  std::thread stopper([&] { stop.store(true); });
  machine.Run(kForever);
  stopper.join();
  EXPECT_TRUE(machine.executor().stopped());
  EXPECT_LT(machine.executor().now(), Instant() + kForever);
}

TEST(ThreadsExecutorTest, SlicesTakeThePcpuFromThoseWhoCompute) {
  Finish finish(2);
  ThreadsConfig config;
  config.stop = finish.stop();
  Machine machine(2, config, Milliseconds(1));
  for (int i = 0; i < 2; ++i) {
    machine.Add(
        1, finish.After(Kind::kRun,
                        std::make_unique<PhasesProgram>(std::vector<GuestOp>{
                            Op(Kind::kRun, Milliseconds(4))})));
  }
  machine.Run(kForever);
  EXPECT_GT(machine.Trace().dispatches.size(), 3u);
}

TEST(ThreadsExecutorTest, ActionsRunOnPcpuZeroInOrderOfTime) {
  std::atomic<bool> stop{false};
  ThreadsConfig config;
  config.stop = &stop;
  Machine machine(2, config);
  std::vector<int> order;
  const auto note = [&order](int i) {
    return [&order, i](HookContext context) {
      EXPECT_EQ(context.executing, PcpuId(0));
      order.push_back(i);
    };
  };
  machine.executor().AddAction(Instant() + Milliseconds(2), note(2));
  machine.executor().AddAction(Instant() + Milliseconds(1), note(1));
  machine.executor().AddAction(Instant() + Milliseconds(2),
                               [&](HookContext) { stop.store(true); });
  machine.Run(kForever);
  EXPECT_THAT(order, ::testing::ElementsAre(1, 2));
}

class CallbackProgram final : public GuestProgram {
 public:
  explicit CallbackProgram(std::function<GuestOp()> callback)
      : callback_(std::move(callback)) {}
  GuestOp Next(const GuestView&) override { return callback_(); }

 private:
  std::function<GuestOp()> callback_;
};

TEST(ThreadsExecutorTest, AnAffinityChangeMovesARunningGuest) {
  std::atomic<bool> stop{false};
  ThreadsConfig config;
  config.stop = &stop;
  Machine machine(2, config);
  const Engine& engine = machine.executor().engine();
  const VcpuId v =
      machine.Add(0, std::make_unique<CallbackProgram>([&] {
                    if (engine.vcpu(VcpuId(0)).cpu() == PcpuId(1)) {
                      stop.store(true);
                    }
                    return Op(Kind::kRun, Microseconds(100));
                  }));
  machine.executor().AddAction(
      Instant() + Milliseconds(5), [&](HookContext context) {
        const CpuSet other = CpuSet::Of(2, PcpuId(1));
        machine.executor().engine().SetAffinity(context, v, &other, nullptr);
      });
  machine.Run(kForever);
  EXPECT_EQ(engine.current(PcpuId(1)), v);
}

TEST(ThreadsExecutorTest, GuestsGoDownAndComeBack) {
  Finish finish(5);
  ThreadsConfig config;
  config.stop = finish.stop();
  Machine machine(2, config);
  machine.Add(1,
              finish.After(Kind::kDown,
                           std::make_unique<PhasesProgram>(std::vector<GuestOp>{
                               Op(Kind::kRun, Microseconds(10)),
                               Op(Kind::kDown, Microseconds(300))})));
  machine.Run(kForever);
}

TEST(ThreadsExecutorTest, WhoHasExitedStaysAway) {
  Finish finish(20);
  ThreadsConfig config;
  config.stop = finish.stop();
  Machine machine(2, config);
  int steps = 0;
  const VcpuId gone = machine.Add(1, std::make_unique<CallbackProgram>([&] {
                                    ++steps;
                                    return Op(Kind::kExit);
                                  }));
  machine.Add(0,
              finish.After(Kind::kSignal,
                           std::make_unique<PhasesProgram>(std::vector<GuestOp>{
                               Op(Kind::kRun, Milliseconds(1)),
                               Op(Kind::kSignal, Duration(), gone)})));
  machine.Run(kForever);
  EXPECT_LE(steps, 1);
}

TEST(ThreadsExecutorTest, MorePcpusThanCoresRunAndAreReported) {
  Finish finish(10);
  ThreadsConfig config;
  config.options.idle = IdleMode::kPoll;
  config.stop = finish.stop();
  const uint32_t pcpus = 2 * std::max(1u, std::thread::hardware_concurrency());
  Machine machine(pcpus, config);
  const VcpuId receiver = machine.Add(
      pcpus - 1,
      finish.After(Kind::kSample,
                   std::make_unique<SignalLatencyProgram>(GuestWait::kWfi)));
  machine.Add(
      0, std::make_unique<SignalSenderProgram>(receiver, Microseconds(500)));
  machine.Run(kForever);
  const ThreadsFacts facts = machine.executor().facts();
  EXPECT_TRUE(facts.oversubscribed);
  EXPECT_FALSE(facts.pinned);
  EXPECT_EQ(facts.host_steal_ns.size(), pcpus);
}

TEST(ThreadsExecutorTest, AHostThatRefusesAThreadIsAnErrorNotACrash) {
  pthread_attr_t usual;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  pthread_attr_t huge;
  ASSERT_EQ(pthread_attr_init(&huge), 0);
  // More than the address space has.
  ASSERT_EQ(pthread_attr_setstacksize(&huge, size_t{1} << 50), 0);
  Machine machine(3, {});
  ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
  const absl::Status status =
      machine.executor().RunUntil(Instant() + Milliseconds(1));
  ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("no more than 0 of 3 threads"));
}

TEST(WatchdogTest, APcpuThatPassesNoSafePointEndsTheRunWithAMessage) {
  ThreadsConfig config;
  config.options.watchdog = Milliseconds(100);
  Machine machine(2, config);
  std::atomic<bool> release{false};
  machine.Add(1, std::make_unique<CallbackProgram>([&] {
                while (!release.load()) std::this_thread::yield();
                return Op(Kind::kExit);
              }));
  // The run's own thread reports the hang; then the guest must let go.
  std::thread releaser([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    release.store(true);
  });
  const absl::Status status = machine.executor().RunUntil(Instant() + kForever);
  releaser.join();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("pCPU 1 passes no safe point"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("last records"));
}

TEST(WatchdogTest, AnIdleMachineIsNotHung) {
  ThreadsConfig config;
  config.options.watchdog = Milliseconds(30);
  config.options.idle = IdleMode::kPark;
  Machine machine(2, config);
  machine.AddLoop(1, {Op(Kind::kExit)});
  machine.Run(Milliseconds(150));
}

}  // namespace
}  // namespace xenotime
