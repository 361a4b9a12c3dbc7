#ifndef XENOTIME_CLI_COMPARE_TEXT_H_
#define XENOTIME_CLI_COMPARE_TEXT_H_

#include <string>

#include "xenotime/cli/comparison.h"

namespace xenotime {

// A comparison for people: per executor a table of variants, the stages of
// wake-ups if they were recorded, and verdicts. At most 110 columns wide.
std::string CompareText(const ComparisonPlan& plan,
                        const Comparison& comparison);

// One line per variant under one line of headings; docs/compare.md lists the
// columns.
std::string CompareCsv(const Comparison& comparison);

}  // namespace xenotime

#endif  // XENOTIME_CLI_COMPARE_TEXT_H_
