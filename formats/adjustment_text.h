#ifndef XENOTIME_FORMATS_ADJUSTMENT_TEXT_H_
#define XENOTIME_FORMATS_ADJUSTMENT_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "xenotime/formats/line_cursor.h"
#include "xenotime/scheduler/policy/adjustment.h"

namespace xenotime {

// What only rtds and arinc653 are told, as the scenario format says it
// (docs/scenario-format.md). Ranges that the hypervisor checks are left to
// Validate. Thread rule: pure.

// Whether the option is one of period, budget (both in microseconds) and
// extratime; then it is read. What no option says is as in `base`.
bool ReadRealTime(LineCursor& line, const LineCursor::Option& option,
                  const RealTimeParameters& base,
                  std::optional<RealTimeParameters>& out);
// " period=10000 budget=4000 extratime=1", or nothing.
std::string FormatRealTime(const std::optional<RealTimeParameters>& parameters);

// The rest of an arinc653 line: [pool=N] MAJOR_NS : D.V RUNTIME_NS; ...
struct FramesLine {
  uint32_t pool = 0;
  FrameTable frames;
};
// ':' and ';' must be separators of the cursor.
FramesLine ReadFrames(LineCursor& line);
// The whole line, without its end.
std::string FormatFrames(uint32_t pool, const FrameTable& frames);

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_ADJUSTMENT_TEXT_H_
