#ifndef XENOTIME_SCHEDULER_POLICIES_CREDIT2_PCPU_SCAN_H_
#define XENOTIME_SCHEDULER_POLICIES_CREDIT2_PCPU_SCAN_H_

#include <algorithm>
#include <bit>
#include <cstdint>

#include "xenotime/scheduler/core/ids.h"

namespace xenotime::credit2 {

// Scans over the pCPUs of words first..last of some sets, whose intersection is
// given word by word and never stored. `word(i)`: its bits of pCPUs 64 * i and
// up. Thread rule: pure.

// The lowest pCPU above `after`, else the lowest of all, or None.
template <typename WordOf>
PcpuId ScanCyclic(uint32_t first, uint32_t last, PcpuId after, WordOf word) {
  const auto lowest = [](uint32_t i, uint64_t bits) {
    return PcpuId(i * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
  };
  const uint32_t start = after.valid() ? after.value() + 1 : 0;
  for (uint32_t i = std::max(first, start / 64); i <= last; ++i) {
    uint64_t bits = word(i);
    if (i == start / 64) bits &= ~uint64_t{0} << (start % 64);
    if (bits != 0) return lowest(i, bits);
  }
  for (uint32_t i = first; i <= last; ++i) {
    if (const uint64_t bits = word(i); bits != 0) return lowest(i, bits);
  }
  return PcpuId::None();
}

// `p` itself if it is among them, else as above.
template <typename WordOf>
PcpuId ScanTestOrCyclic(uint32_t first, uint32_t last, PcpuId p, WordOf word) {
  const uint32_t i = p.value() / 64;
  if (i >= first && i <= last && (word(i) >> (p.value() % 64) & 1) != 0) {
    return p;
  }
  return ScanCyclic(first, last, p, word);
}

// Whether there is any.
template <typename WordOf>
bool ScanAny(uint32_t first, uint32_t last, WordOf word) {
  for (uint32_t i = first; i <= last; ++i) {
    if (word(i) != 0) return true;
  }
  return false;
}

}  // namespace xenotime::credit2

#endif  // XENOTIME_SCHEDULER_POLICIES_CREDIT2_PCPU_SCAN_H_
