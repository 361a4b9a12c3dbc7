#ifndef XENOTIME_CLI_CLOCK_TEXT_H_
#define XENOTIME_CLI_CLOCK_TEXT_H_

#include <string>

#include "xenotime/time/survey/clock_survey.h"

namespace xenotime {

// A survey as a text for a terminal; docs/clock.md explains it.
std::string ClockText(const ClockSurvey& survey);

}  // namespace xenotime

#endif  // XENOTIME_CLI_CLOCK_TEXT_H_
