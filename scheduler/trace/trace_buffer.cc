#include "xenotime/scheduler/trace/trace_buffer.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/trace/describe.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

// What is left of one lane while lanes are merged.
struct Cursor {
  const TraceEvent* next = nullptr;
  const TraceEvent* end = nullptr;
  Instant time;  // of *next, at least that of the record before
  uint32_t pcpu = 0;

  bool Later(const Cursor& other) const {
    return std::tie(time, pcpu) > std::tie(other.time, other.pcpu);
  }
};

struct LaterFirst {
  bool operator()(const Cursor& a, const Cursor& b) const { return a.Later(b); }
};

// Calls `visit(PcpuId, const TraceEvent&)` in merged order.
template <typename Visitor>
void Merge(const std::vector<Cursor>& lanes, Visitor visit) {
  std::priority_queue<Cursor, std::vector<Cursor>, LaterFirst> queue;
  for (const Cursor& lane : lanes) {
    if (lane.next != lane.end) queue.push(lane);
  }
  while (!queue.empty()) {
    Cursor lane = queue.top();
    queue.pop();
    // Runs of one lane are common; they need no queue.
    do {
      visit(PcpuId(lane.pcpu), *lane.next);
      if (++lane.next == lane.end) break;
      lane.time = std::max(lane.time, lane.next->time);
    } while (queue.empty() || !lane.Later(queue.top()));
    if (lane.next != lane.end) queue.push(lane);
  }
}

Cursor MakeCursor(const TraceEvent* begin, const TraceEvent* end,
                  uint32_t pcpu) {
  return {begin, end, begin == end ? Instant() : begin->time, pcpu};
}

}  // namespace

TraceBuffer::TraceBuffer(uint32_t pcpus, size_t capacity)
    : capacity_(capacity), lanes_(pcpus) {
  for (Lane& lane : lanes_) {
    lane.events = std::make_unique<TraceEvent[]>(capacity);
  }
}

void TraceBuffer::MergeInto(TraceSink& sink) const {
  std::vector<Cursor> cursors;
  for (uint32_t p = 0; p < lanes_.size(); ++p) {
    const TraceEvent* events = lanes_[p].events.get();
    const size_t count = lanes_[p].count.load(std::memory_order_acquire);
    cursors.push_back(MakeCursor(events, events + count, p));
  }
  Merge(cursors, [&sink](PcpuId pcpu, const TraceEvent& event) {
    sink.Append(pcpu, event);
  });
}

std::vector<std::string> TraceBuffer::Tail(size_t n) const {
  // The last n of all are among the last n of each.
  std::vector<Cursor> cursors;
  for (uint32_t p = 0; p < lanes_.size(); ++p) {
    const TraceEvent* events = lanes_[p].events.get();
    const size_t count = lanes_[p].count.load(std::memory_order_acquire);
    cursors.push_back(
        MakeCursor(events + (count - std::min(n, count)), events + count, p));
  }
  std::vector<TraceEvent> merged;
  Merge(cursors, [&merged](PcpuId, const TraceEvent& event) {
    merged.push_back(event);
  });
  std::vector<std::string> lines;
  for (size_t i = merged.size() - std::min(n, merged.size()); i < merged.size();
       ++i) {
    lines.push_back(Describe(merged[i]));
  }
  if (const int64_t missing = lost(); missing != 0) {
    lines.push_back(absl::StrCat(missing, " later record(s) were lost"));
  }
  return lines;
}

size_t TraceBuffer::size() const {
  size_t size = 0;
  for (const Lane& lane : lanes_) {
    size += lane.count.load(std::memory_order_acquire);
  }
  return size;
}

int64_t TraceBuffer::lost() const {
  int64_t lost = 0;
  for (const Lane& lane : lanes_) {
    lost += lane.lost.load(std::memory_order_relaxed);
  }
  return lost;
}

}  // namespace xenotime
