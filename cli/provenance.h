#ifndef XENOTIME_CLI_PROVENANCE_H_
#define XENOTIME_CLI_PROVENANCE_H_

#include <string>

#include "nlohmann/json.hpp"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// 64 bits, as 16 hexadecimal digits, that identify what was run: the scenario
// with all changes of the command line, but without its name and description.
// FNV-1a of its canonical text proto, so that both formats of one scenario give
// the same hash.
std::string ScenarioHash(const Scenario& scenario);

// What a result must carry so that it can be reproduced and judged: the keys
// "version", "commit", "scenario_hash" and "host", put after "schema_version".
// `document` must have that key.
nlohmann::ordered_json WithProvenance(const nlohmann::ordered_json& document,
                                      const Scenario& scenario);

}  // namespace xenotime

#endif  // XENOTIME_CLI_PROVENANCE_H_
