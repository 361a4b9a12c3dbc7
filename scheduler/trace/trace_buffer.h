#ifndef XENOTIME_SCHEDULER_TRACE_TRACE_BUFFER_H_
#define XENOTIME_SCHEDULER_TRACE_TRACE_BUFFER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"

namespace xenotime {

// Trace records of a run on threads, kept apart by pCPU until the run is over.
//
// Append is what a pCPU thread can afford between two instructions that are
// being measured: no lock, no system call, no line shared with another
// writer. All memory is touched when the buffer is made (capacity * 32 bytes
// per pCPU), so that no page fault falls into the run. A full lane drops its
// newest records and counts them.
//
// Thread rule: Append as TraceSink says, one thread per pCPU. Tail, size and
// lost at any time by any thread: a record is published by a release store of
// its lane's count and never changes after that. MergeInto when the writers
// have stopped.
class TraceBuffer final : public TraceSink {
 public:
  // `capacity` is in records per pCPU.
  TraceBuffer(uint32_t pcpus, size_t capacity);

  // REQUIRES: `executing` is a pCPU of the buffer.
  void Append(PcpuId executing, const TraceEvent& event) override {
    Lane& lane = lanes_[executing.value()];
    const size_t count = lane.count.load(std::memory_order_relaxed);
    if (count == capacity_) {
      lane.lost.store(lane.lost.load(std::memory_order_relaxed) + 1,
                      std::memory_order_relaxed);
      return;
    }
    lane.events[count] = event;
    lane.count.store(count + 1, std::memory_order_release);
  }

  // Passes all records on in order of time. Records of one pCPU keep their
  // order (and if their times step back, they count as late as their
  // predecessors); between pCPUs the lower number goes first.
  void MergeInto(TraceSink& sink) const;

  // The last `n` records of all pCPUs in that order, a line each, with a last
  // line about lost records if there are any. For a watchdog: it waits for
  // nobody.
  std::vector<std::string> Tail(size_t n) const;

  // Records held, and records for which there was no room.
  size_t size() const;
  int64_t lost() const;

 private:
  // Two cache lines: neighbouring lanes would otherwise meet through the
  // prefetcher, which fetches lines in pairs.
  struct alignas(128) Lane {
    std::atomic<size_t> count{0};
    std::atomic<int64_t> lost{0};
    std::unique_ptr<TraceEvent[]> events;
  };

  size_t capacity_;
  std::vector<Lane> lanes_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_TRACE_BUFFER_H_
