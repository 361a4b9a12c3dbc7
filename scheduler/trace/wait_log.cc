#include "xenotime/scheduler/trace/wait_log.h"

#include <utility>

namespace xenotime {

void WaitLog::AddBlock() {
  // Not cleared: every entry is written before it is read.
  blocks_.push_back(std::unique_ptr<Block>(new Block));
  used_ = 0;
}

std::vector<Samples> WaitLog::Take(size_t vcpus) {
  const auto visit = [this](auto&& see) {
    for (size_t b = 0; b < blocks_.size(); ++b) {
      const size_t end = b + 1 == blocks_.size() ? used_ : kBlock;
      for (size_t i = 0; i < end; ++i) see((*blocks_[b])[i]);
    }
  };
  std::vector<size_t> counts(vcpus);
  visit([&](const Entry& entry) { ++counts[entry.vcpu]; });
  std::vector<Samples> samples(vcpus);
  for (size_t v = 0; v < vcpus; ++v) samples[v].Reserve(counts[v]);
  auto large = large_.begin();
  visit([&](const Entry& entry) {
    samples[entry.vcpu].Add(entry.ns == kLarge ? *large++ : entry.ns);
  });
  *this = WaitLog();
  return samples;
}

}  // namespace xenotime
