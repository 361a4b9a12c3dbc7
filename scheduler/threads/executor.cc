#include "xenotime/scheduler/threads/executor.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/core/domain_lock.h"
#include "xenotime/scheduler/threads/pcpu_thread.h"
#include "xenotime/scheduler/threads/watchdog.h"
#include "xenotime/time/cpu.h"
#include "xenotime/time/host_cores.h"

namespace xenotime {
namespace {

// How often the caller's thread looks after the others. Each look costs some
// core some microseconds.
constexpr Duration kSupervision = Milliseconds(20);
// For threads to notice the order to stop, if there is no watchdog's time.
constexpr Duration kStopPatience = Seconds(10);

void SleepFor(Duration d) {
  std::this_thread::sleep_for(std::chrono::nanoseconds(d.ns()));
}

}  // namespace

ThreadsExecutor::ThreadsExecutor(const Topology& topology,
                                 const ThreadsConfig& config)
    : config_(config),
      engine_(topology, *this,
              {.locks = LockMode::kSpin,
               .trace = config.samples_only ? nullptr : config.trace,
               .stages = config.stages ? this : nullptr,
               .vcpu_capacity = config.vcpu_capacity}),
      cores_(AllowedCores()) {
  machine_.options = config.options;
  machine_.vwfi = config.vwfi;
  machine_.stages = config.stages;
  machine_.oversubscribed = topology.pcpus() > cores_.size();
  machine_.trace = config.trace;
  machine_.clock = TscClock(TscRate::Host(), 0);
  machine_.engine = &engine_;
  machine_.vcpu_capacity = config.vcpu_capacity;
  machine_.guests = std::make_unique<GuestState[]>(config.vcpu_capacity);
  machine_.bells = std::make_unique<Doorbell[]>(topology.pcpus());
  for (uint32_t i = 0; i < topology.pcpus(); ++i) {
    machine_.pcpus.push_back(std::make_unique<PcpuThread>(machine_, PcpuId(i)));
  }
  if (config.stages) MeasureStampCost();
}

ThreadsExecutor::~ThreadsExecutor() = default;

void ThreadsExecutor::Drain() {
  for (bool again = true; again;) {
    again = false;
    for (const auto& pcpu : machine_.pcpus) {
      if (!pcpu->reschedule()) continue;
      pcpu->DecideAtBoot();
      again = true;
      break;
    }
  }
}

void ThreadsExecutor::SetProgram(VcpuId v,
                                 std::unique_ptr<GuestProgram> program,
                                 Instant start, uint32_t order) {
  GuestState& guest = machine_.guest(v);
  guest.program = std::move(program);
  guest.order = order;
  machine_.pcpu(PcpuId(0)).SetOnlineTimer(v, start);
}

void ThreadsExecutor::AddAction(Instant at,
                                std::function<void(HookContext)> action) {
  Insert({.at = at, .run = [action = std::move(action)](HookContext context) {
            action(context);
            return true;
          }});
}

void ThreadsExecutor::AddOperation(Instant at,
                                   std::function<bool(HookContext)> operation) {
  Insert({.at = at, .run = std::move(operation), .exclusive = true});
}

void ThreadsExecutor::Insert(ThreadsAction action) {
  const auto later = std::upper_bound(
      machine_.actions.begin(), machine_.actions.end(), action.at,
      [](Instant at, const ThreadsAction& other) { return at < other.at; });
  machine_.actions.insert(later, std::move(action));
}

absl::Status ThreadsExecutor::RunUntil(Instant end) {
  absl::Status status = Start();
  if (status.ok()) status = Supervise(end);
  StopThreads();
  return status;
}

absl::Status ThreadsExecutor::Start() {
  const bool pin = config_.options.pin && !machine_.oversubscribed;
  running_ = true;
  machine_.clock = TscClock(TscRate::Host(), ReadTsc());
  machine_.pcpu(PcpuId(0)).ArmActions();
  threads_.reserve(machine_.pcpus.size());
  for (size_t i = 0; i < machine_.pcpus.size(); ++i) {
    PcpuThread* const pcpu = machine_.pcpus[i].get();
    try {
      threads_.emplace_back(
          [pcpu, core = pin ? cores_[i] : -1] { pcpu->Run(core); });
    } catch (const std::system_error& refusal) {
      return GiveUpStarting(refusal);
    }
  }
  return absl::OkStatus();
}

// Nobody may wait for a thread that does not exist.
absl::Status ThreadsExecutor::GiveUpStarting(const std::system_error& refusal) {
  const size_t started = threads_.size();
  for (size_t i = started; i < machine_.pcpus.size(); ++i) {
    machine_.pcpus[i]->NeverStart();
  }
  now_ = machine_.clock.At(ReadTsc());
  return absl::ResourceExhaustedError(absl::StrCat(
      "threads: the host starts no more than ", started, " of ",
      machine_.pcpus.size(), " threads, one for each pCPU (", refusal.what(),
      "); give fewer pCPUs, or run in the simulation"));
}

absl::Status ThreadsExecutor::Supervise(Instant end) {
  Watchdog watchdog(machine_);
  for (;;) {
    now_ = machine_.clock.At(ReadTsc());
    if (now_ >= end) return absl::OkStatus();
    if (config_.stop != nullptr &&
        config_.stop->load(std::memory_order_relaxed)) {
      stopped_ = true;
      return absl::OkStatus();
    }
    if (watchdog.FindHang(now_)) return watchdog.Report();
    SleepFor(std::min(end - now_, kSupervision));
  }
}

void ThreadsExecutor::StopThreads() {
  for (size_t i = 0; i < machine_.pcpus.size(); ++i) {
    machine_.bells[i].Ring(Doorbell::kStop);
  }
  const Duration patience = std::max(kStopPatience, config_.options.watchdog);
  const Instant last = now_ + patience;
  while (!AllFinished()) {
    if (machine_.clock.At(ReadTsc()) > last) {
      const std::string message(Watchdog(machine_).Report().message());
      std::fprintf(stderr, "a pCPU thread does not stop\n%s\n",
                   message.c_str());
      std::abort();
    }
    SleepFor(Microseconds(200));
  }
  for (std::thread& thread : threads_) thread.join();
  running_ = false;
}

bool ThreadsExecutor::AllFinished() const {
  return std::all_of(
      machine_.pcpus.begin(), machine_.pcpus.end(), [](const auto& pcpu) {
        return pcpu->activity() == PcpuThread::Activity::kFinished;
      });
}

ThreadsFacts ThreadsExecutor::facts() const {
  ThreadsFacts facts;
  facts.idle_mode = IdleModeName(config_.options.idle);
  facts.host_cores = static_cast<uint32_t>(cores_.size());
  facts.oversubscribed = machine_.oversubscribed;
  facts.pinned = true;
  for (const auto& pcpu : machine_.pcpus) {
    facts.pinned = facts.pinned && pcpu->pinned();
    facts.host_steal_ns.push_back(pcpu->steal_ns());
    facts.deschedules.push_back(pcpu->deschedules());
    facts.dropped_samples += pcpu->dropped_samples();
  }
  facts.stamp_cost_ns = stamp_cost_ns_;
  if (config_.trace != nullptr) facts.lost_records = config_.trace->lost();
  return facts;
}

std::vector<std::string> ThreadsExecutor::remarks() const {
  std::vector<std::string> all;
  for (const auto& pcpu : machine_.pcpus) {
    all.insert(all.end(), pcpu->remarks().begin(), pcpu->remarks().end());
  }
  return all;
}

// The median of single stamps, each with its share of the clock's reading that
// delimits it.
void ThreadsExecutor::MeasureStampCost() {
  constexpr size_t kStamps = 1001;
  TraceBuffer scratch(1, kStamps);
  std::vector<uint64_t> readings;
  for (size_t i = 0; i <= kStamps; ++i) {
    readings.push_back(ReadTsc());
    scratch.Append(PcpuId(0), {.time = machine_.clock.At(readings.back()),
                               .vcpu = VcpuId(0),
                               .kind = TraceKind::kStage});
  }
  std::vector<uint64_t> costs;
  for (size_t i = 0; i < kStamps; ++i) {
    costs.push_back(readings[i + 1] - readings[i]);
  }
  std::nth_element(costs.begin(), costs.begin() + kStamps / 2, costs.end());
  stamp_cost_ns_ = std::max<int64_t>(
      1, machine_.clock.Nanoseconds(static_cast<int64_t>(costs[kStamps / 2])));
}

void ThreadsExecutor::RaiseSchedule(PcpuId target, PcpuId executing) {
  if (target == executing || !running_) {
    machine_.pcpu(target).RaiseSchedule();
  } else {
    machine_.bell(target).Ring(Doorbell::kReschedule);
  }
}

void ThreadsExecutor::AddTimer(TimerId timer, PcpuId p) {
  policy_timers_.push_back({p, machine_.pcpu(p).AddPolicyTimer(timer)});
}

void ThreadsExecutor::SetTimer(TimerId timer, Instant deadline) {
  const PolicyTimer& t = policy_timers_[timer.value()];
  machine_.pcpu(t.pcpu).SetTimer(t.slot, deadline,
                                 PcpuThread::kPolicyTimer | timer.value());
}

void ThreadsExecutor::StopTimer(TimerId timer) {
  const PolicyTimer& t = policy_timers_[timer.value()];
  machine_.pcpu(t.pcpu).timers().Stop(t.slot);
}

void ThreadsExecutor::MoveTimer(TimerId timer, PcpuId p) {
  PolicyTimer& t = policy_timers_[timer.value()];
  const Instant deadline = machine_.pcpu(t.pcpu).timers().Take(t.slot);
  t = {p, machine_.pcpu(p).AddPolicyTimer(timer)};
  if (deadline != Instant::Never()) SetTimer(timer, deadline);
}

void ThreadsExecutor::Stamp(PcpuId executing, WakeStage stage, VcpuId v) {
  machine_.pcpu(executing).Stamp(stage, v);
}

}  // namespace xenotime
