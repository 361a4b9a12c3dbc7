#ifndef XENOTIME_SCHEDULER_SCENARIO_PARAMETER_NAMES_H_
#define XENOTIME_SCHEDULER_SCENARIO_PARAMETER_NAMES_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// A parameter of a scheduler has two spellings: the policy's ("ratelimit_us")
// and that of Xen's boot option ("sched_ratelimit_us"). Scenarios use either.
// Boot options are for all schedulers: one that this scheduler lacks, but
// another has, is legal and without effect. Thread rule: pure.

using ParameterList = std::vector<std::pair<std::string, std::string>>;

// Whether `name` is a boot option that is a parameter of some scheduler.
bool IsXenParameter(absl::string_view name);

// How the policy itself calls the parameter; none if it has no such one.
std::optional<std::string> ParameterNameIn(const PolicyInfo& policy,
                                           absl::string_view name);

// What PolicyParameters::Set says is wrong, without the parameter's name, for
// a message that has it already. The error must outlive it.
absl::string_view WithoutName(const absl::Status& error,
                              absl::string_view name);

// Sets a parameter in either spelling: earlier entries for it go.
void PutParameter(ParameterList& parameters, absl::string_view name,
                  absl::string_view value);

// What becomes of Xen's names in UseScheduler.
enum class XenNames : uint8_t {
  kKeep,    // another scheduler may be chosen later
  kSettle,  // they become the policy's own names; those it lacks are dropped
};

// Makes the scenario use a scheduler. Parameters in a policy's own spelling
// belong to the scheduler that the scenario was written for: if it changes,
// those that the other one lacks are dropped. Returns the names of all that
// were dropped.
std::vector<std::string> UseScheduler(Scenario& scenario,
                                      const PolicyInfo& policy, XenNames names);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_PARAMETER_NAMES_H_
