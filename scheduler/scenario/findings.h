#ifndef XENOTIME_SCHEDULER_SCENARIO_FINDINGS_H_
#define XENOTIME_SCHEDULER_SCENARIO_FINDINGS_H_

#include <string>
#include <vector>

namespace xenotime {

// What is wrong with a scenario: empty if nothing. Errors name the field
// ("domains[0].weight"), the value, and what is valid; warnings are things that
// run, but hardly as meant.
struct Findings {
  std::vector<std::string> errors;
  std::vector<std::string> warnings;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_FINDINGS_H_
