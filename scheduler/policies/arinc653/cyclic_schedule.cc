#include "xenotime/scheduler/policies/arinc653/cyclic_schedule.h"

namespace xenotime::arinc653 {

void CyclicSchedule::Set(const FrameTable& table, Instant now) {
  entries_.clear();
  for (const FrameTable::Entry& frame : table.entries) {
    entries_.push_back({.frame = frame, .vcpu = VcpuId::None()});
  }
  major_ = table.major;
  next_major_ = now;
}

void CyclicSchedule::Resolve(uint32_t domain_number, uint32_t index, VcpuId v) {
  for (Entry& entry : entries_) {
    if (entry.frame.domain == domain_number && entry.frame.vcpu == index) {
      entry.vcpu = v;
    }
  }
}

// However many frames were missed, a frame begins a whole number of major
// frames after the origin.
void CyclicSchedule::Advance(Instant now) {
  if (now >= next_major_) {
    const Duration late((now - next_major_).ns() % major_.ns());
    const Instant start = now - late;
    index_ = 0;
    next_major_ = start + major_;
    next_switch_ = start + FirstRuntime();
  }
  while (now >= next_switch_ && ++index_ < entries_.size()) {
    next_switch_ += entries_[index_].frame.runtime;
  }
  if (InRemainder()) next_switch_ = next_major_;
}

}  // namespace xenotime::arinc653
