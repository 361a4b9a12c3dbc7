#include "xenotime/scheduler/core/affinity_mask.h"

namespace xenotime {

AffinityMask::AffinityMask() {
  static const CpuSet* const empty = new CpuSet();
  set_ = empty;
}

bool MaskTable::Less::operator()(const CpuSet& a, const CpuSet& b) const {
  if (a.words() != b.words()) return a.words() < b.words();
  for (uint32_t i = 0; i < a.words(); ++i) {
    if (a.Word(i) != b.Word(i)) return a.Word(i) < b.Word(i);
  }
  return false;
}

AffinityMask MaskTable::Share(const CpuSet& set) {
  lock_.Lock();
  const CpuSet& shared = *sets_.insert(set).first;
  lock_.Unlock();
  return AffinityMask(shared);
}

}  // namespace xenotime
