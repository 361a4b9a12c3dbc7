#ifndef XENOTIME_TESTS_GOLDEN_GOLDEN_RUN_H_
#define XENOTIME_TESTS_GOLDEN_GOLDEN_RUN_H_

#include <string>

#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// What a run gives in the formats of the golden traces.
struct GoldenOutput {
  std::string trace;
  std::string summary;
  std::string credits;  // "" if the scenario takes no snapshots
  Report report;
};

// Runs `scenario` in the simulation, invariant checks on. A scenario that does
// not run fails the test and gives empty texts.
GoldenOutput RunGolden(const Scenario& scenario,
                       const PolicyRegistry& registry);

// Runs the scenario in the file `path` (NAME.scenario) and expects each of
// NAME.trace, NAME.summary and NAME.credits that exists, byte for byte. A
// mismatch names the first line that differs.
void ExpectGolden(const std::string& path, const PolicyRegistry& registry);

// "c1_boost" of ".../c1_boost.scenario".
std::string ScenarioNameOf(const std::string& path);

}  // namespace xenotime

#endif  // XENOTIME_TESTS_GOLDEN_GOLDEN_RUN_H_
