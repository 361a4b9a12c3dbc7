#ifndef XENOTIME_SCHEDULER_TRACE_IDLE_WAITING_FOLD_H_
#define XENOTIME_SCHEDULER_TRACE_IDLE_WAITING_FOLD_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Time that a machine wasted: folds who idles and who waits into the time
// during which some pCPU idled while a runnable vCPU was allowed on it, and
// into the sum over pCPUs of such time. A part of MetricsFolder.
//
// State counts as it is after everything that happens at an instant. vCPUs of
// equal hard affinity share a group that knows how many of them wait and how
// many of its pCPUs idle, so that a change of one vCPU costs O(1) and a change
// of one pCPU O(groups that contain it). While only one group is wasteful the
// pCPUs that are wasted are its idle ones; while there are more, they are
// counted by mask when time goes on.
//
// Thread rule: one thread. REQUIRES: ids within the sizes given.
class IdleWaitingFold {
 public:
  // All pCPUs idle, no vCPU waits, every vCPU may run anywhere.
  IdleWaitingFold(uint32_t pcpus, size_t vcpus);

  // Goes on to `now`; what is told next happens there. Never goes back.
  void Advance(Instant now) {
    if (now > now_) Leave(now);
  }

  void SetIdle(PcpuId pcpu, bool idle);
  // Whether the vCPU wants a pCPU and has none.
  void SetWaiting(VcpuId vcpu, bool waiting);
  // Word `word` of the vCPU's hard affinity is now `bits`.
  void SetAffinityWord(VcpuId vcpu, uint32_t word, uint64_t bits);

  // Ends the fold at `end`; once. Time from the last change on counts.
  void Finish(Instant end);

  int64_t total_ns() const { return total_ns_; }
  // The longest contiguous stretch.
  int64_t max_ns() const { return max_ns_; }
  // Of all pCPUs together: pCPU-nanoseconds.
  int64_t pcpu_ns() const { return pcpu_ns_; }

 private:
  using Mask = std::vector<uint64_t>;
  struct Group {
    Mask mask;
    uint32_t vcpus = 0;
    uint32_t waiting = 0;
    uint32_t idle = 0;   // of its pCPUs
    uint32_t place = 0;  // in wasteful_, if it is
    bool wasteful() const { return waiting != 0 && idle != 0; }
  };
  struct Vcpu {
    uint32_t group = 0;
    bool waiting = false;
  };
  struct Change {
    VcpuId vcpu;
    Mask mask;
  };

  void Leave(Instant now);
  void ApplyChanges();
  void Move(VcpuId vcpu, const Mask& mask);
  uint32_t GroupOf(const Mask& mask);
  void Release(uint32_t group);
  void CloseStretch(Instant end);
  int64_t WastedPcpus() const;
  void SetWasteful(uint32_t group, bool wasteful);

  template <typename Edit>
  void EditGroup(uint32_t index, Edit edit) {
    Group& group = groups_[index];
    const bool before = group.wasteful();
    edit(group);
    if (group.wasteful() != before) SetWasteful(index, !before);
  }

  std::vector<Group> groups_;
  std::vector<uint32_t> free_groups_;
  absl::flat_hash_map<Mask, uint32_t> group_by_mask_;
  std::vector<std::vector<uint32_t>> groups_of_;  // by pCPU
  Mask idle_mask_;
  std::vector<bool> idle_;
  std::vector<Vcpu> vcpus_;
  // Affinity changes of the present instant: a mask comes word by word.
  std::vector<Change> changes_;

  std::vector<uint32_t> wasteful_;  // the groups that are
  bool open_ = false;               // a stretch has begun, at since_
  Instant since_;
  Instant now_;
  int64_t total_ns_ = 0;
  int64_t max_ns_ = 0;
  int64_t pcpu_ns_ = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_IDLE_WAITING_FOLD_H_
