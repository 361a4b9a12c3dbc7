#ifndef XENOTIME_TIME_CPU_H_
#define XENOTIME_TIME_CPU_H_

#include <cstdint>

#if !defined(__x86_64__)
#error \
    "Xenotime measures with the x86-64 TSC and PAUSE; time/cpu.h is the one \
header to port to another architecture: give CpuRelax, ReadTsc, \
ReadTscOrdered, ReadTscp and PrefetchForWrite there."
#endif

#include <x86intrin.h>

namespace xenotime {

// Tells the CPU that this is a spin loop (PAUSE).
inline void CpuRelax() { _mm_pause(); }

// The time stamp counter, not ordered against anything (RDTSC).
inline uint64_t ReadTsc() { return __rdtsc(); }

// The time stamp counter after every earlier load has completed
// (LFENCE; RDTSC).
inline uint64_t ReadTscOrdered() {
  _mm_lfence();
  return __rdtsc();
}

// The time stamp counter after every earlier instruction (RDTSCP).
// REQUIRES: the CPU's flag `rdtscp`.
inline uint64_t ReadTscp() {
  unsigned int cpu = 0;  // of TSC_AUX
  return __rdtscp(&cpu);
}

// Asks for a cache line in a writable state (PREFETCHW), without waiting.
inline void PrefetchForWrite(const void* address) {
  __builtin_prefetch(address, 1, 3);
}

}  // namespace xenotime

#endif  // XENOTIME_TIME_CPU_H_
