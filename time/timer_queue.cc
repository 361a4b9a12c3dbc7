#include "xenotime/time/timer_queue.h"

#include <algorithm>

namespace xenotime {

TimerQueue::Slot TimerQueue::Add() {
  timers_.push_back({kUnset, kNowhere});
  return static_cast<Slot>(timers_.size() - 1);
}

void TimerQueue::Set(Slot slot, Instant deadline, uint64_t rank) {
  Timer& timer = timers_[slot];
  timer.key = {deadline.ns(), rank};
  const Node node{timer.key, slot};
  if (timer.place == kNowhere) {
    heap_.push_back(node);
    SiftUp(static_cast<uint32_t>(heap_.size() - 1), node);
  } else if (node.key < heap_[timer.place].key) {
    SiftUp(timer.place, node);
  }
}

bool TimerQueue::SettleSlowly() {
  while (!heap_.empty()) {
    const Node& top = heap_[0];
    Timer& timer = timers_[top.slot];
    if (timer.key == top.key) return true;
    if (timer.key.time != kUnset.time) {
      SiftDown(0, Node{timer.key, top.slot});
      continue;
    }
    timer.place = kNowhere;
    const Node last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) SiftDown(0, last);
  }
  return false;
}

void TimerQueue::SiftUp(uint32_t i, const Node& node) {
  while (i > 0) {
    const uint32_t parent = (i - 1) / 4;
    if (!(node.key < heap_[parent].key)) break;
    Place(i, heap_[parent]);
    i = parent;
  }
  Place(i, node);
}

void TimerQueue::SiftDown(uint32_t i, const Node& moved) {
  const Node node = moved;  // it may lie in the heap itself
  const uint32_t size = static_cast<uint32_t>(heap_.size());
  Node* const heap = heap_.data();
  for (;;) {
    const uint32_t first = 4 * i + 1;
    if (first >= size) break;
    const Node* least = heap + first;
    const Node* const end = heap + std::min(first + 4, size);
    for (const Node* child = least + 1; child < end; ++child) {
      if (child->key < least->key) least = child;
    }
    if (!(least->key < node.key)) break;
    Place(i, *least);
    i = static_cast<uint32_t>(least - heap);
  }
  Place(i, node);
}

}  // namespace xenotime
