#ifndef XENOTIME_PROTO_CONVERT_PRESET_TEXTPROTO_H_
#define XENOTIME_PROTO_CONVERT_PRESET_TEXTPROTO_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "xenotime/time/memory/machine_model.h"

namespace xenotime {

// A machine as data (proto/preset.proto).
struct Preset {
  std::string name;
  std::string description;
  MachineModel meeting;
};

// Reads a proto.Preset in protobuf's text format. `file` is the name for
// messages. Every error is InvalidArgument: of the text "FILE:LINE:COLUMN:
// ...", of a value "FILE: meeting.FIELD: ...". Thread rule: pure.
absl::StatusOr<Preset> ParsePresetTextproto(absl::string_view text,
                                            absl::string_view file);

}  // namespace xenotime

#endif  // XENOTIME_PROTO_CONVERT_PRESET_TEXTPROTO_H_
