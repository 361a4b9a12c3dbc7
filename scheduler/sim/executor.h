#ifndef XENOTIME_SCHEDULER_SIM_EXECUTOR_H_
#define XENOTIME_SCHEDULER_SIM_EXECUTOR_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/engine/decision_observer.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/engine_host.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/scheduler/sim/noise.h"
#include "xenotime/scheduler/sim/pending_set.h"
#include "xenotime/scheduler/sim/sim_config.h"
#include "xenotime/time/timer_queue.h"
#include "xenotime/time/types.h"

namespace xenotime {

// Runs a machine in virtual time: integer nanoseconds, one thread, and the same
// result for the same seed with every compiler.
//
// With all costs, latencies and faults off the order of events is exactly that
// of golden/semantics.md. With any of them on, work within the hypervisor takes
// time: a pCPU goes through a chain of steps, other pCPUs run in between, and
// interrupts that arrive meanwhile wait until it is through.
//
// Use: create pools, domains and vCPUs through engine() with BootContext(),
// call Drain() where Xen would handle softirqs, give vCPUs their programs, then
// RunUntil once. Thread rule: one thread; several executors are independent.
class SimExecutor final : public EngineHost, public StageProbe {
 public:
  SimExecutor(const Topology& topology, const SimConfig& config);
  ~SimExecutor() override;

  Engine& engine() { return engine_; }
  const Engine& engine() const { return engine_; }
  HookContext BootContext() const { return {Instant(), PcpuId(0)}; }

  void Drain() {  // handles every pending decision, lowest pCPU first
    if (!pending_.empty() || !retries_.empty()) DrainPending();
  }

  // What v executes, and when it comes on line. `order` decides between the
  // timers of two vCPUs that expire at one instant on one pCPU; unique.
  void SetProgram(VcpuId v, std::unique_ptr<GuestProgram> program,
                  Instant start, uint32_t order);
  // A toolstack's action, executed by pCPU 0. Actions of one instant run in
  // the order of these calls; call in order of time.
  void AddAction(Instant at, std::function<void(HookContext)> action);
  // The same for an operation that other pCPUs must not disturb, and that may
  // have to wait for them: while it answers false it is called again when they
  // have gone on.
  void AddOperation(Instant at, std::function<bool(HookContext)> operation);
  // Calls `take` at each multiple of `period`, after everything else.
  void SetSnapshot(Duration period, std::function<void(Instant)> take);

  // Calls `look` once, when everything up to `at` has happened, if the run gets
  // so far; unlike a snapshot this is no event.
  void SetProbe(Instant at, std::function<void()> look);

  void RunUntil(Instant end);  // every event before `end`; once

  Instant now() const { return now_; }
  int64_t events() const { return events_; }
  bool stopped() const { return stopped_; }
  // Why the run ended by itself, with pCPU, vCPU and time; "": it did not.
  const std::string& failure() const { return failure_; }
  // What went wrong in the machine, in words; usually empty.
  const std::vector<std::string>& remarks() const { return remarks_; }

  // EngineHost.
  void RaiseSchedule(PcpuId target, PcpuId executing) override;
  void AddTimer(TimerId timer, PcpuId p) override;
  void SetTimer(TimerId timer, Instant deadline) override;
  void StopTimer(TimerId timer) override;
  void MoveTimer(TimerId timer, PcpuId p) override;
  // StageProbe.
  void Stamp(PcpuId executing, WakeStage stage, VcpuId v) override;

 private:
  using Slot = TimerQueue::Slot;

  // What a queue slot stands for; `index` is a pCPU, vCPU or timer number.
  enum class Source : uint8_t {
    kOp,
    kSlice,
    kStep,
    kScheduleIpi,
    kGuestIpi,
    kPolicyTimer,
    kGuestTimer,
    kOnline,
    kAction,
    kSnapshot,
  };
  struct Event {
    Source source;
    uint32_t index;
  };

  // A pCPU's way through the hypervisor, when that takes time.
  enum class Step : uint8_t {
    kTrapped,  // the guest's exit is complete: perform its operation
    kNoticed,  // an interrupt has been taken
    kDeliver,  // ... and is handed to its vCPU
    kDecide,   // the policy has made up its mind
    kSaved,    // the previous context is saved
    kEnter,    // the next guest, or idle, goes on
  };
  struct PcpuState {
    Slot op, slice, step, schedule_ipi, guest_ipi;
    bool busy = false;      // within the hypervisor, deaf to interrupts
    bool deferred = false;  // SCHEDULE was raised meanwhile
    bool asleep = true;     // in the idle wait
    bool retrying = false;  // its decision is a repetition
    Step next_step = Step::kEnter;
    GuestOp trapped;
    Instant op_time;  // when the guest began its last operation
    Event interrupt{};
    VcpuId on_cpu;       // whose step the `op` timer measures
    Instant op_started;  // SMT: since when, and what was left to do then
    Duration op_work;
    bool slowed = false;  // by other threads of its core
    VcpuId previous;      // switched out, context not yet saved
    Instant left_idle;
  };

  enum class Waiting : uint8_t {
    kNo,
    kHolding,  // keeps its pCPU until an event arrives (native, spinning)
    kPolling,  // yields between two looks (vwfi=yield)
  };
  struct Guest {
    std::unique_ptr<GuestProgram> program;
    Slot timer, online;
    uint32_t order = 0;
    PcpuId timer_pcpu;
    Instant timer_deadline;
    Waiting waiting = Waiting::kNo;
    bool staged = false;  // a wake-up is being taken apart
    uint32_t wait_mask = 0;
    Duration remaining;  // of the present step, when not on a pCPU
    Instant signal_sent;
  };

  Slot AddSlot(Source source, uint32_t index);
  PcpuState& P(PcpuId p) { return pcpus_[p.value()]; }
  Guest& G(VcpuId v) { return guests_[v.value()]; }
  HookContext On(PcpuId p) const { return {now_, p}; }

  // The loop (executor.cc).
  void DrainPending();
  void StopForEver(PcpuId p);
  void Execute(Slot slot);
  void HandleInterrupt(Event event);
  void Probe();
  bool MayGoOn(Slot next);
  void Fail(PcpuId p, VcpuId v, absl::string_view what);
  void LookAround();
  void CheckInvariants() const;
  void InjectFaults();
  void RunAction();
  void StartDecision(PcpuId p);
  void DecideAtOnce(PcpuId p);
  bool Decide(PcpuId p);
  void GiveUpRetries(PcpuId p);
  void Remark(std::string text);

  // Guests (guest_steps.cc).
  void GuestOpEvent(PcpuId p);
  bool NeedsExit(const GuestOp& op, VcpuId v) const;
  void Perform(PcpuId p, VcpuId v, const GuestOp& op);
  void ReportSample(PcpuId p, VcpuId v, int64_t value);
  void GoDown(PcpuId p, VcpuId v, Duration duration);
  void ArmGuestTimer(PcpuId p, VcpuId v, Instant deadline);
  void WaitFor(PcpuId p, VcpuId v, uint32_t mask, bool spin);
  void PollEvents(PcpuId p, VcpuId v, Duration limit);
  void Poll(PcpuId p, VcpuId v);
  bool NoticesEvent(PcpuId p, VcpuId v);
  void SendSignal(PcpuId p, VcpuId target);
  void DeliverEvent(PcpuId p, VcpuId v, EventBits event);
  void StopGuest(PcpuId p);
  void ResumeGuest(PcpuId p);

  // Threads that slow each other down (smt_steps.cc).
  void StartStep(PcpuId p, Duration work);
  Duration WorkLeft(PcpuId p) const;
  Duration Stretched(const PcpuState& pcpu, Duration work) const;
  void CoreChanged(PcpuId p);
  void UpdateSpeeds();
  void SetSlowed(PcpuId p, bool slowed);

  // Work that takes time (hypervisor_steps.cc).
  void After(PcpuId p, Duration cost, Step step);
  void RunStep(PcpuId p);
  PcpuId PcpuOf(Event event) const;
  void Interrupt(Slot slot);
  Duration LeaveIdle(PcpuId p);
  void Noticed(PcpuId p);
  void Enter(PcpuId p);
  void BeginStages(PcpuId p, VcpuId v, Instant raised);
  void StageEvent(PcpuId executing, WakeStage stage, VcpuId v, Instant time);

  const SimConfig config_;
  const CostModel& costs_;
  const bool costed_;   // anything takes time, or may go wrong
  const bool smt_;      // busy siblings slow each other down
  const bool watched_;  // something is to be done after every event
  Engine engine_;
  Noise noise_;
  TimerQueue queue_;
  std::vector<Event> events_by_slot_;
  std::vector<PcpuState> pcpus_;
  std::vector<Guest> guests_;
  std::vector<Slot> policy_timers_;
  PendingSet pending_;
  PendingSet retries_;
  PendingSet changed_cores_;  // by their first thread
  struct Action {
    Instant at;
    std::function<bool(HookContext)> run;  // whether it is done
  };
  std::vector<Action> actions_;
  size_t next_action_ = 0;
  bool repeating_action_ = false;
  Slot action_slot_, snapshot_slot_;
  Duration snapshot_period_;
  std::function<void(Instant)> snapshot_;
  Instant probe_at_ = Instant::Never();
  std::function<void()> probe_;
  Instant now_;
  int64_t events_ = 0;
  int64_t events_at_instant_start_ = 0;
  // Of the delivery in progress, or just done; its IPIs leave after that.
  Duration wake_cost_;
  bool stopped_ = false;
  std::string failure_;
  std::vector<std::string> remarks_;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SIM_EXECUTOR_H_
