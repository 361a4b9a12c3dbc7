#include "xenotime/scheduler/threads/doorbell.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace xenotime {
namespace {

// The half of the word that holds every mark: a futex has 32 bits.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

uint32_t* FutexOf(std::atomic<uint64_t>& word) {
  return reinterpret_cast<uint32_t*>(&word);
}

}  // namespace

void Doorbell::Ring(Flag flag) {
  const uint64_t before = word_.fetch_or(flag, std::memory_order_seq_cst);
  if ((before & kParked) != 0) WakeOwner();
}

bool Doorbell::Post(VcpuId v, uint64_t sent_tsc) {
  const uint64_t message =
      sent_tsc << kTimeShift | uint64_t{v.value()} << kVcpuShift | kMessage;
  uint64_t expected = kOpen;
  if (word_.compare_exchange_strong(expected, message)) return true;
  if (expected != (kOpen | kParked)) return false;
  if (!word_.compare_exchange_strong(expected, message)) return false;
  WakeOwner();
  return true;
}

Doorbell::Notice Doorbell::Take(uint64_t now_tsc) {
  const bool had_message = (seen_ & kMessage) != 0;
  uint64_t word = word_.load(std::memory_order_acquire);
  if (!had_message && (word & 0xff) == kMessage) {
    seen_ = word;
    return {.message = Decode(word, now_tsc)};
  }
  word = word_.exchange(0, std::memory_order_seq_cst);
  seen_ = 0;
  Notice notice;
  notice.flags = static_cast<uint32_t>(word & kFlags);
  if (!had_message && (word & kMessage) != 0) {
    notice.message = Decode(word, now_tsc);
  }
  return notice;
}

Doorbell::Message Doorbell::Decode(uint64_t word, uint64_t now_tsc) {
  // The low 38 bits of the time are there: two minutes, before or after now.
  const int64_t ago =
      static_cast<int64_t>((now_tsc << kTimeShift) -
                           (word >> kTimeShift << kTimeShift)) >>
      kTimeShift;
  return {
      .vcpu = VcpuId(static_cast<uint32_t>(word >> kVcpuShift) % kVcpuLimit),
      .sent_tsc = now_tsc - static_cast<uint64_t>(ago),
  };
}

void Doorbell::Park(Duration timeout) {
  uint64_t expected = seen_;
  const uint64_t parked = seen_ | kParked;
  if (!word_.compare_exchange_strong(expected, parked)) return;
  const timespec relative = {.tv_sec = timeout.ns() / 1'000'000'000,
                             .tv_nsec = timeout.ns() % 1'000'000'000};
  syscall(SYS_futex, FutexOf(word_), FUTEX_WAIT_PRIVATE,
          static_cast<uint32_t>(parked),
          timeout == Duration::Max() ? nullptr : &relative, nullptr, 0);
  expected = parked;
  word_.compare_exchange_strong(expected, seen_);
}

void Doorbell::WakeOwner() {
  syscall(SYS_futex, FutexOf(word_), FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr,
          0);
}

}  // namespace xenotime
