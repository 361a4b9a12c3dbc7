#ifndef XENOTIME_SCHEDULER_SCENARIO_BOOT_H_
#define XENOTIME_SCHEDULER_SCENARIO_BOOT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Brings a scenario's machine to life, in the literal order of
// golden/semantics.md, section 4: pCPUs join the pool; then per domain: its
// vCPUs are inserted with affinity to all, weight and cap are set, then hard,
// then soft affinity, each an operation of its own.
//
// The scenario must be valid. Used by both executors; `drain` handles what has
// become pending. Thread rule: before the executor runs.
void BootMachine(const Scenario& scenario, const PolicyInfo& policy,
                 const PolicyParameters& parameters, Engine& engine,
                 HookContext context, const std::function<void()>& drain);

// Gives every vCPU its program and every action its time. `Executor` is a
// SimExecutor or a ThreadsExecutor, just booted; `facts` must outlive its run.
template <typename Executor>
void PrepareGuests(const Scenario& scenario, Executor& executor,
                   std::vector<Report::DomainFacts>& facts);

// The program of one vCPU, null if it has nothing to do and is never started.
std::unique_ptr<GuestProgram> MakeProgram(const Scenario& scenario,
                                          const VcpuSpec& vcpu);

// What a vCPU needs besides its program, by VcpuId.
struct VcpuStart {
  const VcpuSpec* spec = nullptr;
  Instant start;
  uint32_t order = 0;  // among all, by domain number, then vCPU index
};
std::vector<VcpuStart> StartsOf(const Scenario& scenario);

// An action of the toolstack, ready to be executed.
struct BootAction {
  Instant at;
  std::function<void(HookContext)> run;
};
// The scenario's actions by time, those of one instant in file order. `facts`
// keeps weight and cap as last requested; it and the engine must outlive them.
std::vector<BootAction> ActionsOf(const Scenario& scenario, Engine& engine,
                                  std::vector<Report::DomainFacts>& facts);

template <typename Executor>
void PrepareGuests(const Scenario& scenario, Executor& executor,
                   std::vector<Report::DomainFacts>& facts) {
  const std::vector<VcpuStart> starts = StartsOf(scenario);
  for (uint32_t v = 0; v < starts.size(); ++v) {
    auto program = MakeProgram(scenario, *starts[v].spec);
    if (program == nullptr) continue;
    executor.SetProgram(VcpuId(v), std::move(program), starts[v].start,
                        starts[v].order);
  }
  for (BootAction& action : ActionsOf(scenario, executor.engine(), facts)) {
    executor.AddAction(action.at, std::move(action.run));
  }
}

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_BOOT_H_
