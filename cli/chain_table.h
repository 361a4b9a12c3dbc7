#ifndef XENOTIME_CLI_CHAIN_TABLE_H_
#define XENOTIME_CLI_CHAIN_TABLE_H_

#include <string>

#include "xenotime/time/consequence/clock_cost.h"
#include "xenotime/time/consequence/consequence.h"

namespace xenotime {

// From a form of the rendezvous to the throughput of a guest, all forms side by
// side, with what the fast and the slow clock would give.
std::string ChainTableText(const ConsequenceTable& table,
                           const ClockCosts& costs);
std::string ChainTableJson(const ConsequenceTable& table,
                           const ClockCosts& costs);

}  // namespace xenotime

#endif  // XENOTIME_CLI_CHAIN_TABLE_H_
