#ifndef XENOTIME_PRESETS_PRESETS_H_
#define XENOTIME_PRESETS_PRESETS_H_

#include <vector>

#include "absl/strings/string_view.h"

namespace xenotime {

// The presets that come with Xenotime, as text protos (proto/preset.proto).
struct PresetText {
  absl::string_view name;
  absl::string_view text;
};

// By name, ascending.
const std::vector<PresetText>& BuiltinPresets();

}  // namespace xenotime

#endif  // XENOTIME_PRESETS_PRESETS_H_
