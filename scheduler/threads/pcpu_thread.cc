#include "xenotime/scheduler/threads/pcpu_thread.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "xenotime/time/cpu.h"
#include "xenotime/time/host_cores.h"

namespace xenotime {
namespace {

constexpr int64_t kGapNs = 5'000;  // limits.md, method 3
constexpr int kMaxRetries = 100;
constexpr size_t kMaxRemarks = 20;
constexpr uint32_t kIndexMask = (1u << 30) - 1;
constexpr PcpuTimers::Slot kNoSlot = ~PcpuTimers::Slot{0};

// Ranks of timers: actions, guests by their order, the policy's by creation.
constexpr uint64_t kGuestRank = uint64_t{1} << 40;
constexpr uint64_t kPolicyRank = uint64_t{2} << 40;

uint64_t TimerRank(uint32_t order) { return kGuestRank + 2 * uint64_t{order}; }
uint64_t OnlineRank(uint32_t order) { return TimerRank(order) + 1; }

}  // namespace

thread_local PcpuThread* PcpuThread::current_thread_ = nullptr;

PcpuThread::PcpuThread(ThreadsMachine& machine, PcpuId id)
    : machine_(machine),
      engine_(*machine.engine),
      bell_(machine.bell(id)),
      id_(id),
      vwfi_(machine.vwfi),
      stages_(machine.stages),
      by_message_(machine.options.remote_wake == RemoteWake::kByTarget),
      meter_(TscClock(TscRate::Host(), 0).Ticks(Duration(kGapNs))),
      guest_slots_(machine.vcpu_capacity, kNoSlot),
      online_slots_(machine.vcpu_capacity, kNoSlot) {}

void PcpuThread::Run(int core) {
  current_thread_ = this;
  pinned_ = core >= 0 && PinToCore(core);
  UsePreciseTimeouts();
  clock_ = machine_.clock;
  idle_.emplace(machine_.options, machine_.oversubscribed, clock_);
  const int64_t delay_before = ThreadRunDelayNs();
  now_ = ReadTsc();
  meter_.Restart(now_);
  activity_.store(Activity::kBusy);
  for (;;) {
    SafePoint();
    if (stop_) break;
    if (reschedule_) {
      Decide();
    } else if (current_.valid()) {
      StepGuest();
    } else {
      WaitHere(/*poll=*/false);
    }
    progress_.store(progress() + 1, std::memory_order_relaxed);
  }
  steal_ns_ = std::max(ThreadRunDelayNs() - delay_before,
                       clock_.Nanoseconds(meter_.gap_ticks()));
  current_thread_ = nullptr;
  activity_.store(Activity::kFinished);
}

void PcpuThread::Refresh() {
  const uint64_t tsc = meter_.Read(ReadTsc());
  if (static_cast<int64_t>(tsc - now_) > 0) now_ = tsc;
}

void PcpuThread::SafePoint() {
  if (bell_.Rang()) TakeBell();
  if (timers_changed_) UpdateDeadline();
  if (now_ >= deadline_) RunTimers();
}

void PcpuThread::TakeBell() {
  const Doorbell::Notice notice = bell_.Take(now_);
  if (notice.message.vcpu.valid()) {
    const auto [v, sent] = notice.message;
    if (static_cast<int64_t>(sent - now_) > 0) now_ = sent;
    guest(v).signal_sent_tsc.store(sent, std::memory_order_relaxed);
    if (stages_) BeginStages(v, clock_.At(sent));
    Deliver(v, kEventSignal);
  }
  if ((notice.flags & Doorbell::kReschedule) != 0) reschedule_ = true;
  if ((notice.flags & Doorbell::kTimer) != 0) timers_changed_ = true;
  if ((notice.flags & Doorbell::kStop) != 0) stop_ = true;
  if ((notice.flags & Doorbell::kHalt) != 0) StandStill();
}

void PcpuThread::UpdateDeadline() {
  timers_changed_ = false;
  deadline_ = clock_.TscAt(std::min(timers_.NextDeadline(), slice_end_));
}

void PcpuThread::RunTimers() {
  const Instant now = clock_.At(now_);
  while (const auto expired = timers_.PopExpired(now)) {
    RunTimer(*expired);
  }
  if (slice_end_ <= now) {
    slice_end_ = Instant::Never();
    engine_.SliceExpired(Here());
  }
  UpdateDeadline();
}

void PcpuThread::RunTimer(const PcpuTimers::Expired& timer) {
  const uint32_t index = timer.payload & kIndexMask;
  const VcpuId v(index);
  switch (timer.payload & ~kIndexMask) {
    case kPolicyTimer:
      engine_.OnTimer(Here(), TimerId(index));
      return;
    case kGuestTimer:
      if (stages_) BeginStages(v, timer.deadline);
      Deliver(v, kEventTimer);
      return;
    case kOnlineTimer:
      engine_.Up(Here(), v);
      return;
    case kActionTimer:
      RunNextAction();
      return;
  }
}

void PcpuThread::Decide() {
  reschedule_ = false;
  const Switched result = engine_.Decide(Here());
  if (result.slice_end != slice_end_) {
    slice_end_ = result.slice_end;
    timers_changed_ = true;
  }
  if (result.retry) RetryLater();
  if (!result.changed()) return;
  retries_ = 0;
  engine_.ContextSaved(Here(), result.previous);
  current_ = result.next;
  if (!current_.valid()) return;
  GuestState& guest = this->guest(current_);
  if (guest.home.load(std::memory_order_relaxed) != id_) {
    guest.home.store(id_, std::memory_order_relaxed);
  }
  if (stages_) Stamp(WakeStage::kSwitched, current_);
}

// The policy asks to decide again once others have had their turn: they hold a
// lock that it tried. If that never helps, the pCPU waits for a better reason.
void PcpuThread::RetryLater() {
  if (++retries_ < kMaxRetries) {
    CpuRelax();
    reschedule_ = true;
    return;
  }
  retries_ = 0;
  TraceHere(TraceKind::kStuck, VcpuId::None(), 0);
  if (remarks_.size() >= kMaxRemarks) return;
  remarks_.push_back(absl::StrCat(
      "pCPU ", id_.value(), " at ", clock_.At(now_).ns(),
      " ns: the policy re-raised SCHEDULE without progress; broken off, the "
      "pCPU stays idle until its next decision"));
}

// Waits in the idle primitive, or polling, for the next reason to look up.
void PcpuThread::WaitHere(bool poll) {
  const bool ready = machine_.oversubscribed ? bell_.Close() : bell_.Open();
  if (!ready) return;
  activity_.store(Activity::kWaiting, std::memory_order_relaxed);
  const uint64_t tsc = poll ? idle_->Poll(bell_, deadline_, meter_)
                            : idle_->Wait(bell_, deadline_, meter_);
  activity_.store(Activity::kBusy, std::memory_order_relaxed);
  if (static_cast<int64_t>(tsc - now_) > 0) now_ = tsc;
  if (stages_) left_idle_ = ReadTsc();
}

void PcpuThread::TraceHere(TraceKind kind, VcpuId v, uint64_t arg) {
  if (machine_.trace == nullptr) return;
  machine_.trace->Append(id_, {.time = clock_.At(now_),
                               .arg = arg,
                               .vcpu = v,
                               .pcpu = static_cast<uint16_t>(id_.value()),
                               .kind = kind});
}

PcpuTimers::Slot PcpuThread::GuestSlot(std::vector<PcpuTimers::Slot>& slots,
                                       VcpuId v, uint64_t rank) {
  PcpuTimers::Slot& slot = slots[v.value()];
  if (slot == kNoSlot) slot = timers_.Add(rank);
  return slot;
}

void PcpuThread::SetTimer(PcpuTimers::Slot slot, Instant deadline,
                          uint32_t payload) {
  const bool earlier = timers_.Set(slot, deadline, payload);
  if (current_thread_ == this) {
    timers_changed_ = true;
  } else if (earlier) {
    bell_.Ring(Doorbell::kTimer);
  }
}

void PcpuThread::SetOnlineTimer(VcpuId v, Instant at) {
  SetTimer(GuestSlot(online_slots_, v, OnlineRank(guest(v).order)), at,
           kOnlineTimer | v.value());
}

void PcpuThread::ArmTimer(GuestState& guest, Instant deadline) {
  engine_.Consume(current_, kEventTimer);
  if (guest.timer_pcpu.valid() && guest.timer_pcpu != id_) {
    machine_.pcpu(guest.timer_pcpu).StopGuestTimer(current_);
  }
  guest.timer_pcpu = id_;
  guest.timer_deadline = deadline;
  SetTimer(GuestSlot(guest_slots_, current_, TimerRank(guest.order)), deadline,
           kGuestTimer | current_.value());
}

PcpuTimers::Slot PcpuThread::AddPolicyTimer(TimerId timer) {
  return timers_.Add(kPolicyRank + timer.value());
}

}  // namespace xenotime
