// The run queue, the depleted queue, and the replenishment queue with its
// timer.

#include "xenotime/scheduler/policies/rtds/rtds_policy.h"

namespace xenotime {

void RtdsPolicy::Enqueue(VcpuId v) {
  Unit& unit = U(v);
  if (unit.server.left <= Duration() && !unit.server.extratime) {
    unit.queue = Queue::kDepleted;
    depleted_queue_.PushFront(v, Links());
    return;
  }
  unit.queue = Queue::kRun;
  VcpuId position = run_queue_.front();
  while (position.valid() && Precedence(v, position) <= 0) {
    position = U(position).link.next;
  }
  run_queue_.InsertBefore(position, v, Links());
}

void RtdsPolicy::Dequeue(VcpuId v) {
  Unit& unit = U(v);
  (unit.queue == Queue::kRun ? run_queue_ : depleted_queue_).Remove(v, Links());
  unit.queue = Queue::kNone;
}

// Whether v has become the first.
bool RtdsPolicy::InsertOrdered(VcpuId v) {
  const VcpuId front = replenishments_.front();
  VcpuId position = front;
  while (position.valid() && Precedence(v, position) <= 0) {
    position = U(position).replenishment.next;
  }
  replenishments_.InsertBefore(position, v, ReplenishmentLinks());
  return position == front;
}

void RtdsPolicy::SetTimerForFirst() {
  const VcpuId first = replenishments_.front();
  if (first.valid()) {
    host().SetTimer(timer_, U(first).server.deadline);
  } else {
    host().StopTimer(timer_);
  }
}

void RtdsPolicy::ExpectReplenishment(VcpuId v) {
  if (U(v).replenishment.linked) return;
  if (InsertOrdered(v)) SetTimerForFirst();
}

void RtdsPolicy::ForgetReplenishment(VcpuId v) {
  if (!U(v).replenishment.linked) return;
  const bool was_first = replenishments_.front() == v;
  replenishments_.Remove(v, ReplenishmentLinks());
  if (was_first) SetTimerForFirst();
}

void RtdsPolicy::MoveReplenishment(VcpuId v) {
  const bool was_first = replenishments_.front() == v;
  if (U(v).replenishment.linked) {
    replenishments_.Remove(v, ReplenishmentLinks());
  }
  const bool is_first = InsertOrdered(v);
  if (was_first || is_first) SetTimerForFirst();
}

// The timer: new periods begin. A first pass renews all, in order; a second
// one, backwards, tells pCPUs and puts them back (rtds.md, section 7).
void RtdsPolicy::OnTimer(const HookContext& context, TimerId) {
  LinkedList<VcpuId> renewed;
  for (VcpuId v = replenishments_.front();
       v.valid() && context.now >= U(v).server.deadline;
       v = replenishments_.front()) {
    replenishments_.Remove(v, ReplenishmentLinks());
    U(v).server.Renew(context.now);
    renewed.PushFront(v, ReplenishmentLinks());
    if (U(v).queue == Queue::kNone) continue;
    Dequeue(v);
    Enqueue(v);
  }
  while (!renewed.empty()) {
    const VcpuId v = renewed.front();
    renewed.Remove(v, ReplenishmentLinks());
    Announce(context, v);
    InsertOrdered(v);
  }
  if (!replenishments_.empty()) SetTimerForFirst();
}

// The mark of depletion is looked at, and falls, only for one that is not
// running or runs with nobody waiting.
void RtdsPolicy::Announce(const HookContext& context, VcpuId renewed) {
  Unit& unit = U(renewed);
  const VcpuId first = run_queue_.front();
  if (IsCurrent(vcpu(renewed)) && first.valid()) {
    if (Precedence(renewed, first) < 0) Tickle(context, vcpu(first));
    return;
  }
  const bool was_depleted = unit.server.depleted;
  unit.server.depleted = false;
  if (was_depleted && unit.queue != Queue::kNone) {
    Tickle(context, vcpu(renewed));
  }
}

}  // namespace xenotime
