#ifndef XENOTIME_TESTS_TESTING_RUN_TEXT_H_
#define XENOTIME_TESTS_TESTING_RUN_TEXT_H_

#include <string>

#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/scenario/run_options.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// Scenarios in text, for tests. Failures end the test program.

// A scenario in the line format, without a file.
Scenario ScenarioOf(const std::string& text);

struct TextRun {
  Report report;
  std::string trace;  // as in a golden trace
};

// Runs it in the simulation, with the invariants checked.
TextRun RunScenario(const Scenario& scenario, RunOptions options = {});

// Runs a scenario text with every cost at zero.
inline TextRun RunText(const std::string& text) {
  return RunScenario(ScenarioOf(text));
}

}  // namespace xenotime

#endif  // XENOTIME_TESTS_TESTING_RUN_TEXT_H_
