#ifndef XENOTIME_SCHEDULER_TRACE_DESCRIBE_H_
#define XENOTIME_SCHEDULER_TRACE_DESCRIBE_H_

#include <string>

#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/trace/subjects.h"

namespace xenotime {

// A trace record as one line of text without its end, for people: messages of
// watchdogs and tests, and debugging.
//
//   1200 p0 switch 1.0 -> idle (blocked)
//
// Time in ns, the record's pCPU, kind, and what the kind is about. Every field
// that has a meaning is shown; a detail out of its range is shown as a number.
// The form is not a format: it may change.
std::string Describe(const TraceEvent& event, const TraceSubjects& subjects);

// The same for those who know no names: vCPUs are "v0", "v1" and so on.
std::string Describe(const TraceEvent& event);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_DESCRIBE_H_
