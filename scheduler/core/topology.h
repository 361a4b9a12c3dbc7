#ifndef XENOTIME_SCHEDULER_CORE_TOPOLOGY_H_
#define XENOTIME_SCHEDULER_CORE_TOPOLOGY_H_

#include <cstdint>
#include <vector>

#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"

namespace xenotime {

// Which hypervisor's idea of "sibling" applies (core.md, section 0.3).
enum class Architecture : uint8_t {
  kX86,  // threads of a core, cores of a socket, as numbered
  kArm,  // every CPU its own core, all CPUs one package
};

// The counts from which a topology is built; all at least 1.
struct TopologyShape {
  uint32_t sockets = 1;
  uint32_t cores = 1;    // per socket
  uint32_t threads = 1;  // per core
  uint32_t nodes = 0;    // NUMA nodes; 0 means one per socket
  Architecture architecture = Architecture::kX86;

  uint32_t pcpus() const { return sockets * cores * threads; }
  friend bool operator==(const TopologyShape&, const TopologyShape&) = default;
};

// Sockets, cores, threads and NUMA nodes of a machine.
//
// pCPU id = (socket * cores + core) * threads + thread; node of a socket =
// socket * nodes / sockets. Immutable, so any thread may read it.
class Topology {
 public:
  // The largest machine: pCPU ids must fit the trace's 16 bits.
  static constexpr uint32_t kMaxPcpus = 4096;

  // REQUIRES: counts at least 1, at most kMaxPcpus pCPUs, nodes <= sockets.
  explicit Topology(const TopologyShape& shape);

  const TopologyShape& shape() const { return shape_; }
  uint32_t pcpus() const { return shape_.pcpus(); }
  uint32_t nodes() const { return static_cast<uint32_t>(node_sets_.size()); }

  // The hardware threads of p's core, p included (Xen term sibling mask).
  const CpuSet& Threads(PcpuId p) const {
    return core_sets_[core_of_[p.value()]];
  }
  // The pCPUs of p's socket, p included (Xen term core mask).
  const CpuSet& Package(PcpuId p) const {
    return package_sets_[package_of_[p.value()]];
  }
  uint32_t NodeOf(PcpuId p) const { return node_of_[p.value()]; }
  const CpuSet& PcpusOfNode(uint32_t node) const { return node_sets_[node]; }
  const CpuSet& all() const { return all_; }

  // The words of these sets that have members; the rest of a large machine need
  // not be looked at.
  WordRange ThreadWords(PcpuId p) const {
    return core_words_[core_of_[p.value()]];
  }
  WordRange PackageWords(PcpuId p) const {
    return package_words_[package_of_[p.value()]];
  }
  WordRange NodeWords(uint32_t node) const { return node_words_[node]; }

  // Hardware threads of a core as the hypervisor counts them.
  uint32_t threads_per_core() const {
    return shape_.architecture == Architecture::kArm ? 1 : shape_.threads;
  }
  // Whether two pCPUs bear the same core and socket number.
  bool SameCore(PcpuId a, PcpuId b) const {
    return shape_.architecture == Architecture::kArm ||
           core_of_[a.value()] == core_of_[b.value()];
  }
  // Whether two pCPUs are in one package.
  bool SamePackage(PcpuId a, PcpuId b) const {
    return package_of_[a.value()] == package_of_[b.value()];
  }

 private:
  TopologyShape shape_;
  CpuSet all_;
  std::vector<uint32_t> core_of_, package_of_, node_of_;
  std::vector<CpuSet> core_sets_, package_sets_, node_sets_;
  std::vector<WordRange> core_words_, package_words_, node_words_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_CORE_TOPOLOGY_H_
