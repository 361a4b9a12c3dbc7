#ifndef XENOTIME_SCHEDULER_TRACE_TEE_SINK_H_
#define XENOTIME_SCHEDULER_TRACE_TEE_SINK_H_

#include <utility>
#include <vector>

#include "xenotime/scheduler/core/trace_event.h"

namespace xenotime {

// Passes every record on to each of several sinks, in the order given.
//
// The sinks are borrowed and must outlive it; null ones are left out. Thread
// rule: that of the strictest sink.
class TeeSink final : public TraceSink {
 public:
  explicit TeeSink(std::vector<TraceSink*> sinks) : sinks_(std::move(sinks)) {
    std::erase(sinks_, nullptr);
  }

  void Append(PcpuId executing, const TraceEvent& event) override {
    for (TraceSink* sink : sinks_) sink->Append(executing, event);
  }

 private:
  std::vector<TraceSink*> sinks_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_TEE_SINK_H_
