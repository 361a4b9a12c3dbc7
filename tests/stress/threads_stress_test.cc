// Many vCPUs that do everything guests can do, on real threads, while a
// toolstack pauses them and changes their affinity: whatever the interleaving,
// the machine must go on, end, and be whole.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/policies/arinc653/arinc653_policy.h"
#include "xenotime/scheduler/policies/credit/credit_policy.h"
#include "xenotime/scheduler/policies/credit2/credit2_policy.h"
#include "xenotime/scheduler/policies/null/null_policy.h"
#include "xenotime/scheduler/policies/rtds/rtds_policy.h"
#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/scheduler/threads/executor.h"
#include "xenotime/tests/testing/fifo_policy.h"

namespace xenotime {
namespace {

using Kind = GuestOp::Kind;

constexpr uint32_t kDomains = 3;
constexpr uint32_t kVcpus = 3 * kDomains;
constexpr int64_t kSteps = 4'000;  // of all guests together
constexpr int kActions = 400;

// Counts steps down and ends the run when they are used up.
class Budget {
 public:
  explicit Budget(int64_t steps) : left_(steps) {}
  const std::atomic<bool>* stop() const { return &stop_; }
  void Spend() {
    if (left_.fetch_sub(1, std::memory_order_relaxed) == 1) stop_.store(true);
  }

 private:
  std::atomic<int64_t> left_;
  std::atomic<bool> stop_{false};
};

// Random steps; every wait ends by a timer at the latest, so that the steps
// never run out of guests.
class RandomProgram final : public GuestProgram {
 public:
  RandomProgram(Budget& budget, uint64_t seed) : budget_(budget), rng_(seed) {}

  GuestOp Next(const GuestView& view) override {
    budget_.Spend();
    GuestOp op;
    if (std::exchange(armed_, false)) {
      op.kind = rng_.Chance(900'000) ? Kind::kAwait : Kind::kSpin;
      return op;
    }
    op.duration = Microseconds(rng_.Between(1, 60));
    op.target = VcpuId(static_cast<uint32_t>(rng_.Below(kVcpus)));
    constexpr Kind kKinds[] = {Kind::kRun,    Kind::kSleep,   Kind::kSignal,
                               Kind::kSignal, Kind::kYield,   Kind::kDown,
                               Kind::kSample, Kind::kSetTimer};
    op.kind = kKinds[rng_.Below(std::size(kKinds))];
    if (op.kind == Kind::kSetTimer) {
      armed_ = true;
      op.deadline = view.now + op.duration;
    }
    return op;
  }

 private:
  Budget& budget_;
  Rng rng_;
  bool armed_ = false;
};

std::unique_ptr<Policy> MakePolicy(const std::string& name, PolicyHost& host) {
  if (name == "credit") {
    return std::make_unique<CreditPolicy>(
        host, CreditParameters{.tslice_ms = 1, .ratelimit_us = 0});
  }
  if (name == "credit2") {
    return std::make_unique<Credit2Policy>(
        host, Credit2Parameters{.runqueue = RunqueueArrangement::kCpu,
                                .ratelimit_us = 0});
  }
  if (name == "null") return std::make_unique<NullPolicy>(host);
  if (name == "rtds") return std::make_unique<RtdsPolicy>(host);
  if (name == "arinc653") return std::make_unique<Arinc653Policy>(host);
  return std::make_unique<FifoPolicy>(host, Microseconds(200));
}

using Parameter = std::tuple<std::string, Vwfi, IdleMode, uint32_t>;

class ThreadsStressTest : public ::testing::TestWithParam<Parameter> {
 protected:
  void Boot(ThreadsExecutor& executor, Budget& budget) {
    Engine& engine = executor.engine();
    const PoolId pool = engine.AddPool([](PolicyHost& host) {
      return MakePolicy(std::get<0>(GetParam()), host);
    });
    for (uint32_t p = 0; p < engine.topology().pcpus(); ++p) {
      engine.AddPcpu(executor.BootContext(), pool, PcpuId(p));
      executor.Drain();
    }
    const DomainId domain = engine.CreateDomain(pool, 1);
    for (uint32_t i = 0; i < kVcpus; ++i) {
      const VcpuId v = engine.CreateVcpu(executor.BootContext(), domain);
      executor.SetProgram(v, std::make_unique<RandomProgram>(budget, i),
                          Instant(), i);
    }
    engine.AdjustDomain(executor.BootContext(), domain, 256, 0);
    executor.Drain();
  }

  // A toolstack that keeps pausing vCPUs, giving them back, and moving them.
  void AddToolstack(ThreadsExecutor& executor) {
    Rng rng(7);
    for (int i = 0; i < kActions; ++i) {
      const VcpuId v(static_cast<uint32_t>(rng.Below(kVcpus)));
      const Instant at = Instant() + Microseconds(150) * i;
      if (i % 2 == 0) {
        executor.AddAction(at, [&executor, v](HookContext context) {
          executor.engine().Pause(context, v);
        });
        executor.AddAction(at + Microseconds(100),
                           [&executor, v](HookContext context) {
                             executor.engine().Unpause(context, v);
                           });
      } else {
        const CpuSet hard = RandomSet(executor, rng);
        executor.AddAction(at, [&executor, v, hard](HookContext context) {
          executor.engine().SetAffinity(context, v, &hard, nullptr);
        });
      }
    }
  }

 private:
  static CpuSet RandomSet(const ThreadsExecutor& executor, Rng& rng) {
    const uint32_t pcpus = executor.engine().topology().pcpus();
    CpuSet set = CpuSet::Of(pcpus, PcpuId(uint32_t(rng.Below(pcpus))));
    for (uint32_t p = 0; p < pcpus; ++p) {
      if (rng.Chance(500'000)) set.Add(PcpuId(p));
    }
    return set;
  }
};

std::string NameOf(const ::testing::TestParamInfo<Parameter>& info) {
  constexpr const char* kVwfi[] = {"Trap", "Yield", "Native"};
  constexpr const char* kIdle[] = {"Poll", "Park", "SpinThenPark"};
  const auto& [policy, vwfi, idle, pcpus] = info.param;
  return policy + kVwfi[static_cast<int>(vwfi)] +
         kIdle[static_cast<int>(idle)] + std::to_string(pcpus);
}

INSTANTIATE_TEST_SUITE_P(
    All, ThreadsStressTest,
    ::testing::Combine(::testing::Values("fifo", "credit", "credit2", "null"),
                       ::testing::Values(Vwfi::kTrap, Vwfi::kYield,
                                         Vwfi::kNative),
                       ::testing::Values(IdleMode::kPoll, IdleMode::kPark,
                                         IdleMode::kSpinThenPark),
                       ::testing::Values(2u, 4u)),
    NameOf);

TEST_P(ThreadsStressTest, EverythingAtOnceEndsInAWholeMachine) {
  const auto& [policy, vwfi, idle, pcpus] = GetParam();
  // With native waits under null, who waits for a pCPU may wait for ever:
  // nobody leaves his. The guests that have one still use the steps up.
  Budget budget(kSteps);
  TraceBuffer trace(pcpus, 1u << 12);
  ThreadsConfig config;
  config.options.idle = idle;
  config.options.spin = Microseconds(20);
  config.options.watchdog = Seconds(20);
  config.vwfi = vwfi;
  config.trace = &trace;
  config.stages = true;
  config.stop = budget.stop();
  config.vcpu_capacity = kVcpus;
  ThreadsExecutor executor(Topology({.cores = pcpus}), config);
  Boot(executor, budget);
  AddToolstack(executor);
  const absl::Status status = executor.RunUntil(Instant() + Seconds(100));
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(executor.stopped()) << "the guests came to a halt";
  const auto broken = executor.engine().BrokenInvariant();
  EXPECT_FALSE(broken.has_value()) << *broken;
}

// Two pools of two pCPUs, under different policies; domains move between them,
// pCPUs change sides, and one is unplugged and plugged again.
class PoolsStressTest : public ::testing::TestWithParam<const char*> {
 protected:
  static constexpr uint32_t kPcpus = 4;

  void Boot(ThreadsExecutor& executor, Budget& budget) {
    Engine& engine = executor.engine();
    const HookContext boot = executor.BootContext();
    for (std::string name : {GetParam(), "credit"}) {
      pools_.push_back(engine.AddPool(
          [&](PolicyHost& host) { return MakePolicy(name, host); }));
    }
    for (uint32_t p = 0; p < kPcpus; ++p) {
      engine.AddPcpu(boot, pools_[p / 2], PcpuId(p));
    }
    executor.Drain();
    engine.SetFrames(boot, pools_[0], EqualFrames(Microseconds(50)));
    for (uint32_t d = 0; d < kDomains; ++d) {
      const DomainId domain = engine.CreateDomain(pools_[d % 2], d + 1);
      for (uint32_t i = 0; i < kVcpus / kDomains; ++i) {
        const VcpuId v = engine.CreateVcpu(boot, domain);
        executor.SetProgram(v,
                            std::make_unique<RandomProgram>(budget, v.value()),
                            Instant(), v.value());
      }
      engine.AdjustDomain(boot, domain, 256, 0);
      executor.Drain();
    }
  }

  // For arinc653: a minor frame for each vCPU, and a rest of the same length.
  static FrameTable EqualFrames(Duration runtime) {
    FrameTable table;
    for (uint32_t v = 0; v < kVcpus; ++v) {
      table.entries.push_back({v % kDomains + 1, v / kDomains, runtime});
    }
    table.major = runtime * (kVcpus + 1);
    return table;
  }

  void AddToolstack(ThreadsExecutor& executor) {
    Rng rng(11);
    Engine& engine = executor.engine();
    for (int i = 0; i < 150; ++i) {
      const Instant at = Instant() + Microseconds(400) * i;
      const DomainId domain(static_cast<uint32_t>(rng.Below(kDomains)));
      const PoolId pool = pools_[rng.Below(2)];
      executor.AddOperation(at, [&engine, domain, pool](HookContext context) {
        return engine.MoveDomain(context, domain, pool);
      });
      const PcpuId p(rng.Chance(500'000) ? 1 : 3);
      executor.AddOperation(at, [&engine, p](HookContext context) {
        return engine.RemovePcpu(context, p);
      });
      const FrameTable frames = EqualFrames(Microseconds(rng.Between(20, 80)));
      executor.AddAction(at, [this, &engine, frames](HookContext context) {
        engine.SetFrames(context, pools_[0], frames);
      });
      const bool unplug = rng.Chance(500'000);
      executor.AddOperation(at, [&engine, p, unplug](HookContext) {
        if (unplug) engine.SetOnline(p, false);
        return true;
      });
      executor.AddOperation(at + Microseconds(200),
                            [&engine, p, pool](HookContext context) {
                              engine.SetOnline(p, true);
                              engine.AddPcpu(context, pool, p);
                              engine.RestoreAffinities(context, pool);
                              return true;
                            });
    }
  }

 private:
  std::vector<PoolId> pools_;
};

INSTANTIATE_TEST_SUITE_P(All, PoolsStressTest,
                         ::testing::Values("fifo", "credit", "null", "credit2",
                                           "rtds", "arinc653"));

TEST_P(PoolsStressTest, MovesAndHotplugLeaveAWholeMachine) {
  Budget budget(15'000);
  TraceBuffer trace(kPcpus, 1u << 12);
  ThreadsConfig config;
  config.options.watchdog = Seconds(20);
  config.trace = &trace;
  config.stop = budget.stop();
  config.vcpu_capacity = kVcpus;
  ThreadsExecutor executor(Topology({.cores = kPcpus}), config);
  Boot(executor, budget);
  AddToolstack(executor);
  const absl::Status status = executor.RunUntil(Instant() + Seconds(100));
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_TRUE(executor.stopped()) << "the guests came to a halt";
  const auto broken = executor.engine().BrokenInvariant();
  EXPECT_FALSE(broken.has_value()) << *broken;
}

}  // namespace
}  // namespace xenotime
