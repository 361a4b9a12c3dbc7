// A signal that arrives between a guest's look and its block. Two vCPUs on two
// pCPUs wake each other for ever: one lost wake-up, and both wait for ever.
//
// Built twice; the second time, with XENOTIME_MUTANT, from an engine whose
// Block does not look again.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/guest/phases.h"
#include "xenotime/scheduler/policies/null/null_policy.h"
#include "xenotime/scheduler/sim/executor.h"

namespace xenotime {
namespace {

#ifdef XENOTIME_MUTANT
constexpr bool kMutant = true;
#else
constexpr bool kMutant = false;
#endif

GuestOp Op(GuestOp::Kind kind, int64_t ns = 0, uint32_t target = 0) {
  GuestOp op;
  op.kind = kind;
  op.duration = Nanoseconds(ns);
  op.target = VcpuId(target);
  return op;
}

struct Outcome {
  int64_t decisions = 0;
  bool lost = false;  // somebody is blocked although its event is pending
};

Outcome PlayPingPong(const SimModels& models, uint64_t seed) {
  SimConfig config;
  config.models = models;
  config.seed = seed;
  config.vcpu_capacity = 2;
  SimExecutor sim(Topology({.cores = 2}), config);
  Engine& engine = sim.engine();
  const PoolId pool = engine.AddPool(
      [](PolicyHost& host) { return std::make_unique<NullPolicy>(host); });
  for (uint32_t p : {0u, 1u}) {
    engine.AddPcpu(sim.BootContext(), pool, PcpuId(p));
  }
  sim.Drain();
  const DomainId domain = engine.CreateDomain(pool, 1);
  for (uint32_t v : {0u, 1u}) {
    engine.CreateVcpu(sim.BootContext(), domain);
    std::vector<GuestOp> ops = {Op(GuestOp::Kind::kRun, 1'000),
                                Op(GuestOp::Kind::kSignal, 0, 1 - v),
                                Op(GuestOp::Kind::kWait)};
    // The second one begins by waiting, so that without latency nobody ever
    // waits for what is there already.
    if (v == 1) std::rotate(ops.begin(), ops.begin() + 2, ops.end());
    sim.SetProgram(VcpuId(v), std::make_unique<PhasesProgram>(ops), Instant(),
                   v);
  }
  sim.RunUntil(Instant() + Milliseconds(20));
  Outcome outcome{.decisions = engine.TotalDecisions()};
  for (uint32_t v : {0u, 1u}) {
    const Vcpu& vcpu = engine.vcpu(VcpuId(v));
    outcome.lost |= vcpu.Has(kPauseBlocked) &&
                    (vcpu.pending.load() & vcpu.wait_mask.load()) != 0;
  }
  return outcome;
}

SimModels WithLatency() {
  SimModels models;
  models.costs.wake = Nanoseconds(300);
  models.costs.ipi_delivery = Nanoseconds(900);
  models.costs.context_switch = Nanoseconds(500);
  models.costs.guest_exit = Nanoseconds(400);
  models.latency.guest_exit = Microseconds(5);
  return models;
}

TEST(LostWakeupTest, WithTheRecheckNoWakeIsLostUnderLatency) {
  int hung = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const Outcome outcome = PlayPingPong(WithLatency(), seed);
    // A round takes some 10 us: two decisions at least in each, or none for
    // the rest of the 20 ms.
    if (outcome.lost || outcome.decisions < 1'000) ++hung;
  }
  EXPECT_EQ(hung, kMutant ? 10 : 0);
}

// Why the latency models exist: without them the mutant does exactly what the
// engine does.
TEST(LostWakeupTest, WithoutLatencyTheMutantGoesUnnoticed) {
  const Outcome outcome = PlayPingPong({}, 1);
  EXPECT_FALSE(outcome.lost);
  EXPECT_GT(outcome.decisions, 10'000);
}

}  // namespace
}  // namespace xenotime
