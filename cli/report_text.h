#ifndef XENOTIME_CLI_REPORT_TEXT_H_
#define XENOTIME_CLI_REPORT_TEXT_H_

#include <string>

#include "xenotime/scheduler/scenario/report.h"

namespace xenotime {

// A report for people: vCPUs, pCPUs, stages of wake-ups if they were recorded,
// domains, totals, and what is odd; with `all_metrics` also every table of
// AllMetricsText. At most 110 columns wide. `scenario_hash` is shown as given.
std::string ReportText(const Report& report, const std::string& scenario_hash,
                       bool all_metrics = false);

// One line per vCPU under one line of headings; docs/command-line.md lists the
// columns.
std::string ReportCsv(const Report& report);

}  // namespace xenotime

#endif  // XENOTIME_CLI_REPORT_TEXT_H_
