#ifndef XENOTIME_FORMATS_GOLDEN_TRACE_H_
#define XENOTIME_FORMATS_GOLDEN_TRACE_H_

#include <string>
#include <string_view>
#include <vector>

#include "xenotime/scheduler/scenario/report.h"
#include "xenotime/scheduler/trace/interval_recorder.h"
#include "xenotime/scheduler/trace/subjects.h"
#include "xenotime/time/types.h"

namespace xenotime {

// The text formats of the golden traces, byte for byte, so that a run can be
// compared with the real schedulers by `cmp`. Specified in
// golden/semantics.md, section 5; all times are nanoseconds.
//
// Thread rule: pure functions.

// NAME.trace: a line "pcpu vcpu start end reason" per interval, in the order
// given (IntervalRecorder::Finish sorts as the format wants it).
std::string GoldenTrace(const std::vector<Interval>& intervals,
                        const TraceSubjects& subjects);

// NAME.summary: a comment line, then vCPUs, domains, pCPUs, totals and waste.
//
// The average latency is a floor. The share of one pCPU is 100 * run / duration
// with 3 decimals, rounded to nearest, a half upward (no sample has a half); 0
// if the duration is 0.
std::string GoldenSummary(const Report& report);

// One line of NAME.credits, with its end of line: `text` is what a policy says
// about itself at a snapshot, the first argument of RunOptions::snapshot the
// time.
std::string GoldenCreditsLine(Instant time, std::string_view text);

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_GOLDEN_TRACE_H_
