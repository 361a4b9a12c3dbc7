#include "xenotime/scheduler/trace/interval_recorder.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace xenotime {

void IntervalRecorder::Append(PcpuId /*executing*/, const TraceEvent& event) {
  if (event.kind != TraceKind::kSwitch || event.pcpu >= open_.size()) return;
  Close(PcpuId(event.pcpu), event.time,
        static_cast<SwitchReason>(event.detail));
  open_[event.pcpu] = {event.time, event.vcpu};
}

void IntervalRecorder::Close(PcpuId pcpu, Instant now, SwitchReason reason) {
  const Open& open = open_[pcpu.value()];
  const bool idle = !open.vcpu.valid();
  if (idle && open.since == now) return;
  intervals_.push_back(
      {pcpu, open.vcpu, open.since, now, idle ? SwitchReason::kIdle : reason});
}

std::vector<Interval> IntervalRecorder::Finish(Instant end) {
  for (uint32_t p = 0; p < open_.size(); ++p) {
    Close(PcpuId(p), end, SwitchReason::kEnd);
  }
  std::stable_sort(intervals_.begin(), intervals_.end(),
                   [](const Interval& a, const Interval& b) {
                     return std::tie(a.start, a.pcpu, a.end) <
                            std::tie(b.start, b.pcpu, b.end);
                   });
  return std::move(intervals_);
}

}  // namespace xenotime
