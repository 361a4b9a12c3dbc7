#ifndef XENOTIME_TESTS_SCHEDULER_TRACE_RECORDS_H_
#define XENOTIME_TESTS_SCHEDULER_TRACE_RECORDS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Short spellings of trace records, for tests.

constexpr VcpuId kIdleVcpu = VcpuId::None();

inline TraceEvent SwitchRecord(int64_t time, uint16_t pcpu, VcpuId from,
                               VcpuId to,
                               SwitchReason reason = SwitchReason::kIdle) {
  TraceEvent event;
  event.time = Instant(time);
  event.arg = from.value();
  event.vcpu = to;
  event.pcpu = pcpu;
  event.kind = TraceKind::kSwitch;
  event.detail = static_cast<uint8_t>(reason);
  return event;
}

inline TraceEvent Record(int64_t time, TraceKind kind, VcpuId vcpu,
                         uint8_t detail = 0, uint64_t arg = 0,
                         uint32_t arg2 = 0) {
  TraceEvent event;
  event.time = Instant(time);
  event.arg = arg;
  event.vcpu = vcpu;
  event.kind = kind;
  event.detail = detail;
  event.arg2 = arg2;
  return event;
}

inline bool SameRecord(const TraceEvent& a, const TraceEvent& b) {
  return a.time == b.time && a.arg == b.arg && a.vcpu == b.vcpu &&
         a.pcpu == b.pcpu && a.kind == b.kind && a.detail == b.detail &&
         a.arg2 == b.arg2;
}

// Keeps what it gets.
class KeepingSink final : public TraceSink {
 public:
  void Append(PcpuId executing, const TraceEvent& event) override {
    kept.emplace_back(executing, event);
  }
  std::vector<std::pair<PcpuId, TraceEvent>> kept;
};

}  // namespace xenotime

#endif  // XENOTIME_TESTS_SCHEDULER_TRACE_RECORDS_H_
