#ifndef XENOTIME_CLI_COMPARE_JSON_H_
#define XENOTIME_CLI_COMPARE_JSON_H_

#include "nlohmann/json.hpp"
#include "xenotime/cli/comparison.h"

namespace xenotime {

// The version of the keys of CompareJson, `schema_version`: raised when a key
// goes or changes its meaning, not when one is added.
inline constexpr int kCompareSchemaVersion = 1;

// A comparison as one document; docs/compare.md lists the keys.
nlohmann::ordered_json CompareJson(const ComparisonPlan& plan,
                                   const Comparison& comparison);

}  // namespace xenotime

#endif  // XENOTIME_CLI_COMPARE_JSON_H_
