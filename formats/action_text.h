#ifndef XENOTIME_FORMATS_ACTION_TEXT_H_
#define XENOTIME_FORMATS_ACTION_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "xenotime/formats/line_cursor.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// What a toolstack does, as a line of the scenario format says it
// (docs/scenario-format.md, "at"). Thread rule: pure.

// Reads the rest of a line after the word `at`, on a machine with `pcpus`.
AdminAction ReadAction(LineCursor& line, uint32_t pcpus);
// The line, from `at` on, without its end.
std::string FormatAction(const AdminAction& action, uint32_t pcpus);

// Whether the option is an affinity; then it is read.
bool ReadAffinity(LineCursor& line, const LineCursor::Option& option,
                  uint32_t pcpus, std::optional<PcpuList>& hard,
                  std::optional<PcpuList>& soft);
// A list of pCPUs, as `what`.
PcpuList ReadPcpus(LineCursor& line, absl::string_view text,
                   absl::string_view what, uint32_t pcpus);
std::string FormatAffinity(const std::optional<PcpuList>& hard,
                           const std::optional<PcpuList>& soft, uint32_t pcpus);

}  // namespace xenotime

#endif  // XENOTIME_FORMATS_ACTION_TEXT_H_
