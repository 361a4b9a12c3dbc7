#ifndef XENOTIME_CLI_EXPLAIN_TEXT_H_
#define XENOTIME_CLI_EXPLAIN_TEXT_H_

#include <string>

#include "xenotime/scheduler/scenario/explain.h"

namespace xenotime {

// An explanation for people. Of long lists of candidates the first 16 are
// shown, and the one that is asked about.
std::string ExplainText(const Explanation& explanation);

}  // namespace xenotime

#endif  // XENOTIME_CLI_EXPLAIN_TEXT_H_
