#ifndef XENOTIME_CLI_METRICS_TEXT_H_
#define XENOTIME_CLI_METRICS_TEXT_H_

#include <string>

#include "xenotime/scheduler/scenario/report.h"

namespace xenotime {

// Shares, waits and caps of a run for people, each with an empty line before
// it. "" without a full trace. docs/report.md says what the figures mean.

// A line per domain (not above 32 domains), and one for all of them.
std::string DomainsText(const Report& report);

// What --metrics=all adds: tables by vCPU of shares, waits, wake-ups, and
// reasons for leaving, and of the caps.
std::string AllMetricsText(const Report& report);

}  // namespace xenotime

#endif  // XENOTIME_CLI_METRICS_TEXT_H_
