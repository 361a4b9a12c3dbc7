#ifndef XENOTIME_FORMATS_WORKLOAD_TEXT_H_
#define XENOTIME_FORMATS_WORKLOAD_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "xenotime/formats/line_cursor.h"
#include "xenotime/scheduler/scenario/scenario.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {

// The part of a vcpu line after its colon: what the vCPU executes.
//
// Either steps, separated by ';' (which must be a separator of the cursor):
// run NS, sleep NS, wait, wake D.V, yield, down NS, exit; or one workload of
// our own: timer_latency, signal_latency or signal_sender with its options; or
// nothing. On failure the value means nothing and the cursor tells.
Workload ParseWorkload(LineCursor& line);

// The same text back, "" for an empty list of steps.
std::string FormatWorkload(const Workload& workload);

// A word, or part of one, that names a vCPU.
VcpuName ReadVcpuName(LineCursor& line, absl::string_view text);

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_WORKLOAD_TEXT_H_
