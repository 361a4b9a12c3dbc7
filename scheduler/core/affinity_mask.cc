#include "xenotime/scheduler/core/affinity_mask.h"

namespace xenotime {

AffinityMask::AffinityMask() {
  static const CpuSet* const empty = new CpuSet();
  set_ = empty;
}

AffinityMask MaskTable::Share(const CpuSet& set) {
  lock_.Lock();
  const CpuSet& shared = *sets_.insert(set).first;
  lock_.Unlock();
  return AffinityMask(shared);
}

}  // namespace xenotime
