#include "xenotime/time/tsc_adjust.h"

namespace xenotime {

std::optional<TscAdjustPolicy::BootFix> TscAdjustPolicy::OnBootCpu(
    uint32_t socket, int64_t adjust, uint64_t boot_stamp) {
  references_[socket] = 0;
  if (adjust == 0) return std::nullopt;
  return BootFix{0, boot_stamp - static_cast<uint64_t>(adjust)};
}

std::optional<int64_t> TscAdjustPolicy::OnSecondaryCpu(uint32_t socket,
                                                       int64_t adjust) {
  const int64_t believed = adjust < 0 ? 0 : adjust;
  const int64_t reference = references_.emplace(socket, believed).first->second;
  if (adjust == reference) return std::nullopt;
  return reference;
}

}  // namespace xenotime
