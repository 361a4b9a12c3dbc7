#ifndef XENOTIME_SCHEDULER_SCENARIO_XEN_OPTION_TABLE_H_
#define XENOTIME_SCHEDULER_SCENARIO_XEN_OPTION_TABLE_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "xenotime/scheduler/core/topology.h"

namespace xenotime {

enum class XenSection : uint8_t { kGeneric, kCredit, kCredit2, kTimers };
inline constexpr XenSection kXenSections[] = {
    XenSection::kGeneric, XenSection::kCredit, XenSection::kCredit2,
    XenSection::kTimers};
// "scheduler selection, generic" ...
absl::string_view XenSectionName(XenSection section);

// How the text of a value is understood.
enum class XenType : uint8_t {
  kUnsigned,    // 32 bits; a negative value becomes a huge one
  kSigned,      // 32 bits
  kBool,        // "no-" before the name, and words
  kString,      // cut to 9 characters, judged later
  kWord,        // one of `words`
  kAnyWord,     // `words`, and everything else means the default
  kIntOrRange,  // "4", "2-4"
  kIntList,     // "2", "2,1"
  kNodeList,    // ids, "relaxed", "strict"
  kFree,        // a grammar that does not concern Xenotime
  kFixed,       // no option: a constant, listed for completeness
};

// Which part of a scenario an option changes.
enum class XenTarget : uint8_t {
  kNothingYet,
  kScheduler,    // Scenario::scheduler
  kGranularity,  // Scenario::granularity
  kVwfi,         // Scenario::vwfi
  kParameter,    // `parameter` of the `schedulers`
};

// What becomes of a number outside of its range, late in Xen's boot.
enum class XenRule : uint8_t { kKeep, kDefault, kClip, kReject };

// Where an option exists.
enum class XenArchitecture : uint8_t { kAll, kX86, kArm };

// A boot option of Xen, as data.
struct XenOption {
  absl::string_view name;
  XenSection section = XenSection::kGeneric;
  XenType type = XenType::kFixed;
  XenArchitecture architecture = XenArchitecture::kAll;
  // As people read them.
  absl::string_view unit;
  absl::string_view default_text;
  absl::string_view valid;
  absl::string_view invalid_gets;
  absl::string_view part;  // of Xenotime, on which it acts or would act
  XenTarget target = XenTarget::kNothingYet;
  // kParameter: the policies that have it, and their own name for it.
  std::vector<absl::string_view> schedulers = {};
  absl::string_view parameter = "";
  // Numbers: the default, the range, what happens outside.
  int64_t default_value = 0;
  int64_t minimum = 0;
  int64_t maximum = 0;
  bool zero_is_off = false;
  XenRule below = XenRule::kKeep;
  XenRule above = XenRule::kKeep;
  std::vector<absl::string_view> words = {};

  bool ExistsOn(Architecture machine) const {
    if (architecture == XenArchitecture::kAll) return true;
    return (architecture == XenArchitecture::kX86) ==
           (machine == Architecture::kX86);
  }
};

// Every boot option that concerns scheduling, timers, idle or the clock: the
// names, defaults and ranges of Xen, and what Xenotime does with them. The
// parser, the corrections, `xenotime list parameters` and the documentation
// come from this table. Made once, then read by any thread.
const std::vector<XenOption>& XenOptions();

// Null if there is none of this name. Constants are not found.
const XenOption* FindXenOption(absl::string_view name);

// The option that a policy knows as `parameter`; null if there is none.
const XenOption* FindXenOptionOf(absl::string_view scheduler,
                                 absl::string_view parameter);

// The name most alike, for a suggestion; "" if none is.
absl::string_view NearestXenOption(absl::string_view name);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_XEN_OPTION_TABLE_H_
