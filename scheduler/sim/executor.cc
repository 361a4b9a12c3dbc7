#include "xenotime/scheduler/sim/executor.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/sim/event_rank.h"

namespace xenotime {
namespace {

// More events than any sane machine handles at one instant: the guests or the
// policy go round in circles.
constexpr int64_t kMaxEventsPerInstant = 10'000'000;
// How soon an operation looks again for what it waits for.
constexpr Duration kOperationRetry = Microseconds(1);
// As many decisions without an event, beside a thousand for each pCPU.
constexpr int64_t kMaxDecisionsPerEvent = 100'000;

bool TakesTime(const SimModels& m) {
  const CostModel& c = m.costs;
  const Duration sum = c.irq_entry + c.injection + c.wake + c.softirq +
                       c.decision + c.context_switch + c.context_tail +
                       c.idle_exit + c.ipi_delivery + c.guest_exit +
                       m.latency.ipi + m.latency.timer + m.latency.guest_exit;
  return sum > Duration() || m.latency.cost_percent > 0 ||
         m.faults.spurious_tickle_ppm > 0 || m.faults.spurious_wake_ppm > 0 ||
         m.faults.late_ipi_ppm > 0 || m.faults.stall_ppm > 0;
}

}  // namespace

SimExecutor::SimExecutor(const Topology& topology, const SimConfig& config)
    : config_(config),
      costs_(config_.models.costs),
      costed_(TakesTime(config_.models)),
      smt_(costs_.smt_percent != 100),
      watched_(costed_ || smt_ || config_.check_invariants),
      engine_(topology, *this,
              {.locks = LockMode::kSingleThread,
               .trace = config.trace,
               .stages = config.stages ? this : nullptr,
               .vcpu_capacity = config.vcpu_capacity,
               .observer = config.observer}),
      noise_(config_.models, config_.seed),
      pcpus_(topology.pcpus()) {
  for (uint32_t i = 0; i < topology.pcpus(); ++i) {
    pcpus_[i].op = AddSlot(Source::kOp, i);
    pcpus_[i].slice = AddSlot(Source::kSlice, i);
    pcpus_[i].step = AddSlot(Source::kStep, i);
    pcpus_[i].schedule_ipi = AddSlot(Source::kScheduleIpi, i);
    pcpus_[i].guest_ipi = AddSlot(Source::kGuestIpi, i);
  }
  action_slot_ = AddSlot(Source::kAction, 0);
  snapshot_slot_ = AddSlot(Source::kSnapshot, 0);
  guests_.resize(config.vcpu_capacity);
}

SimExecutor::~SimExecutor() = default;

SimExecutor::Slot SimExecutor::AddSlot(Source source, uint32_t index) {
  events_by_slot_.push_back({source, index});
  return queue_.Add();
}

void SimExecutor::SetProgram(VcpuId v, std::unique_ptr<GuestProgram> program,
                             Instant start, uint32_t order) {
  Guest& guest = G(v);
  guest.program = std::move(program);
  guest.order = order;
  guest.timer = AddSlot(Source::kGuestTimer, v.value());
  guest.online = AddSlot(Source::kOnline, v.value());
  guest.timer_pcpu = PcpuId(0);
  queue_.Set(guest.online, start,
             EventRank(EventClass::kGuestTimer, PcpuId(0), 2 * order + 2));
}

void SimExecutor::AddAction(Instant at,
                            std::function<void(HookContext)> action) {
  AddOperation(at, [action = std::move(action)](HookContext context) {
    action(context);
    return true;
  });
}

void SimExecutor::AddOperation(Instant at,
                               std::function<bool(HookContext)> operation) {
  XENOTIME_CHECK(actions_.empty() || actions_.back().at <= at,
                 "actions are added in order of time");
  actions_.push_back({at, std::move(operation)});
  if (actions_.size() == 1) {
    queue_.Set(action_slot_, at,
               EventRank(EventClass::kGuestTimer, PcpuId(0), 0));
  }
}

void SimExecutor::SetSnapshot(Duration period,
                              std::function<void(Instant)> take) {
  snapshot_period_ = period;
  snapshot_ = std::move(take);
  queue_.Set(snapshot_slot_, Instant() + period,
             EventRank(EventClass::kSnapshot, PcpuId(0), 0));
}

void SimExecutor::SetProbe(Instant at, std::function<void()> look) {
  probe_at_ = at;
  probe_ = std::move(look);
}

void SimExecutor::RunUntil(Instant end) {
  // How often the things are looked at that hardly ever matter.
  constexpr int64_t kEventsPerLook = 1024;
  while (const auto expiry = queue_.PopBefore(end)) {
    if (expiry->deadline != now_) {
      if (expiry->deadline > probe_at_) Probe();
      now_ = expiry->deadline;
      events_at_instant_start_ = events_;
    }
    if (++events_ % kEventsPerLook == 0 && !MayGoOn(expiry->slot)) return;
    Execute(expiry->slot);
    Drain();
    if (watched_) LookAround();
    if (stopped_) return;
  }
  if (end > probe_at_) Probe();
  now_ = end;
}

void SimExecutor::Probe() {
  probe_at_ = Instant::Never();
  probe_();
}

bool SimExecutor::MayGoOn(Slot next) {
  if (events_ - events_at_instant_start_ > kMaxEventsPerInstant) {
    const PcpuId p = PcpuOf(events_by_slot_[next]);
    Fail(p, engine_.current(p), "the guests let no time pass");
  }
  if (config_.stop != nullptr &&
      config_.stop->load(std::memory_order_relaxed)) {
    stopped_ = true;
  }
  return !stopped_;
}

void SimExecutor::Execute(Slot slot) {
  const Event event = events_by_slot_[slot];
  const PcpuId p(event.index);
  switch (event.source) {
    case Source::kOp:
      GuestOpEvent(p);
      return;
    case Source::kStep:
      RunStep(p);
      return;
    case Source::kAction:
      RunAction();
      return;
    case Source::kSnapshot:
      snapshot_(now_);
      queue_.Set(snapshot_slot_, now_ + snapshot_period_,
                 EventRank(EventClass::kSnapshot, PcpuId(0), 0));
      return;
    default:
      break;
  }
  if (costed_) {
    Interrupt(slot);
  } else {
    HandleInterrupt(event);
  }
}

void SimExecutor::HandleInterrupt(Event event) {
  switch (event.source) {
    case Source::kSlice:
      engine_.SliceExpired(On(PcpuId(event.index)));
      return;
    case Source::kPolicyTimer: {
      const TimerId timer(event.index);
      engine_.OnTimer(On(engine_.TimerPcpu(timer)), timer);
      return;
    }
    case Source::kGuestTimer: {
      const VcpuId v(event.index);
      BeginStages(G(v).timer_pcpu, v, now_);
      DeliverEvent(G(v).timer_pcpu, v, kEventTimer);
      return;
    }
    case Source::kOnline: {
      const VcpuId v(event.index);
      engine_.Up(On(G(v).timer_pcpu), v);
      return;
    }
    default:
      return;  // IPIs do their work by being noticed
  }
}

void SimExecutor::RunAction() {
  Instant next = now_;
  if (actions_[next_action_].run(On(PcpuId(0)))) {
    repeating_action_ = false;
    if (++next_action_ == actions_.size()) return;
    next = std::max(now_, actions_[next_action_].at);
  } else {
    // Without costs one drain is all that it takes.
    if (costed_ || repeating_action_) next = now_ + kOperationRetry;
    repeating_action_ = true;
  }
  queue_.Set(action_slot_, next,
             EventRank(EventClass::kGuestTimer, PcpuId(0), 0));
}

void SimExecutor::LookAround() {
  if (costed_) InjectFaults();
  if (smt_) UpdateSpeeds();
  if (config_.check_invariants) CheckInvariants();
}

void SimExecutor::CheckInvariants() const {
  for (const PcpuState& p : pcpus_) {
    if (p.busy) return;  // half-way through a switch
  }
  const auto broken = engine_.BrokenInvariant();
  XENOTIME_CHECK(!broken.has_value(), broken->c_str());
}

void SimExecutor::InjectFaults() {
  wake_cost_ = Duration();
  if (noise_.SpuriousTickle()) {
    const PcpuId p(noise_.Victim(static_cast<uint32_t>(pcpus_.size())));
    RaiseSchedule(p, p);
  }
  if (noise_.SpuriousWake() && engine_.vcpus() > 0) {
    const VcpuId v(noise_.Victim(engine_.vcpus()));
    engine_.SpuriousWake(On(PcpuId(0)), v);
  }
  Drain();
}

void SimExecutor::Remark(std::string text) {
  constexpr size_t kMaxRemarks = 20;
  if (remarks_.size() < kMaxRemarks) remarks_.push_back(std::move(text));
}

void SimExecutor::DrainPending() {
  const int64_t decision_limit =
      kMaxDecisionsPerEvent + 1000 * static_cast<int64_t>(pcpus_.size());
  int64_t decisions = 0;
  for (;;) {
    PcpuId p;
    if (!pending_.empty()) {
      p = pending_.TakeLowest();
      P(p).retrying = false;
      if (!retries_.empty()) retries_.Remove(p);
    } else if (!retries_.empty()) {
      p = retries_.TakeLowest();
      P(p).retrying = true;
    } else {
      return;
    }
    if (++decisions > decision_limit) {
      StopForEver(p);
      return;
    }
    if (costed_) {
      StartDecision(p);
    } else {
      DecideAtOnce(p);
    }
  }
}

void SimExecutor::Fail(PcpuId p, VcpuId v, absl::string_view what) {
  failure_ = absl::StrCat("pCPU ", p.value());
  if (v.valid()) {
    const Vcpu& vcpu = engine_.vcpu(v);
    absl::StrAppend(&failure_, ", vCPU ", vcpu.domain_number, ".", vcpu.index);
  }
  absl::StrAppend(&failure_, " at ", now_.ns(), " ns: ", what, "; run ended");
  stopped_ = true;
}

void SimExecutor::StopForEver(PcpuId p) {
  Fail(p, engine_.current(p), "the policy asks for decisions for ever");
  pending_.Clear();
  retries_.Clear();
}

void SimExecutor::StartDecision(PcpuId p) {
  if (!costed_) {
    DecideAtOnce(p);
    return;
  }
  StopGuest(p);
  // One draw per statement: the order of the operands of + is the compiler's
  // choice, and the order of the draws is not.
  Duration cost = LeaveIdle(p);
  cost += noise_.Work(costs_.softirq);
  cost += noise_.Work(costs_.decision);
  After(p, cost, Step::kDecide);
}

void SimExecutor::DecideAtOnce(PcpuId p) {
  if (!Decide(p)) return;
  StopGuest(p);
  engine_.ContextSaved(On(p), P(p).previous);
  const VcpuId next = engine_.current(p);
  if (!next.valid()) return;
  StageEvent(p, WakeStage::kSwitched, next, now_);
  ResumeGuest(p);
}

// Lets the policy choose and sets the slice timer; whether it chose another.
bool SimExecutor::Decide(PcpuId p) {
  const Switched result = engine_.Decide(On(p));
  PcpuState& pcpu = P(p);
  if (result.slice_end == Instant::Never()) {
    queue_.Stop(pcpu.slice);
  } else {
    queue_.Set(pcpu.slice, result.slice_end,
               EventRank(EventClass::kXenTimer, p, kSliceNumber));
  }
  pcpu.previous = result.previous;
  if (result.changed()) return true;
  if (pcpu.retrying) {
    GiveUpRetries(p);
  } else if (result.retry) {
    retries_.Add(p);
  }
  return false;
}

// A repeated decision that changes nothing would be repeated for ever: Xen's
// null scheduler does so (golden/rules.md, null 4). All are dropped.
void SimExecutor::GiveUpRetries(PcpuId p) {
  Remark(
      absl::StrCat("pCPU ", p.value(), " at ", now_.ns(),
                   " ns: the policy re-raised SCHEDULE without progress; "
                   "broken off, the pCPU stays idle until its next decision"));
  if (config_.trace != nullptr) {
    config_.trace->Append(p, {.time = now_,
                              .vcpu = VcpuId::None(),
                              .pcpu = static_cast<uint16_t>(p.value()),
                              .kind = TraceKind::kStuck});
  }
  retries_.Clear();
}

void SimExecutor::RaiseSchedule(PcpuId target, PcpuId executing) {
  PcpuState& pcpu = P(target);
  if (!costed_) {
    pending_.Add(target);
  } else if (target != executing) {
    if (queue_.IsSet(pcpu.schedule_ipi)) return;
    queue_.Set(pcpu.schedule_ipi,
               now_ + wake_cost_ + noise_.Ipi(costs_.ipi_delivery),
               EventRank(EventClass::kXenTimer, target, kSliceNumber + 1));
  } else if (pcpu.busy) {
    pcpu.deferred = true;
  } else {
    pending_.Add(target);
  }
}

void SimExecutor::AddTimer(TimerId timer, PcpuId) {
  XENOTIME_CHECK(timer.value() == policy_timers_.size(),
                 "timers are numbered in order of creation");
  policy_timers_.push_back(AddSlot(Source::kPolicyTimer, timer.value()));
}

void SimExecutor::SetTimer(TimerId timer, Instant deadline) {
  const Slot slot = policy_timers_[timer.value()];
  if (deadline == Instant::Never()) {
    queue_.Stop(slot);
    return;
  }
  if (costed_) deadline += noise_.TimerLateness();
  queue_.Set(slot, std::max(deadline, now_),
             EventRank(EventClass::kXenTimer, engine_.TimerPcpu(timer),
                       timer.value()));
}

void SimExecutor::StopTimer(TimerId timer) {
  queue_.Stop(policy_timers_[timer.value()]);
}

void SimExecutor::MoveTimer(TimerId timer, PcpuId p) {
  const Slot slot = policy_timers_[timer.value()];
  if (!queue_.IsSet(slot)) return;
  queue_.Set(slot, queue_.DeadlineOf(slot),
             EventRank(EventClass::kXenTimer, p, timer.value()));
}

}  // namespace xenotime
