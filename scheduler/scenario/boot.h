#ifndef XENOTIME_SCHEDULER_SCENARIO_BOOT_H_
#define XENOTIME_SCHEDULER_SCENARIO_BOOT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/scheduler/scenario/pool_setup.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/scenario_ids.h"
#include "xenotime/scheduler/scenario/toolstack.h"

namespace xenotime {

// Brings a scenario's machine to life, in the literal order of
// golden/semantics.md, section 4: pCPUs join their pools; then the domains that
// exist from the start are built one after the other.
//
// The scenario must be valid. Used by both executors; `drain` handles what has
// become pending. Thread rule: before the executor runs.
void BootMachine(const Scenario& scenario, const std::vector<PoolSetup>& pools,
                 Engine& engine, HookContext context,
                 const std::function<void()>& drain);

// Creates one domain: its vCPUs are inserted with affinity to all, weight and
// cap are set, then hard, then soft affinity, each an operation of its own.
void BuildDomain(const DomainSpec& spec, DomainId domain, PoolId pool,
                 Engine& engine, HookContext context);

// Sets an affinity that is given.
void SetHard(Engine& engine, HookContext context, VcpuId v,
             const std::optional<PcpuList>& list);
void SetSoft(Engine& engine, HookContext context, VcpuId v,
             const std::optional<PcpuList>& list);

// Gives every vCPU its program and every action its time. `Executor` is a
// SimExecutor or a ThreadsExecutor, just booted; `toolstack` must outlive its
// run.
template <typename Executor>
void PrepareGuests(const Scenario& scenario, Executor& executor,
                   Toolstack& toolstack);

// The program of one vCPU, null if it has nothing to do and is never started.
std::unique_ptr<GuestProgram> MakeProgram(const ScenarioIds& ids,
                                          const VcpuSpec& vcpu);

// What a vCPU needs besides its program, by VcpuId.
struct VcpuStart {
  const VcpuSpec* spec = nullptr;
  Instant start;
  uint32_t order = 0;  // among all, by domain number, then vCPU index
};
std::vector<VcpuStart> StartsOf(const Scenario& scenario);

template <typename Executor>
void PrepareGuests(const Scenario& scenario, Executor& executor,
                   Toolstack& toolstack) {
  const ScenarioIds ids(scenario);
  const std::vector<VcpuStart> starts = StartsOf(scenario);
  for (uint32_t v = 0; v < starts.size(); ++v) {
    auto program = MakeProgram(ids, *starts[v].spec);
    if (program == nullptr) continue;
    executor.SetProgram(VcpuId(v), std::move(program), starts[v].start,
                        starts[v].order);
  }
  for (const Toolstack::Step& step : toolstack.Steps()) {
    const auto run = [&toolstack, &step](HookContext context) {
      return toolstack.Run(step, context);
    };
    if (step.alone) {
      executor.AddOperation(step.at, run);
    } else {
      executor.AddAction(step.at, run);
    }
  }
}

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_BOOT_H_
