#ifndef XENOTIME_CLI_PARAMETER_LIST_H_
#define XENOTIME_CLI_PARAMETER_LIST_H_

#include <string>

#include "nlohmann/json.hpp"
#include "xenotime/scheduler/policy/registry.h"

namespace xenotime {

// What `xenotime list` shows of parameters. Thread rule: pure.

// The parameters of each scheduler, in its own spelling.
std::string PolicyParametersTable(const PolicyRegistry& registry);
nlohmann::ordered_json PolicyParametersJson(const PolicyRegistry& registry);

// Xen's boot options by section, and what its tools change at run time; no line
// has more than 120 columns.
std::string XenParametersTable(const PolicyRegistry& registry);
nlohmann::ordered_json BootOptionsJson(const PolicyRegistry& registry);
nlohmann::ordered_json ToolstackRequestsJson();

}  // namespace xenotime

#endif  // XENOTIME_CLI_PARAMETER_LIST_H_
