#ifndef XENOTIME_TESTS_PRESETS_BUILTIN_PRESET_H_
#define XENOTIME_TESTS_PRESETS_BUILTIN_PRESET_H_

#include <string>

#include "gtest/gtest.h"
#include "xenotime/presets/presets.h"
#include "xenotime/proto/convert/preset_textproto.h"

namespace xenotime {

// The preset of that name that the program has built in; a failed expectation
// if there is none or it is wrong.
inline Preset BuiltinPreset(const std::string& name) {
  for (const PresetText& preset : BuiltinPresets()) {
    if (preset.name != name) continue;
    const auto parsed = ParsePresetTextproto(preset.text, preset.name);
    EXPECT_TRUE(parsed.ok()) << parsed.status();
    return *parsed;
  }
  ADD_FAILURE() << "no preset " << name;
  return {};
}

}  // namespace xenotime

#endif  // XENOTIME_TESTS_PRESETS_BUILTIN_PRESET_H_
