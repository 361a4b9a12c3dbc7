#include "xenotime/scheduler/trace/idle_waiting_fold.h"

#include <algorithm>
#include <bit>

namespace xenotime {
namespace {

using Mask = std::vector<uint64_t>;

Mask AllOf(uint32_t pcpus) {
  Mask mask(std::max<uint32_t>(1, (pcpus + 63) / 64), 0);
  for (uint32_t p = 0; p < pcpus; ++p) mask[p / 64] |= uint64_t{1} << (p % 64);
  return mask;
}

// Calls `visit` for each pCPU of `mask` on a machine with `pcpus`.
template <typename Visitor>
void ForEach(const Mask& mask, size_t pcpus, Visitor visit) {
  for (size_t i = 0; i < mask.size(); ++i) {
    for (uint64_t word = mask[i]; word != 0; word &= word - 1) {
      const size_t p = i * 64 + static_cast<size_t>(std::countr_zero(word));
      if (p < pcpus) visit(p);
    }
  }
}

}  // namespace

IdleWaitingFold::IdleWaitingFold(uint32_t pcpus, size_t vcpus)
    : groups_of_(pcpus),
      idle_mask_(AllOf(pcpus)),
      idle_(pcpus, true),
      vcpus_(vcpus) {
  const uint32_t all = GroupOf(AllOf(pcpus));
  groups_[all].vcpus = static_cast<uint32_t>(vcpus);
  for (Vcpu& v : vcpus_) v.group = all;
}

void IdleWaitingFold::SetIdle(PcpuId pcpu, bool idle) {
  if (idle_[pcpu.value()] == idle) return;
  idle_[pcpu.value()] = idle;
  idle_mask_[pcpu.value() / 64] ^= uint64_t{1} << (pcpu.value() % 64);
  for (uint32_t g : groups_of_[pcpu.value()]) {
    EditGroup(g, [idle](Group& group) { group.idle += idle ? 1 : -1; });
  }
}

void IdleWaitingFold::SetWaiting(VcpuId vcpu, bool waiting) {
  Vcpu& v = vcpus_[vcpu.value()];
  if (v.waiting == waiting) return;
  v.waiting = waiting;
  EditGroup(v.group,
            [waiting](Group& group) { group.waiting += waiting ? 1 : -1; });
}

void IdleWaitingFold::SetAffinityWord(VcpuId vcpu, uint32_t word,
                                      uint64_t bits) {
  // The words of one mask come together, so the search ends at once.
  auto change =
      std::find_if(changes_.rbegin(), changes_.rend(),
                   [vcpu](const Change& c) { return c.vcpu == vcpu; });
  if (change == changes_.rend()) {
    changes_.push_back({vcpu, groups_[vcpus_[vcpu.value()].group].mask});
    change = changes_.rbegin();
  }
  if (word < change->mask.size()) change->mask[word] = bits;
}

void IdleWaitingFold::Finish(Instant end) {
  Advance(end);
  if (open_) CloseStretch(now_);
}

// The state reached at now_ holds until `now`.
void IdleWaitingFold::Leave(Instant now) {
  if (!changes_.empty()) ApplyChanges();
  const bool wasteful = !wasteful_.empty();
  if (wasteful) pcpu_ns_ += (now - now_).ns() * WastedPcpus();
  if (wasteful != open_) {
    if (open_) {
      CloseStretch(now_);
    } else {
      open_ = true;
      since_ = now_;
    }
  }
  now_ = now;
}

// How many pCPUs idle while a vCPU that is allowed there waits.
int64_t IdleWaitingFold::WastedPcpus() const {
  if (wasteful_.size() == 1) return groups_[wasteful_[0]].idle;
  int64_t count = 0;
  for (size_t word = 0; word < idle_mask_.size(); ++word) {
    uint64_t allowed = 0;
    for (uint32_t g : wasteful_) allowed |= groups_[g].mask[word];
    count += std::popcount(allowed & idle_mask_[word]);
  }
  return count;
}

void IdleWaitingFold::SetWasteful(uint32_t group, bool wasteful) {
  if (wasteful) {
    groups_[group].place = static_cast<uint32_t>(wasteful_.size());
    wasteful_.push_back(group);
    return;
  }
  const uint32_t place = groups_[group].place;
  const uint32_t last = wasteful_.back();
  wasteful_[place] = last;
  groups_[last].place = place;
  wasteful_.pop_back();
}

void IdleWaitingFold::CloseStretch(Instant end) {
  const int64_t stretch = (end - since_).ns();
  total_ns_ += stretch;
  max_ns_ = std::max(max_ns_, stretch);
  open_ = false;
}

void IdleWaitingFold::ApplyChanges() {
  for (const Change& change : changes_) Move(change.vcpu, change.mask);
  changes_.clear();
}

void IdleWaitingFold::Move(VcpuId vcpu, const Mask& mask) {
  Vcpu& v = vcpus_[vcpu.value()];
  const uint32_t old = v.group;
  const uint32_t next = GroupOf(mask);
  if (next == old) return;
  const uint32_t waiting = v.waiting ? 1 : 0;
  EditGroup(old, [waiting](Group& g) { g.waiting -= waiting; });
  EditGroup(next, [waiting](Group& g) { g.waiting += waiting; });
  ++groups_[next].vcpus;
  v.group = next;
  if (--groups_[old].vcpus == 0) Release(old);
}

// The group of `mask`, made if there is none.
uint32_t IdleWaitingFold::GroupOf(const Mask& mask) {
  const auto found = group_by_mask_.find(mask);
  if (found != group_by_mask_.end()) return found->second;
  if (free_groups_.empty()) {
    free_groups_.push_back(static_cast<uint32_t>(groups_.size()));
    groups_.emplace_back();
  }
  const uint32_t g = free_groups_.back();
  free_groups_.pop_back();
  groups_[g] = Group{.mask = mask};
  ForEach(mask, idle_.size(), [this, g](size_t p) {
    groups_of_[p].push_back(g);
    if (idle_[p]) ++groups_[g].idle;
  });
  group_by_mask_.emplace(mask, g);
  return g;
}

// REQUIRES: no vCPU is in the group any more.
void IdleWaitingFold::Release(uint32_t g) {
  ForEach(groups_[g].mask, idle_.size(), [this, g](size_t p) {
    std::vector<uint32_t>& of = groups_of_[p];
    of.erase(std::find(of.begin(), of.end(), g));
  });
  group_by_mask_.erase(groups_[g].mask);
  free_groups_.push_back(g);
}

}  // namespace xenotime
