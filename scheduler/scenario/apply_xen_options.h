#ifndef XENOTIME_SCHEDULER_SCENARIO_APPLY_XEN_OPTIONS_H_
#define XENOTIME_SCHEDULER_SCENARIO_APPLY_XEN_OPTIONS_H_

#include <cstddef>

#include "xenotime/scheduler/policy/registry.h"
#include "xenotime/scheduler/scenario/findings.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/xen_option_table.h"

namespace xenotime {

// Turns `scenario.xen` into changes of the other fields, over what they say,
// and leaves it empty. Parameters of schedulers are kept under Xen's name, and
// for every pool whose scheduler has them.
//
// Values outside of their range are corrected as Xen does late in boot. The
// findings begin with "xen: ": warnings carry Xen's messages, the corrections,
// and each option that has no effect yet; errors are what Xen would not
// survive, and a string of more than kMaxXenBytes.
// Thread rule: none is needed beyond owning the scenario.
Findings ApplyXenOptions(Scenario& scenario, const PolicyRegistry& registry);

inline constexpr size_t kMaxXenBytes = size_t{64} << 10;

// Whether the option does anything in a program with these policies.
bool HasEffect(const XenOption& option, const PolicyRegistry& registry);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_APPLY_XEN_OPTIONS_H_
