// Random scenarios under every policy: no two domains ever share a core, and
// everybody gets along.

#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "xenotime/scheduler/core/rng.h"
#include "xenotime/tests/scheduler/gang/gang_runs.h"

namespace xenotime {
namespace {

using Kind = PhaseSpec::Kind;

// Everything that takes time or goes wrong.
SimModels Adversary() {
  SimModels models;
  models.costs.irq_entry = Nanoseconds(300);
  models.costs.injection = Nanoseconds(200);
  models.costs.wake = Nanoseconds(400);
  models.costs.softirq = Nanoseconds(100);
  models.costs.decision = Nanoseconds(700);
  models.costs.context_switch = Nanoseconds(900);
  models.costs.context_tail = Nanoseconds(300);
  models.costs.idle_exit = Microseconds(2);
  models.costs.ipi_delivery = Nanoseconds(800);
  models.costs.guest_exit = Nanoseconds(500);
  models.latency.ipi = Microseconds(3);
  models.latency.timer = Microseconds(5);
  models.latency.guest_exit = Microseconds(1);
  models.latency.cost_percent = 50;
  models.faults.spurious_tickle_ppm = 20000;
  models.faults.spurious_wake_ppm = 20000;
  models.faults.late_ipi_ppm = 50000;
  models.faults.stall_ppm = 1000;
  return models;
}

PhasesWorkload RandomProgram(Rng& rng, uint32_t domain, uint32_t vcpus) {
  PhasesWorkload program;
  const auto phases = rng.Between(1, 4);
  program.phases.push_back(
      {.kind = Kind::kRun,
       .duration = Nanoseconds(rng.Between(1000, 3000000))});
  for (int64_t i = 0; i < phases; ++i) {
    switch (rng.Below(6)) {
      case 0:
        program.phases.push_back({.kind = Kind::kYield});
        break;
      case 1:
        program.phases.push_back(
            {.kind = Kind::kDown,
             .duration = Nanoseconds(rng.Between(1000, 2000000))});
        break;
      case 2:
        program.phases.push_back(
            {.kind = Kind::kWake,
             .target_domain = domain,
             .target_vcpu = static_cast<uint32_t>(rng.Below(vcpus))});
        break;
      default:
        program.phases.push_back(
            {.kind = Kind::kSleep,
             .duration = Nanoseconds(rng.Between(1000, 4000000))});
        break;
    }
    program.phases.push_back(
        {.kind = Kind::kRun,
         .duration = Nanoseconds(
             rng.Between(1000, rng.Below(2) == 0 ? 100000 : 9000000))});
  }
  return program;
}

void AddRandomActions(Rng& rng, Scenario& scenario) {
  for (int64_t at = 20; at < 180; at += 10) {
    const DomainSpec& domain =
        scenario.domains[rng.Below(scenario.domains.size())];
    AdminAction action;
    action.at = Instant() + Milliseconds(at);
    action.domain = domain.number;
    action.vcpu = static_cast<uint32_t>(rng.Below(domain.vcpus.size()));
    if (rng.Below(2) == 0) {
      action.hard =
          PcpuList{static_cast<uint32_t>(rng.Below(scenario.topology.pcpus()))};
      if (rng.Below(2) == 0) action.hard.reset();
      if (!action.hard) {
        action.hard.emplace();
        for (uint32_t p = 0; p < scenario.topology.pcpus(); ++p) {
          action.hard->push_back(p);
        }
      }
      scenario.actions.push_back(action);
      continue;
    }
    if (rng.Below(2) == 0) action.vcpu.reset();
    action.kind = AdminAction::Kind::kPause;
    scenario.actions.push_back(action);
    action.kind = AdminAction::Kind::kUnpause;
    action.at = action.at + Milliseconds(rng.Between(0, 9));
    scenario.actions.push_back(action);
  }
}

Scenario RandomScenario(const std::string& scheduler, uint64_t seed) {
  Rng rng(seed, "gang");
  Scenario scenario;
  scenario.scheduler = scheduler;
  scenario.topology = {.sockets = 1 + static_cast<uint32_t>(rng.Below(2)),
                       .cores = 1 + static_cast<uint32_t>(rng.Below(3)),
                       .threads = 2 + static_cast<uint32_t>(rng.Below(3))};
  scenario.granularity =
      rng.Below(4) == 0 ? SchedGran::kSocket : SchedGran::kCore;
  scenario.duration = Milliseconds(200);
  const auto domains = static_cast<uint32_t>(rng.Between(2, 6));
  for (uint32_t d = 1; d <= domains; ++d) {
    DomainSpec domain;
    domain.number = d;
    domain.weight = 64u << rng.Below(4);
    if (rng.Below(4) == 0)
      domain.cap = 30 + 10 * static_cast<uint32_t>(rng.Below(6));
    const auto vcpus = static_cast<uint32_t>(rng.Between(1, 5));
    for (uint32_t v = 0; v < vcpus; ++v) {
      domain.vcpus.emplace_back().workload = RandomProgram(rng, d, vcpus);
    }
    scenario.domains.push_back(std::move(domain));
  }
  AddRandomActions(rng, scenario);
  if (rng.Below(2) == 0) scenario.sim = Adversary();
  return scenario;
}

class GangSharingTest
    : public testing::TestWithParam<std::tuple<const char*, int>> {};

TEST_P(GangSharingTest, TwoDomainsAreNeverOnOneResource) {
  const std::string scheduler = std::get<0>(GetParam());
  for (uint64_t i = 0; i < 25; ++i) {
    const uint64_t seed = 1000 * std::get<1>(GetParam()) + i;
    const Scenario scenario = RandomScenario(scheduler, seed);
    const GangRun run = RunGang(scenario, seed);
    EXPECT_EQ(run.Failure(), "") << "seed " << seed;
    // Who has a pCPU keeps it under null, so that others may starve.
    if (scheduler == "null") continue;
    for (const VcpuMetrics& vcpu : run.report.metrics.vcpus) {
      EXPECT_GT(vcpu.run_ns, 0) << "seed " << seed << ": " << vcpu.name.domain
                                << "." << vcpu.name.index << " never ran";
    }
  }
}

TEST_P(GangSharingTest, ARunIsTheSameTwice) {
  const uint64_t seed = std::get<1>(GetParam());
  const Scenario scenario = RandomScenario(std::get<0>(GetParam()), seed);
  EXPECT_EQ(RunGang(scenario, seed).report.trace_hash,
            RunGang(scenario, seed).report.trace_hash);
}

INSTANTIATE_TEST_SUITE_P(Policies, GangSharingTest,
                         testing::Combine(testing::Values("credit", "credit2",
                                                          "null", "rtds"),
                                          testing::Range(0, 4)),
                         [](const auto& param) {
                           return absl::StrCat(std::get<0>(param.param), "_",
                                               std::get<1>(param.param));
                         });

}  // namespace
}  // namespace xenotime
