#include "xenotime/proto/convert/adjustment_convert.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {

absl::StatusOr<FrameTable> FramesFromProto(const proto::FrameTable& message) {
  FrameTable frames;
  frames.major = Duration(message.major_ns());
  for (int i = 0; i < message.entries_size(); ++i) {
    const proto::MinorFrame& entry = message.entries(i);
    const absl::StatusOr<VcpuName> owner = ParseVcpuName(entry.vcpu());
    if (!owner.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("entries[", i, "].vcpu: ", owner.status().message()));
    }
    frames.entries.push_back({.domain = owner->domain,
                              .vcpu = owner->index,
                              .runtime = Duration(entry.runtime_ns())});
  }
  return frames;
}

void FramesToProto(const FrameTable& frames, proto::FrameTable& message) {
  message.set_major_ns(frames.major.ns());
  for (const FrameTable::Entry& entry : frames.entries) {
    proto::MinorFrame& added = *message.add_entries();
    added.set_vcpu(FormatVcpuName(entry.domain, entry.vcpu));
    added.set_runtime_ns(entry.runtime.ns());
  }
}

}  // namespace xenotime
