#ifndef XENOTIME_SCHEDULER_SCENARIO_XEN_OPTIONS_H_
#define XENOTIME_SCHEDULER_SCENARIO_XEN_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/scenario/xen_option_table.h"

namespace xenotime {

// What an option holds once all its assignments are read, before Xen's
// corrections of ranges.
struct XenValue {
  const XenOption* option = nullptr;
  int64_t number = 0;  // numbers, as 32 bits are read back; booleans
  std::string word;    // everything else
};

struct ParsedXenOptions {
  std::vector<XenValue> values;  // in the order of the table
  // Xen's own messages, each with what became of the value; every text once.
  std::vector<std::string> messages;

  // Null if nothing was stored.
  const XenValue* Find(absl::string_view name) const;
};

// Reads boot options as Xen does: separated by blanks, `name=value`; of several
// assignments to one name the last that can be stored counts.
//
// - Numbers: the base is recognised (10, 0x16, 08). What leads is stored even
//   if garbage trails, 0 if nothing leads, both with a complaint; a name alone
//   stores 0. Outside -2^31..2^32-1 nothing is stored.
// - Booleans: NAME, no-NAME, NAME=1|on|yes|true|enable,
// =0|off|no|false|disable.
// - Strings are cut to 9 characters. Words must be known, but for vwfi's.
//
// Never fails; text from outside is escaped in messages, of which there are at
// most kMaxXenMessages and one that counts the rest. Linear. Thread rule: pure.
ParsedXenOptions ParseXenOptions(absl::string_view text, Architecture machine);

inline constexpr size_t kMaxXenMessages = 50;

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_XEN_OPTIONS_H_
