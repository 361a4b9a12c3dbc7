#ifndef XENOTIME_SCHEDULER_THREADS_EXECUTOR_H_
#define XENOTIME_SCHEDULER_THREADS_EXECUTOR_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/engine/engine_host.h"
#include "xenotime/scheduler/guest/program.h"
#include "xenotime/scheduler/threads/facts.h"
#include "xenotime/scheduler/threads/machine.h"
#include "xenotime/scheduler/threads/options.h"
#include "xenotime/scheduler/threads/pcpu_timers.h"
#include "xenotime/scheduler/trace/trace_buffer.h"
#include "xenotime/time/types.h"

namespace xenotime {

struct ThreadsConfig {
  ThreadsOptions options;
  Vwfi vwfi = Vwfi::kTrap;
  // Receives what happens; null: nothing. Must outlive the executor.
  TraceBuffer* trace = nullptr;
  // The guests' samples (and stages) only, without the engine's records.
  bool samples_only = false;
  bool stages = false;  // stamp the stages of wake-ups into the trace
  const std::atomic<bool>* stop = nullptr;
  uint32_t vcpu_capacity = 0;
};

// Runs a machine in real time: every pCPU is an OS thread, bound to a core of
// its own where the host has enough.
//
// Use as SimExecutor: create pools, domains and vCPUs through engine() with
// BootContext(), call Drain() where Xen would handle softirqs, give vCPUs their
// programs, then RunUntil once. All of this happens at time 0, which lasts
// until RunUntil starts the threads.
//
// Thread rule: everything but the EngineHost and StageProbe part is for one
// thread, the caller's; that also watches over the run.
class ThreadsExecutor final : public EngineHost, public StageProbe {
 public:
  // The first executor of a process takes 20 ms to measure the TSC.
  ThreadsExecutor(const Topology& topology, const ThreadsConfig& config);
  ~ThreadsExecutor() override;

  Engine& engine() { return engine_; }
  const Engine& engine() const { return engine_; }
  HookContext BootContext() const { return {Instant(), PcpuId(0)}; }

  // Handles every pending decision, lowest pCPU first.
  void Drain();
  // What v executes, and when it comes on line. `order` decides between the
  // timers of two vCPUs that expire at one instant on one pCPU; unique.
  void SetProgram(VcpuId v, std::unique_ptr<GuestProgram> program,
                  Instant start, uint32_t order);
  // A toolstack's action, executed by pCPU 0. Actions of one instant run in
  // the order of these calls, those of other instants in order of time.
  void AddAction(Instant at, std::function<void(HookContext)> action);
  // The same for an operation during which every other pCPU stands still at a
  // safe point. While it answers false it is called again when they have gone
  // on.
  void AddOperation(Instant at, std::function<bool(HookContext)> operation);

  // Starts the threads, lets them run until `end` or until the config's stop,
  // and joins them. An error means that the machine hung: a pCPU passed no safe
  // point for the watchdog's time, or a vCPU stayed blocked that long although
  // the event it waits for is pending. The message has the state of every pCPU
  // and the tail of the trace. A thread that does not even follow the order to
  // stop, for as long again, cannot be joined: then the message goes to stderr
  // and the process is aborted. RESOURCE_EXHAUSTED: the host refuses a thread.
  absl::Status RunUntil(Instant end);

  // -- After RunUntil

  // When the threads were told to stop.
  Instant now() const { return now_; }
  bool stopped() const { return stopped_; }
  ThreadsFacts facts() const;
  // What went wrong in the machine, in words; usually empty.
  std::vector<std::string> remarks() const;

  // EngineHost.
  void RaiseSchedule(PcpuId target, PcpuId executing) override;
  void AddTimer(TimerId timer, PcpuId p) override;
  void SetTimer(TimerId timer, Instant deadline) override;
  void StopTimer(TimerId timer) override;
  void MoveTimer(TimerId timer, PcpuId p) override;
  // StageProbe.
  void Stamp(PcpuId executing, WakeStage stage, VcpuId v) override;

 private:
  struct PolicyTimer {
    PcpuId pcpu;
    PcpuTimers::Slot slot;
  };

  void Insert(ThreadsAction action);
  absl::Status Start();
  absl::Status GiveUpStarting(const std::system_error& refusal);
  absl::Status Supervise(Instant end);
  void StopThreads();
  bool AllFinished() const;
  void MeasureStampCost();

  ThreadsConfig config_;
  ThreadsMachine machine_;
  Engine engine_;
  std::vector<PolicyTimer> policy_timers_;
  std::vector<int> cores_;
  std::vector<std::thread> threads_;
  bool running_ = false;
  bool stopped_ = false;
  Instant now_;
  int64_t stamp_cost_ns_ = 0;
};

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_THREADS_EXECUTOR_H_
