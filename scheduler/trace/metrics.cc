#include "xenotime/scheduler/trace/metrics.h"

#include <algorithm>
#include <utility>

#include "xenotime/scheduler/trace/entitlement_fold.h"
#include "xenotime/scheduler/trace/idle_waiting_fold.h"
#include "xenotime/scheduler/trace/interval_fold.h"
#include "xenotime/scheduler/trace/progress_fold.h"
#include "xenotime/scheduler/trace/runstate_fold.h"
#include "xenotime/scheduler/trace/stage_fold.h"
#include "xenotime/scheduler/trace/wake_latency_fold.h"

namespace xenotime {

class MetricsFolder::Impl {
 public:
  explicit Impl(const TraceSubjects& subjects);

  void Append(const TraceEvent& event);
  RunMetrics Finish(Instant end);

 private:
  struct Stuck {
    int64_t times = 0;
    Instant first;
  };

  bool Known(const TraceEvent& event) const;
  void Switch(const TraceEvent& event);
  void Wake(const TraceEvent& event);
  void Unblock(const TraceEvent& event);
  void Sleep(const TraceEvent& event);
  void UpdateWaiting(VcpuId vcpu) {
    idle_waiting_.SetWaiting(vcpu, runstates_.waiting(vcpu));
  }
  void Apply(const TraceEvent& event);
  void NoteStuck(const TraceEvent& event) {
    Stuck& stuck = stuck_[event.pcpu];
    if (stuck.times++ == 0) stuck.first = event.time;
  }
  void CrossBoundaries(Instant now);
  void FindBoundary() {
    boundary_ = std::min(entitlements_.part_end(), caps_.next_end());
  }
  int64_t Received(VcpuId vcpu, Instant at) const {
    return runstates_.clock(vcpu).Total(RunState::kRunning, at).ns();
  }
  int64_t Demanded(VcpuId vcpu, Instant at) const;
  void FinishVcpu(VcpuId vcpu, Instant end);
  void FinishDomains();
  void AddRemarks();

  const TraceSubjects subjects_;
  RunMetrics result_;
  IntervalFold intervals_;
  WakeLatencyFold latency_;
  RunStateFold runstates_;
  StageFold stages_;
  ProgressFold progress_;
  IdleWaitingFold idle_waiting_;
  EntitlementFold entitlements_;
  CapFold caps_;
  Instant boundary_;          // the next of entitlements_ and caps_
  std::vector<Stuck> stuck_;  // by PcpuId
  int64_t unknown_ = 0;       // records left out
};

MetricsFolder::Impl::Impl(const TraceSubjects& subjects)
    : subjects_(subjects),
      intervals_(subjects.pcpus, subjects.vcpus.size()),
      latency_(subjects.vcpus.size()),
      runstates_(subjects.vcpus.size()),
      stages_(subjects.vcpus.size()),
      progress_(subjects.pcpus, subjects.vcpus.size()),
      idle_waiting_(subjects.pcpus, subjects.vcpus.size()),
      entitlements_(subjects_),
      caps_(subjects_),
      stuck_(subjects.pcpus) {
  result_.vcpus.resize(subjects.vcpus.size());
  for (size_t i = 0; i < subjects.vcpus.size(); ++i) {
    result_.vcpus[i].name = subjects.vcpus[i];
  }
  result_.pcpu_idle_ns.resize(subjects.pcpus);
  FindBoundary();
}

// Whether the record names only subjects. None is a vCPU only for the kinds
// that need not name one.
bool MetricsFolder::Impl::Known(const TraceEvent& event) const {
  if (event.pcpu >= stuck_.size()) return false;
  if (event.vcpu.value() < result_.vcpus.size()) return true;
  if (event.vcpu.valid()) return false;
  switch (event.kind) {
    case TraceKind::kSwitch:
    case TraceKind::kTickle:
    case TraceKind::kNote:
    case TraceKind::kStuck:
    case TraceKind::kSnapshot:
    case TraceKind::kSpeed:
      return true;
    default:
      return false;
  }
}

void MetricsFolder::Impl::Append(const TraceEvent& event) {
  if (!Known(event)) {
    ++unknown_;
    return;
  }
  idle_waiting_.Advance(event.time);
  if (event.time > boundary_) CrossBoundaries(event.time);
  Apply(event);
}

// Closes what ends before `now`, while the state is still that of then.
void MetricsFolder::Impl::CrossBoundaries(Instant now) {
  const auto received = [this](VcpuId v, Instant at) {
    return Received(v, at);
  };
  const auto demanded = [this](VcpuId v, Instant at) {
    return Demanded(v, at);
  };
  while (boundary_ < now) {
    if (caps_.next_end() == boundary_) caps_.CloseWindows(received, demanded);
    if (entitlements_.part_end() == boundary_) {
      entitlements_.ClosePart(demanded);
    }
    FindBoundary();
  }
}

// A vCPU demands a pCPU while it runs or waits. One that its domain's cap
// withholds does too.
int64_t MetricsFolder::Impl::Demanded(VcpuId vcpu, Instant at) const {
  const RunStateClock& clock = runstates_.clock(vcpu);
  const int64_t shown = clock.Total(RunState::kRunning, at).ns() +
                        clock.Total(RunState::kRunnable, at).ns();
  if (!caps_.capped(subjects_.domain_of[vcpu.value()])) return shown;
  return shown + runstates_.WithheldNs(vcpu, at);
}

void MetricsFolder::Impl::Apply(const TraceEvent& event) {
  switch (event.kind) {
    case TraceKind::kSwitch:
      return Switch(event);
    case TraceKind::kWake:
      return Wake(event);
    case TraceKind::kUnblock:
      return Unblock(event);
    case TraceKind::kSleep:
      return Sleep(event);
    case TraceKind::kBlock:
      return latency_.Block(event.vcpu, event.time);
    case TraceKind::kYield:
      ++result_.vcpus[event.vcpu.value()].yields;
      return;
    case TraceKind::kAffinity:
      return idle_waiting_.SetAffinityWord(event.vcpu, event.arg2, event.arg);
    case TraceKind::kSample:
      return result_.vcpus[event.vcpu.value()].guest_samples.Add(
          static_cast<int64_t>(event.arg));
    case TraceKind::kStage:
      return stages_.Stamp(event.vcpu, static_cast<WakeStage>(event.detail),
                           event.time);
    case TraceKind::kStuck:
      return NoteStuck(event);
    case TraceKind::kSpeed:
      return progress_.SetSpeed(PcpuId(event.pcpu), event.arg, event.time);
    case TraceKind::kPark:
      runstates_.Park(event.vcpu);
      return UpdateWaiting(event.vcpu);
    case TraceKind::kUnpark:
      runstates_.Unpark(event.vcpu, event.detail != 0);
      return UpdateWaiting(event.vcpu);
    case TraceKind::kMigrate:
      if (static_cast<MoveCause>(event.detail) == MoveCause::kPulled) {
        ++result_.vcpus[event.vcpu.value()].steals;
      }
      return;
    case TraceKind::kTickle:
    case TraceKind::kNote:
    case TraceKind::kSnapshot:
      return;
  }
}

void MetricsFolder::Impl::Switch(const TraceEvent& event) {
  const PcpuId pcpu(event.pcpu);
  const VcpuId leaving = intervals_.current(pcpu);
  const VcpuId next = event.vcpu;
  ++result_.switches;
  progress_.Switch(pcpu, next, event.time);
  intervals_.Switch(pcpu, next, event.time);
  if (leaving.valid() && !intervals_.running(leaving)) {
    runstates_.SwitchOut(leaving, static_cast<SwitchReason>(event.detail),
                         event.time);
    if (event.detail < kSwitchReasons) {
      ++result_.vcpus[leaving.value()].left[event.detail];
    }
    UpdateWaiting(leaving);
  }
  if (next.valid()) {
    runstates_.SwitchIn(next, event.time);
    latency_.Dispatch(next, event.time);
    UpdateWaiting(next);
  }
  if (leaving.valid() != next.valid()) {
    idle_waiting_.SetIdle(pcpu, !next.valid());
  }
}

void MetricsFolder::Impl::Wake(const TraceEvent& event) {
  runstates_.Wake(event.vcpu, event.time);
  UpdateWaiting(event.vcpu);
}

void MetricsFolder::Impl::Unblock(const TraceEvent& event) {
  latency_.Unblock(event.vcpu, event.time);
  runstates_.Unblock(event.vcpu, event.time);
}

void MetricsFolder::Impl::Sleep(const TraceEvent& event) {
  runstates_.Sleep(event.vcpu, event.time);
  UpdateWaiting(event.vcpu);
}

RunMetrics MetricsFolder::Impl::Finish(Instant end) {
  // A window that ends with the run is a whole one.
  CrossBoundaries(end + Duration(1));
  entitlements_.Finish(
      end, [this](VcpuId v, Instant at) { return Demanded(v, at); });
  intervals_.Finish(end);
  progress_.Finish(end);
  idle_waiting_.Finish(end);
  std::vector<Samples> waits = runstates_.TakeWaits(end);
  for (uint32_t v = 0; v < result_.vcpus.size(); ++v) {
    FinishVcpu(VcpuId(v), end);
    result_.vcpus[v].waits = std::move(waits[v]);
  }
  for (uint32_t p = 0; p < result_.pcpu_idle_ns.size(); ++p) {
    result_.pcpu_idle_ns[p] = intervals_.idle_ns(PcpuId(p));
  }
  result_.nonworkconserving_ns = idle_waiting_.total_ns();
  result_.nonworkconserving_max_ns = idle_waiting_.max_ns();
  result_.wasted_pcpu_ns = idle_waiting_.pcpu_ns();
  FinishDomains();
  result_.stages = stages_.stages();
  result_.stage_total = stages_.total();
  AddRemarks();
  return std::move(result_);
}

void MetricsFolder::Impl::FinishVcpu(VcpuId vcpu, Instant end) {
  VcpuMetrics& metrics = result_.vcpus[vcpu.value()];
  const IntervalFold::Vcpu& folded = intervals_.vcpu(vcpu);
  metrics.run_ns = folded.run_ns;
  metrics.progress_ns = progress_.ns(vcpu);
  metrics.dispatches = folded.dispatches;
  metrics.migrations = folded.migrations;
  metrics.wake_to_run = latency_.Take(vcpu);
  metrics.entitled_ns = entitlements_.entitled_ns(vcpu);
  for (int i = 0; i < kRunStates; ++i) {
    metrics.runstate_ns[i] =
        runstates_.clock(vcpu).Total(static_cast<RunState>(i), end).ns();
  }
}

void MetricsFolder::Impl::FinishDomains() {
  for (uint32_t d = 0; d < subjects_.domains.size(); ++d) {
    DomainMetrics& domain = result_.domains.emplace_back();
    domain.number = subjects_.domains[d];
    domain.cap = caps_.errors()[d];
  }
  for (uint32_t v = 0; v < subjects_.domain_of.size(); ++v) {
    const VcpuMetrics& vcpu = result_.vcpus[v];
    DomainMetrics& domain = result_.domains[subjects_.domain_of[v]];
    domain.run_ns += vcpu.run_ns;
    domain.runnable_ns +=
        vcpu.runstate_ns[static_cast<int>(RunState::kRunnable)];
    domain.entitled_ns += vcpu.entitled_ns;
  }
  std::vector<WeightedProgress> progress;
  for (const DomainMetrics& domain : result_.domains) {
    progress.push_back({domain.run_ns, domain.entitled_ns});
  }
  result_.fairness = FairnessOf(progress);
}

void MetricsFolder::Impl::AddRemarks() {
  for (size_t p = 0; p < stuck_.size(); ++p) {
    if (stuck_[p].times == 0) continue;
    result_.remarks.push_back(
        "pCPU " + std::to_string(p) + " re-raised SCHEDULE without progress " +
        std::to_string(stuck_[p].times) + " time(s), first at " +
        std::to_string(stuck_[p].first.ns()) + " ns");
  }
  if (unknown_ != 0) {
    result_.remarks.push_back(std::to_string(unknown_) +
                              " trace record(s) name an unknown pCPU or vCPU");
  }
}

MetricsFolder::MetricsFolder(const TraceSubjects& subjects)
    : impl_(std::make_unique<Impl>(subjects)) {}

MetricsFolder::~MetricsFolder() = default;

void MetricsFolder::Append(PcpuId /*executing*/, const TraceEvent& event) {
  impl_->Append(event);
}

RunMetrics MetricsFolder::Finish(Instant end) { return impl_->Finish(end); }

}  // namespace xenotime
