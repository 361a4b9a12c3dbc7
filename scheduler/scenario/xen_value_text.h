#ifndef XENOTIME_SCHEDULER_SCENARIO_XEN_VALUE_TEXT_H_
#define XENOTIME_SCHEDULER_SCENARIO_XEN_VALUE_TEXT_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "xenotime/scheduler/scenario/xen_option_table.h"

namespace xenotime {

// The values of Xen's boot options. Thread rule: all are pure.

// A number as Xen's parser reads it: base 16 after "0x", 8 after "0", else 10.
struct XenNumber {
  uint32_t bits = 0;      // of what leads; negative numbers as two's complement
  bool fits = true;       // -2^31..2^32-1
  bool complete = false;  // there are digits, and nothing follows them
};
XenNumber ParseXenNumber(absl::string_view text);

// One of Xen's words for true and false.
std::optional<bool> ParseXenBool(absl::string_view text);

// Whether an option of words or lists accepts `text`.
bool IsXenText(const XenOption& option, absl::string_view text);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_XEN_VALUE_TEXT_H_
