#include "xenotime/proto/convert/preset_textproto.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/text_format.h"
#include "xenotime/proto/convert/first_error.h"
#include "xenotime/proto/preset.pb.h"

namespace xenotime {
namespace {

MachineModel MeetingFromProto(const proto::Meeting& message) {
  const auto count = [](bool has, uint32_t value) { return has ? value : 1; };
  MachineModel model;
  model.sockets = count(message.has_sockets(), message.sockets());
  model.dies = count(message.has_dies(), message.dies());
  model.cores = count(message.has_cores(), message.cores());
  model.threads = count(message.has_threads(), message.threads());
  model.line_same_core = message.line_same_core();
  model.line_same_die = message.line_same_die();
  model.line_other_die = message.line_other_die();
  model.line_other_socket = message.line_other_socket();
  model.locked = message.locked();
  model.tsc_read = message.tsc_read();
  model.tsc_write = message.tsc_write();
  model.tsc_lead = message.tsc_lead();
  model.platform_read = message.platform_read();
  model.cold_exit = message.cold_exit();
  model.ipi = message.ipi();
  model.noise = message.noise();
  return model;
}

}  // namespace

absl::StatusOr<Preset> ParsePresetTextproto(absl::string_view text,
                                            absl::string_view file) {
  FirstError errors(file, "a preset");
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  google::protobuf::io::ArrayInputStream input(text.data(),
                                               static_cast<int>(text.size()));
  proto::Preset message;
  if (!parser.Parse(&input, &message)) return errors.status();
  Preset preset{.name = message.name(),
                .description = message.description(),
                .meeting = MeetingFromProto(message.meeting())};
  preset.meeting.name = preset.name;
  const absl::Status status = CheckModel(preset.meeting);
  if (status.ok()) return preset;
  return absl::InvalidArgumentError(
      absl::StrCat(file, ": meeting.", status.message()));
}

}  // namespace xenotime
