#ifndef XENOTIME_TIME_MEMORY_NATIVE_CPU_H_
#define XENOTIME_TIME_MEMORY_NATIVE_CPU_H_

#include <atomic>
#include <cstdint>

#include "xenotime/time/cpu.h"
#include "xenotime/time/memory/access.h"
#include "xenotime/time/memory/task.h"

namespace xenotime {

// The memory of the host, and a TSC of one's own: what executes protocols on
// real threads (access.h). A thread cannot write the machine's TSC; it gets the
// machine's plus an offset that only it writes (tsc.md, 7). Skew between two
// CPUs is then known exactly: the difference of their offsets.
//
// Why not std::function or virtual calls: between the end of a spin loop and a
// write of the TSC each cycle is skew.
//
// Thread rule: one thread; `offset` may be read by another one that is ordered
// behind it.
class alignas(64) NativeCpu {
 public:
  using Word = std::atomic<uint64_t>;

  Ready<uint64_t> Load(const Word& word, std::memory_order order) {
    return {word.load(order)};
  }
  Ready<void> Store(Word& word, uint64_t value, std::memory_order order) {
    word.store(value, order);
    return {};
  }
  Ready<void> Add(Word& word, uint64_t value, std::memory_order order) {
    word.fetch_add(value, order);
    return {};
  }
  Ready<uint64_t> CompareExchange(Word& word, uint64_t expected,
                                  uint64_t desired) {
    word.compare_exchange_strong(expected, desired, std::memory_order_acq_rel,
                                 std::memory_order_acquire);
    return {expected};
  }
  Ready<void> Spin(const Word& word, Until until, std::memory_order order,
                   SpinTurn turn) {
    while (!until(word.load(order))) {
      if (turn == SpinTurn::kPause) {
        CpuRelax();
      } else {
        std::atomic_thread_fence(std::memory_order_seq_cst);
      }
    }
    return {};
  }
  Ready<void> FullBarrier() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return {};
  }
  Ready<void> Pause() {
    CpuRelax();
    return {};
  }
  Ready<uint64_t> ReadTsc(TscRead how) {
    const uint64_t host =
        how == TscRead::kOrdered ? ReadTscOrdered() : xenotime::ReadTsc();
    return {host + offset_};
  }
  Ready<void> WriteTsc(uint64_t value) {
    written_at_ = ReadTscOrdered();
    offset_ = value - written_at_;
    return {};
  }
  // The host's own TSC stands for the platform timer.
  Ready<uint64_t> ReadPlatformTime() { return {ReadTscOrdered()}; }
  uint64_t Extrapolate(uint64_t tsc) const { return tsc; }

  uint64_t offset() const { return offset_; }
  void set_offset(uint64_t offset) { offset_ = offset; }
  // The host's TSC at the latest write.
  uint64_t written_at() const { return written_at_; }

 private:
  uint64_t offset_ = 0;
  uint64_t written_at_ = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_NATIVE_CPU_H_
