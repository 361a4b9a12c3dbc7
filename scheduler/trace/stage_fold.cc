#include "xenotime/scheduler/trace/stage_fold.h"

namespace xenotime {

void StageFold::Stamp(VcpuId vcpu, WakeStage stage, Instant now) {
  Wake& wake = vcpus_[vcpu.value()];
  if (stage == WakeStage::kInterrupt) {
    wake = Wake{.open = true, .opened = now, .last = now};
    return;
  }
  const int index = static_cast<int>(stage);
  if (!wake.open || index >= kWakeStages) return;
  wake.spent_ns[index] += (now - wake.last).ns();
  wake.seen = static_cast<uint16_t>(wake.seen | 1u << index);
  wake.last = now;
  if (stage == WakeStage::kGuest) Close(wake);
}

void StageFold::Close(Wake& wake) {
  for (int i = 0; i < kWakeStages; ++i) {
    if (wake.seen >> i & 1) stages_[i].Add(wake.spent_ns[i]);
  }
  total_.Add((wake.last - wake.opened).ns());
  wake.open = false;
}

}  // namespace xenotime
