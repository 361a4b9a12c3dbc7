#include "xenotime/time/timer_queue.h"

#include <algorithm>

namespace xenotime {

TimerQueue::Slot TimerQueue::Add() {
  timers_.push_back({kUnset, kUnset});
  return static_cast<Slot>(timers_.size() - 1);
}

void TimerQueue::Set(Slot slot, Instant deadline, uint64_t rank) {
  Timer& timer = timers_[slot];
  timer.key = {deadline.ns(), rank};
  if (!(timer.key < timer.queued)) return;
  timer.queued = timer.key;
  Push(Node{timer.key, slot});
}

bool TimerQueue::SettleSlowly() {
  while (!heap_.empty()) {
    const Node& top = heap_[0];
    Timer& timer = timers_[top.slot];
    if (timer.key == top.key) return true;
    if (timer.queued == top.key) {
      timer.queued = timer.key;
      if (timer.key.time != kUnset.time) {
        SiftDown(0, Node{timer.key, top.slot});
        continue;
      }
    }
    const Node last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) SiftDown(0, last);
  }
  return false;
}

void TimerQueue::Push(const Node& node) {
  // Void places are at most as many as timers, and a few.
  constexpr size_t kFew = 64;
  if (heap_.size() >= 2 * timers_.size() + kFew) {
    DropVoidPlaces();  // after which `node` has its place
    return;
  }
  size_t i = heap_.size();
  heap_.push_back(node);
  while (i > 0) {
    const size_t parent = (i - 1) / 4;
    if (!(node.key < heap_[parent].key)) break;
    heap_[i] = heap_[parent];
    i = parent;
  }
  heap_[i] = node;
}

// Builds the heap anew: a place for each timer that is set.
void TimerQueue::DropVoidPlaces() {
  heap_.clear();
  for (Slot slot = 0; slot < timers_.size(); ++slot) {
    Timer& timer = timers_[slot];
    timer.queued = timer.key;
    if (IsSet(slot)) heap_.push_back({timer.key, slot});
  }
  for (size_t i = heap_.size() / 4 + 1; i-- > 0;) {
    if (i < heap_.size()) SiftDown(i, heap_[i]);
  }
}

void TimerQueue::SiftDown(size_t i, const Node& moved) {
  const Node node = moved;  // it may lie in the heap itself
  const size_t size = heap_.size();
  Node* const heap = heap_.data();
  for (;;) {
    const size_t first = 4 * i + 1;
    if (first >= size) break;
    const Node* least = heap + first;
    const Node* const end = heap + std::min(first + 4, size);
    for (const Node* child = least + 1; child < end; ++child) {
      if (child->key < least->key) least = child;
    }
    if (!(least->key < node.key)) break;
    heap[i] = *least;
    i = static_cast<size_t>(least - heap);
  }
  heap[i] = node;
}

}  // namespace xenotime
