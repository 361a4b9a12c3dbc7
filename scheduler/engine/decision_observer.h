#ifndef XENOTIME_SCHEDULER_ENGINE_DECISION_OBSERVER_H_
#define XENOTIME_SCHEDULER_ENGINE_DECISION_OBSERVER_H_

#include "xenotime/scheduler/policy/policy.h"
#include "xenotime/scheduler/policy/policy_host.h"

namespace xenotime {

class Engine;

// Watches every scheduling decision of an engine, to explain some of them.
//
// Owned by the caller of the engine. Called with the lock domain of
// `context.executing` held; it may read the engine and ask the policy for
// Candidates and Describe, and changes nothing.
class DecisionObserver {
 public:
  virtual ~DecisionObserver() = default;
  // The policy of context.executing is about to choose.
  virtual void BeforeDecision(const Engine& engine,
                              const HookContext& context) = 0;
  // It chose; the switch, if any, follows.
  virtual void AfterDecision(const Engine& engine, const HookContext& context,
                             const Decision& decision) = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_ENGINE_DECISION_OBSERVER_H_
