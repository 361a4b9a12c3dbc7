#ifndef XENOTIME_CLI_BEHAVIOUR_TEXT_H_
#define XENOTIME_CLI_BEHAVIOUR_TEXT_H_

#include <string>
#include <vector>

#include "xenotime/cli/comparison.h"

namespace xenotime {

// How evenly and how soon variants served their vCPUs: a line per variant,
// medians over its repeats. "" if none of them had a full trace.
std::string BehaviourText(const std::vector<const VariantResult*>& results);

}  // namespace xenotime

#endif  // XENOTIME_CLI_BEHAVIOUR_TEXT_H_
