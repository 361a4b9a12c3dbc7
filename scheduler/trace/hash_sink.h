#ifndef XENOTIME_SCHEDULER_TRACE_HASH_SINK_H_
#define XENOTIME_SCHEDULER_TRACE_HASH_SINK_H_

#include <bit>
#include <cstdint>

#include "xenotime/scheduler/core/trace_event.h"

namespace xenotime {

// A 64-bit hash of a trace: of every field of every record, and of their order.
//
// Two runs with equal hashes did the same; the determinism tests compare
// nothing else. Defined on values, not on bytes in memory, so that it is the
// same on every machine and compiler.
//
// Thread rule: one thread at a time; the executing pCPU is not hashed. Formula,
// all modulo 2^64, r32 = xor with the value shifted right by 32: per record
//   x = r32(time * K1) + r32((arg + 1) * K2)
//       + r32(((vcpu << 32 | arg2) + 2) * K3)
//       + rotate_left((pcpu << 16 | kind << 8 | detail) * K4, 32)
//   h = r32((h xor x) * K5)
// with h = K1 at the start. The products of one record do not wait for each
// other, only the last line for the record before. The constants are odd, from
// SplitMix64, MurmurHash3 and xxHash64 (all public domain or BSD).
class HashSink final : public TraceSink {
 public:
  void Append(PcpuId /*executing*/, const TraceEvent& event) override {
    hash_ = Fold((hash_ ^ Digest(event)) * 0xFF51AFD7ED558CCDu);
  }

  uint64_t hash() const { return hash_; }

 private:
  static constexpr uint64_t kStart = 0x9E3779B97F4A7C15u;

  static constexpr uint64_t Fold(uint64_t x) { return x ^ (x >> 32); }

  static uint64_t Digest(const TraceEvent& event) {
    const uint64_t time = static_cast<uint64_t>(event.time.ns());
    const uint64_t who = uint64_t{event.vcpu.value()} << 32 | event.arg2;
    const uint64_t what = uint64_t{event.pcpu} << 16 |
                          uint64_t{static_cast<uint8_t>(event.kind)} << 8 |
                          event.detail;
    return Fold(time * kStart) + Fold((event.arg + 1) * 0xBF58476D1CE4E5B9u) +
           Fold((who + 2) * 0x94D049BB133111EBu) +
           std::rotl(what * 0xC2B2AE3D27D4EB4Fu, 32);
  }

  uint64_t hash_ = kStart;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_HASH_SINK_H_
