#include "xenotime/tests/benchmarks/bare_handover.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "xenotime/scheduler/threads/host_meter.h"
#include "xenotime/time/cpu.h"
#include "xenotime/time/host_cores.h"

namespace xenotime {
namespace {

constexpr uint64_t kEnd = 1;

struct alignas(128) Line {
  std::atomic<uint64_t> word{0};
};

// The word that is waited for, the message beside it, and the answer that the
// receiver waits again.
struct Channel {
  Line flag;
  Line message;
  Line answer;
};

void Futex(Line& line, int operation, uint32_t value) {
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(&line.word), operation, value,
          nullptr, nullptr, 0);
}

struct Receiver {
  Channel& channel;
  const BareForm form;
  GapMeter meter;
  std::vector<int64_t> latencies = {};
  int64_t dropped = 0;

  // The next value of the flag after `last`.
  uint64_t Await(uint64_t last) {
    uint64_t flag = 0;
    while ((flag = channel.flag.word.load(std::memory_order_acquire)) == last) {
      if (form == BareForm::kFutex) {
        Futex(channel.flag, FUTEX_WAIT_PRIVATE, static_cast<uint32_t>(last));
      } else {
        meter.Read(ReadTsc());
        CpuRelax();
      }
    }
    return flag;
  }

  void Run(int core) {
    PinToCore(core);
    meter.Restart(ReadTsc());
    for (uint64_t last = 0;;) {
      const uint64_t flag = Await(last);
      if (flag == kEnd) return;
      const uint64_t sent =
          form == BareForm::kLine
              ? flag
              : channel.message.word.load(std::memory_order_relaxed);
      // The message is in hand: a plain reading could be taken ahead of it.
      const uint64_t now =
          form == BareForm::kLine ? ReadTsc() : ReadTscOrdered();
      if (form == BareForm::kFutex) meter.Restart(now);
      meter.Read(now);
      if (meter.GapSince(sent)) {
        ++dropped;
      } else {
        latencies.push_back(static_cast<int64_t>(now - sent));
      }
      last = flag;
      channel.answer.word.store(flag, std::memory_order_release);
    }
  }
};

void Send(Channel& channel, BareForm form, uint64_t sequence) {
  const uint64_t sent = ReadTsc();
  if (form != BareForm::kLine) {
    channel.message.word.store(sent, std::memory_order_relaxed);
  }
  channel.flag.word.store(form == BareForm::kLine ? sent : sequence,
                          std::memory_order_release);
  if (form == BareForm::kFutex) Futex(channel.flag, FUTEX_WAKE_PRIVATE, 1);
}

void SpinUntil(uint64_t tsc) {
  while (ReadTsc() < tsc) CpuRelax();
}

}  // namespace

std::vector<int64_t> BareHandovers(BareForm form, int from, int to,
                                   int64_t gap_ticks, int64_t duration_ticks,
                                   int64_t limit_ticks, int64_t* dropped) {
  Channel channel;
  Receiver receiver{
      .channel = channel, .form = form, .meter = GapMeter(limit_ticks)};
  receiver.latencies.reserve(static_cast<size_t>(duration_ticks / gap_ticks) +
                             1);
  std::thread thread([&] { receiver.Run(to); });
  std::thread sender([&] {
    PinToCore(from);
    const uint64_t end = ReadTsc() + static_cast<uint64_t>(duration_ticks);
    uint64_t sequence = kEnd;
    while (ReadTsc() < end) {
      SpinUntil(ReadTsc() + static_cast<uint64_t>(gap_ticks));
      Send(channel, form, ++sequence);
      const uint64_t sent = channel.flag.word.load(std::memory_order_relaxed);
      while (channel.answer.word.load(std::memory_order_acquire) != sent) {
        CpuRelax();
      }
    }
    channel.flag.word.store(kEnd, std::memory_order_release);
    Futex(channel.flag, FUTEX_WAKE_PRIVATE, 1);
  });
  sender.join();
  thread.join();
  *dropped += receiver.dropped;
  return receiver.latencies;
}

}  // namespace xenotime
