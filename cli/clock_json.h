#ifndef XENOTIME_CLI_CLOCK_JSON_H_
#define XENOTIME_CLI_CLOCK_JSON_H_

#include <string>

#include "xenotime/time/survey/clock_survey.h"

namespace xenotime {

// A survey as a JSON text; docs/clock.md has the keys.
std::string ClockJson(const ClockSurvey& survey);

}  // namespace xenotime

#endif  // XENOTIME_CLI_CLOCK_JSON_H_
