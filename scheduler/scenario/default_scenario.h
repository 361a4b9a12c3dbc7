#ifndef XENOTIME_SCHEDULER_SCENARIO_DEFAULT_SCENARIO_H_
#define XENOTIME_SCHEDULER_SCENARIO_DEFAULT_SCENARIO_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// A scenario that the command knows by name, in place of a file.
struct BuiltinWorkload {
  std::string name;
  std::string help;  // one line
  Scenario scenario;
};

// The table of them; the first is the default. Thread rule: made once, then
// read by any thread.
const std::vector<BuiltinWorkload>& BuiltinWorkloads();

// The error lists the known names.
absl::StatusOr<Scenario> FindBuiltinWorkload(absl::string_view name);

// What `xenotime compare` runs when nothing is named: `irq-remote`, the
// IRQ-latency measurement of the xen-devel thread "Xen on ARM IRQ latency and
// scheduler overhead" (February 2017), with the costs of its machine.
Scenario DefaultScenario();

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_DEFAULT_SCENARIO_H_
