#ifndef XENOTIME_TIME_MEMORY_REQUEST_H_
#define XENOTIME_TIME_MEMORY_REQUEST_H_

#include <atomic>
#include <coroutine>
#include <cstdint>

#include "xenotime/time/memory/access.h"

namespace xenotime {

// Shared memory of a model: its contents are the model's, by this number.
struct ModelWord {
  uint32_t id = 0;
};

// An access that a protocol has come to, and that its model is to carry out.
struct Request {
  enum class Kind : uint8_t {
    kNone,
    kLoad,
    kStore,
    kAdd,
    kCompareExchange,
    kSpin,
    kFullBarrier,
    kPause,
    kReadTsc,
    kWriteTsc,
    kReadPlatformTime,
  };

  Kind kind = Kind::kNone;
  std::memory_order order = std::memory_order_relaxed;
  SpinTurn turn = SpinTurn::kPause;
  TscRead tsc_read = TscRead::kPlain;
  uint32_t word = 0;
  uint64_t value = 0;     // to be stored, added, written
  uint64_t expected = 0;  // by a compare-and-exchange
  Until until = Until::Equal(0);
};

// A CPU of a model (access.h): every access stops the protocol and waits in
// `request` until the model has put its answer into `result` and resumes it.
//
// Thread rule: one thread at a time.
class ModelCpu {
 public:
  using Word = ModelWord;

  struct Access {
    ModelCpu& cpu;
    Request request;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) const noexcept {
      cpu.request = request;
    }
    uint64_t await_resume() const noexcept { return cpu.result; }
  };

  Access Load(const Word& word, std::memory_order order) {
    return Of({.kind = Kind::kLoad, .order = order, .word = word.id});
  }
  Access Store(Word& word, uint64_t value, std::memory_order order) {
    return Of({.kind = Kind::kStore,
               .order = order,
               .word = word.id,
               .value = value});
  }
  Access Add(Word& word, uint64_t value, std::memory_order order) {
    return Of(
        {.kind = Kind::kAdd, .order = order, .word = word.id, .value = value});
  }
  Access CompareExchange(Word& word, uint64_t expected, uint64_t desired) {
    return Of({.kind = Kind::kCompareExchange,
               .order = std::memory_order_acq_rel,
               .word = word.id,
               .value = desired,
               .expected = expected});
  }
  Access Spin(const Word& word, Until until, std::memory_order order,
              SpinTurn turn) {
    return Of({.kind = Kind::kSpin,
               .order = order,
               .turn = turn,
               .word = word.id,
               .until = until});
  }
  Access FullBarrier() { return Of({.kind = Kind::kFullBarrier}); }
  Access Pause() { return Of({.kind = Kind::kPause}); }
  Access ReadTsc(TscRead how) {
    return Of({.kind = Kind::kReadTsc, .tsc_read = how});
  }
  Access WriteTsc(uint64_t value) {
    return Of({.kind = Kind::kWriteTsc, .value = value});
  }
  Access ReadPlatformTime() { return Of({.kind = Kind::kReadPlatformTime}); }
  uint64_t Extrapolate(uint64_t tsc) const { return tsc; }

  Request request;
  uint64_t result = 0;

 private:
  using Kind = Request::Kind;
  Access Of(const Request& wanted) { return {*this, wanted}; }
};

}  // namespace xenotime

#endif  // XENOTIME_TIME_MEMORY_REQUEST_H_
