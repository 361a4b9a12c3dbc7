#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT_QUEUE_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/ids.h"

namespace xenotime::credit2 {

// Units that wait, in order of decreasing credit, first come first among
// equals.
//
// An array that is read from its end, since most come and go at the front and
// a scan of it touches nothing else. Push and Remove take O(log n) comparisons
// and move what stands behind. Thread rule: guarded by the run queue's lock.
class CreditQueue {
 public:
  struct Entry {
    int32_t credit;
    VcpuId vcpu;
  };

  bool empty() const { return entries_.empty(); }
  size_t size() const { return entries_.size(); }
  // The i-th from the front. REQUIRES: i < size().
  const Entry& operator[](size_t i) const {
    return entries_[entries_.size() - 1 - i];
  }
  const Entry& front() const { return entries_.back(); }

  // Behind everybody with as much credit or more.
  void Push(VcpuId v, int32_t credit) {
    entries_.insert(entries_.begin() + static_cast<ptrdiff_t>(AtLeast(credit)),
                    {credit, v});
  }

  // REQUIRES: v is in the queue with that credit.
  void Remove(VcpuId v, int32_t credit) {
    if (front().vcpu == v) {
      entries_.pop_back();
      return;
    }
    size_t i = AtLeast(credit);
    while (entries_[i].vcpu != v) ++i;
    entries_.erase(entries_.begin() + static_cast<ptrdiff_t>(i));
  }

  // Sets every credit to credit_of(vcpu), which must not change the order.
  template <typename CreditOf>
  void Refresh(CreditOf credit_of) {
    for (Entry& entry : entries_) entry.credit = credit_of(entry.vcpu);
  }

 private:
  // The number of those with less credit.
  size_t AtLeast(int32_t credit) const {
    size_t low = 0;
    size_t high = entries_.size();
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (entries_[middle].credit < credit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  std::vector<Entry> entries_;  // by increasing credit
};

}  // namespace xenotime::credit2

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_CREDIT_QUEUE_H_
