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
// all modulo 2^64, fold(v, s) = v xor (v shifted right by s): per record
//   x = fold(time * K1, 32) + fold((arg + 1) * K2, 29)
//       + fold(((vcpu << 32 | arg2) + 2) * K3, 27)
//       + rotate_left((pcpu << 16 | kind << 8 | detail) * K4, 32)
//   h = fold((h xor x) * K5, 32)
// with h = K1 at the start. The products of one record do not wait for each
// other, only the last line for the record before; the shifts differ, so that
// the highest bits of two fields do not cancel. The constants are odd, from
// SplitMix64, MurmurHash3 and xxHash64 (all public domain or BSD).
class HashSink final : public TraceSink {
 public:
  void Append(PcpuId /*executing*/, const TraceEvent& event) override {
    hash_ = Fold((hash_ ^ Digest(event)) * kK5, 32);
  }

  uint64_t hash() const { return hash_; }

 private:
  static constexpr uint64_t kK1 = 0x9E3779B97F4A7C15u;
  static constexpr uint64_t kK2 = 0xBF58476D1CE4E5B9u;
  static constexpr uint64_t kK3 = 0x94D049BB133111EBu;
  static constexpr uint64_t kK4 = 0xC2B2AE3D27D4EB4Fu;
  static constexpr uint64_t kK5 = 0xFF51AFD7ED558CCDu;

  static constexpr uint64_t Fold(uint64_t v, int shift) {
    return v ^ (v >> shift);
  }

  static uint64_t Digest(const TraceEvent& event) {
    const uint64_t time = static_cast<uint64_t>(event.time.ns());
    const uint64_t who = uint64_t{event.vcpu.value()} << 32 | event.arg2;
    const uint64_t what = uint64_t{event.pcpu} << 16 |
                          uint64_t{static_cast<uint8_t>(event.kind)} << 8 |
                          event.detail;
    return Fold(time * kK1, 32) + Fold((event.arg + 1) * kK2, 29) +
           Fold((who + 2) * kK3, 27) + std::rotl(what * kK4, 32);
  }

  uint64_t hash_ = kK1;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_TRACE_HASH_SINK_H_
