#include "xenotime/scheduler/core/topology.h"

namespace xenotime {
namespace {

// Files p under set `index` of `sets`, which grows to hold it.
void Assign(uint32_t pcpus, PcpuId p, uint32_t index, std::vector<CpuSet>& sets,
            std::vector<uint32_t>& index_of) {
  while (sets.size() <= index) sets.emplace_back(pcpus);
  sets[index].Add(p);
  index_of.push_back(index);
}

// The words of each set that have members, of which there are some.
std::vector<WordRange> RangesOf(const std::vector<CpuSet>& sets) {
  std::vector<WordRange> ranges;
  ranges.reserve(sets.size());
  for (const CpuSet& set : sets) {
    ranges.push_back({set.First().value() / 64, set.Last().value() / 64 + 1});
  }
  return ranges;
}

}  // namespace

Topology::Topology(const TopologyShape& shape)
    : shape_(shape), all_(CpuSet::All(shape.pcpus())) {
  if (shape_.nodes == 0) shape_.nodes = shape_.sockets;
  const uint32_t count = shape_.pcpus();
  const bool arm = shape_.architecture == Architecture::kArm;
  for (uint32_t id = 0; id < count; ++id) {
    const uint32_t core = id / shape_.threads;
    const uint32_t socket = core / shape_.cores;
    Assign(count, PcpuId(id), arm ? id : core, core_sets_, core_of_);
    Assign(count, PcpuId(id), arm ? 0 : socket, package_sets_, package_of_);
    Assign(count, PcpuId(id), socket * shape_.nodes / shape_.sockets,
           node_sets_, node_of_);
  }
  core_words_ = RangesOf(core_sets_);
  package_words_ = RangesOf(package_sets_);
  node_words_ = RangesOf(node_sets_);
}

}  // namespace xenotime
