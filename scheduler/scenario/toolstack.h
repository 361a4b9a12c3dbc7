#ifndef XENOTIME_SCHEDULER_SCENARIO_TOOLSTACK_H_
#define XENOTIME_SCHEDULER_SCENARIO_TOOLSTACK_H_

#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/scenario_ids.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The toolstack of a run: creates the domains that come late and executes the
// scenario's actions, on pCPU 0. It keeps weights and caps as last requested,
// since a request puts them both.
//
// Thread rule: the executor calls it, one step at a time. The scenario (valid),
// the engine and the facts must outlive it.
class Toolstack {
 public:
  struct Step {
    Instant at;
    // What is to be done: one of the two.
    const AdminAction* action = nullptr;
    const DomainSpec* creation = nullptr;
    // No other pCPU may act meanwhile.
    bool alone = false;
  };

  Toolstack(const Scenario& scenario, Engine& engine,
            std::vector<Report::DomainFacts>& facts);

  // By time; at one instant creations come first, then actions in file order.
  const std::vector<Step>& Steps() const { return steps_; }

  // Whether the step is done; if not, it is to be called again when the other
  // pCPUs have gone on.
  bool Run(const Step& step, HookContext context);

 private:
  bool Run(const AdminAction& action, HookContext context);
  void Adjust(const AdminAction& action, HookContext context);
  void AdjustDomain(const AdminAction& action, HookContext context);
  void AdjustRealTime(const AdminAction& action, VcpuId v, HookContext context);
  void PauseOrUnpause(const AdminAction& action, HookContext context);
  bool MoveDomain(const AdminAction& action, HookContext context);
  void AddPcpus(const AdminAction& action, HookContext context);
  bool RemovePcpus(const PcpuList& pcpus, HookContext context);
  void Plug(const AdminAction& action, HookContext context);
  bool Unplug(const AdminAction& action, HookContext context);

  const Scenario& scenario_;
  const ScenarioIds ids_;
  Engine& engine_;
  std::vector<Report::DomainFacts>& facts_;
  std::vector<RealTimeParameters> real_time_;  // as last requested, by VcpuId
  std::vector<Step> steps_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_TOOLSTACK_H_
