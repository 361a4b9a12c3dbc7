#ifndef XENOTIME_CLI_EXPLAIN_JSON_H_
#define XENOTIME_CLI_EXPLAIN_JSON_H_

#include "nlohmann/json.hpp"
#include "xenotime/scheduler/scenario/explain.h"

namespace xenotime {

// The version of the keys, `schema_version`.
inline constexpr int kExplainSchemaVersion = 1;

// An explanation for scripts; docs/explain.md lists the keys. Times are ns,
// "idle" is null.
nlohmann::ordered_json ExplainJson(const Explanation& explanation);

}  // namespace xenotime

#endif  // XENOTIME_CLI_EXPLAIN_JSON_H_
