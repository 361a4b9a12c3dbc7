#ifndef XENOTIME_SCHEDULER_THREADS_PCPU_THREAD_H_
#define XENOTIME_SCHEDULER_THREADS_PCPU_THREAD_H_

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/scheduler/threads/doorbell.h"
#include "xenotime/scheduler/threads/guest_state.h"
#include "xenotime/scheduler/threads/host_meter.h"
#include "xenotime/scheduler/threads/idle.h"
#include "xenotime/scheduler/threads/machine.h"
#include "xenotime/scheduler/threads/pcpu_timers.h"
#include "xenotime/time/types.h"

namespace xenotime {

// One pCPU: the loop that its OS thread runs.
//
// The loop goes from safe point to safe point. At each it takes what its
// doorbell brought, runs expired timers (guests', then the policy's in order of
// creation, then the slice timer), and then either decides, or executes one
// step of the current guest, or idles. Steps that last poll for the next safe
// point's reasons.
//
// Time at a safe point is one reading of the TSC, taken by whatever lasted
// before it, and never steps back. A wake-up that arrives by message is handled
// at the later of that reading and the time of sending.
//
// A guest's computing is paid by TSC readings 5 us apart at most: across a
// longer gap the host had the core, and the guest got nothing (its runstate,
// like that of a guest under real steal, goes on).
//
// Thread rule: the private part belongs to the thread that calls Run; before
// that, to the one that boots the machine.
class alignas(128) PcpuThread {
 public:
  // What a timer stands for: the upper bits of its payload, above a number.
  enum TimerKind : uint32_t {
    kPolicyTimer = 0u << 30,
    kGuestTimer = 1u << 30,
    kOnlineTimer = 2u << 30,
    kActionTimer = 3u << 30,
  };
  // What an observer can see of the thread. Relaxed: hints only.
  enum class Activity : uint8_t { kNotStarted, kBusy, kWaiting, kFinished };

  PcpuThread(ThreadsMachine& machine, PcpuId id);
  PcpuThread(const PcpuThread&) = delete;
  PcpuThread& operator=(const PcpuThread&) = delete;

  // -- Any thread
  PcpuTimers& timers() { return timers_; }
  // Sets or stops a timer of this pCPU, from any thread.
  void SetTimer(PcpuTimers::Slot slot, Instant deadline, uint32_t payload);
  void StopGuestTimer(VcpuId v) { timers_.Stop(guest_slots_[v.value()]); }
  Activity activity() const { return activity_.load(); }
  // Instead of Run, before anybody waits for it.
  void NeverStart() { activity_.store(Activity::kFinished); }
  // Whether the thread stands still for that round of ThreadsMachine, or has
  // ended.
  bool HaltedFor(uint64_t round) const {
    return halted_round_.load() == round || activity() == Activity::kFinished;
  }
  // Steps of the loop so far.
  uint64_t progress() const {
    return progress_.load(std::memory_order_relaxed);
  }

  // -- The thread itself, or the one that boots
  void RaiseSchedule() { reschedule_ = true; }
  bool reschedule() const { return reschedule_; }
  // The decision that is due, at time 0.
  void DecideAtBoot() { Decide(); }
  void Stamp(WakeStage stage, VcpuId v);
  // A timer of this pCPU for the guest's start or return.
  void SetOnlineTimer(VcpuId v, Instant at);
  // This pCPU executes the machine's actions from now on.
  void ArmActions();
  PcpuTimers::Slot AddPolicyTimer(TimerId timer);

  // The thread's main function: until the doorbell says stop. `core`: the host
  // core to bind to, or -1.
  void Run(int core);

  // -- After Run
  int64_t steal_ns() const { return steal_ns_; }
  int64_t deschedules() const { return meter_.gaps(); }
  int64_t dropped_samples() const { return dropped_samples_; }
  bool pinned() const { return pinned_; }
  const std::vector<std::string>& remarks() const { return remarks_; }

  // The pCPU that the calling thread executes; null if none.
  static PcpuThread* Current() { return current_thread_; }

 private:
  HookContext Here() const { return {clock_.At(now_), id_}; }
  GuestState& guest(VcpuId v) { return machine_.guests[v.value()]; }
  void Refresh();

  // Safe points (pcpu_thread.cc).
  void SafePoint();
  void TakeBell();
  void Decide();
  void RunTimers();
  void RunTimer(const PcpuTimers::Expired& timer);
  void UpdateDeadline();
  void RetryLater();
  void RunNextAction();
  bool RunAlone(const ThreadsAction& action);
  void StandStill();
  void WaitHere(bool poll);
  void TraceHere(TraceKind kind, VcpuId v, uint64_t arg);

  // Guests (guest_steps.cc).
  void StepGuest();
  bool WaitIsOver(GuestState& guest);
  void Execute(GuestState& guest);
  void Burn(GuestState& guest);
  void Listen(GuestState& guest);
  void Block(GuestState& guest, uint32_t mask);
  void PollEvents(GuestState& guest);
  void WaitFor(GuestState& guest, uint32_t mask, bool spin);
  bool TakeEvent(GuestState& guest);
  void ArmTimer(GuestState& guest, Instant deadline);
  void GoDown(GuestState& guest);
  void ReportSample(int64_t value);
  void SendSignal(VcpuId target);
  void Deliver(VcpuId v, EventBits event);

  // Stages (guest_steps.cc).
  void BeginStages(VcpuId v, Instant raised);
  void StampAt(WakeStage stage, VcpuId v, Instant time);
  void StampGuest(GuestState& guest);

  PcpuTimers::Slot GuestSlot(std::vector<PcpuTimers::Slot>& slots, VcpuId v,
                             uint64_t rank);

  ThreadsMachine& machine_;
  Engine& engine_;
  Doorbell& bell_;
  const PcpuId id_;
  const Vwfi vwfi_;
  const bool stages_;
  const bool by_message_;  // signals to other pCPUs
  TscClock clock_;
  bool reschedule_ = false;
  bool timers_changed_ = true;
  bool stop_ = false;
  VcpuId current_;
  uint64_t now_ = 0;  // the last TSC reading
  // When the next timer or the slice ends; a TSC reading.
  uint64_t deadline_ = std::numeric_limits<uint64_t>::max();
  Instant slice_end_ = Instant::Never();
  int retries_ = 0;
  size_t next_action_ = 0;
  PcpuTimers::Slot action_slot_ = 0;
  uint64_t left_idle_ = 0;  // when the last idle wait ended; 0: stamped already
  GapMeter meter_;
  std::optional<IdleWait> idle_;
  std::vector<PcpuTimers::Slot> guest_slots_;
  std::vector<PcpuTimers::Slot> online_slots_;
  int64_t steal_ns_ = 0;
  int64_t dropped_samples_ = 0;
  bool pinned_ = false;
  std::vector<std::string> remarks_;

  alignas(128) std::atomic<uint64_t> progress_{0};
  std::atomic<Activity> activity_{Activity::kNotStarted};
  std::atomic<uint64_t> halted_round_{0};
  PcpuTimers timers_;

  static thread_local PcpuThread* current_thread_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_PCPU_THREAD_H_
