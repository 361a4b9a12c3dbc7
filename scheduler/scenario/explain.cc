#include "xenotime/scheduler/scenario/explain.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/scheduler/core/vcpu.h"
#include "xenotime/scheduler/engine/decision_observer.h"
#include "xenotime/scheduler/engine/engine.h"
#include "xenotime/scheduler/scenario/run.h"
#include "xenotime/scheduler/scenario/subjects.h"

namespace xenotime {
namespace {

// Decisions count from 1; 0: none.
struct Found {
  int64_t before = 0;
  int64_t after = 0;
};

DecisionRole RoleOf(VcpuId v, VcpuId previous, VcpuId next, bool waits) {
  if (previous == v) {
    return next == v ? DecisionRole::kKept : DecisionRole::kSwitchedOut;
  }
  if (next == v) return DecisionRole::kSwitchedIn;
  return waits ? DecisionRole::kPassedOver : DecisionRole::kNone;
}

bool Exists(const Engine& engine, VcpuId v) {
  return v.value() < engine.vcpus() && engine.vcpu(v).managed;
}

bool WaitsOn(const Engine& engine, VcpuId v, PcpuId p) {
  if (!Exists(engine, v)) return false;
  const Vcpu& vcpu = engine.vcpu(v);
  return vcpu.runnable() && vcpu.cpu() == p &&
         vcpu.runstate.state() == RunState::kRunnable;
}

// Why a vCPU may not run.
std::vector<std::string> WithheldBy(const Vcpu& v) {
  std::vector<std::string> words;
  if (v.Has(kPauseBlocked)) words.push_back("blocked");
  if (v.Has(kPauseDown)) words.push_back("down");
  if (v.Has(kPauseMigrating)) words.push_back("migrating");
  if (v.Has(kPauseParked)) words.push_back("parked");
  if (v.policy_pauses != 0) words.push_back("paused by its scheduler");
  if (v.pauses() > v.policy_pauses) words.push_back("paused");
  return words;
}

// The first run: finds the decisions that concern a vCPU.
class Finder final : public DecisionObserver {
 public:
  Finder(VcpuId vcpu, Instant at) : vcpu_(vcpu), at_(at) {}

  void BeforeDecision(const Engine& engine,
                      const HookContext& context) override {
    ++count_;
    previous_ = engine.current(context.executing);
    waits_ = WaitsOn(engine, vcpu_, context.executing);
  }

  void AfterDecision(const Engine&, const HookContext& context,
                     const Decision& decision) override {
    if (stop_) return;
    if (RoleOf(vcpu_, previous_, decision.next, waits_) ==
        DecisionRole::kNone) {
      return;
    }
    if (context.now <= at_) {
      found_.before = count_;
    } else {
      found_.after = count_;
      stop_ = true;
    }
  }

  const Found& found() const { return found_; }
  const std::atomic<bool>* stop() const { return &stop_; }

 private:
  const VcpuId vcpu_;
  const Instant at_;
  int64_t count_ = 0;
  VcpuId previous_;
  bool waits_ = false;
  Found found_;
  std::atomic<bool> stop_{false};
};

// The second run: looks closely at the decisions that were found.
class Recorder final : public DecisionObserver, public TraceSink {
 public:
  Recorder(const Found& found, Explanation& explanation)
      : found_(found),
        explanation_(explanation),
        requests_(explanation.subjects) {}

  void BeforeDecision(const Engine& engine,
                      const HookContext& context) override {
    std::vector<DecisionRequests::Request> requests =
        requests_.Take(context.executing);
    ++count_;
    wanted_ = Wanted();
    if (wanted_ == nullptr) return;
    const PcpuId p = context.executing;
    ExplainedDecision& d = wanted_->emplace();
    d.time = context.now;
    d.pcpu = p;
    d.previous = engine.current(p);
    d.requests = std::move(requests);
    AddRequests(engine, d);
    waits_ = WaitsOn(engine, explanation_.vcpu, p);
    pool_ = engine.pcpu(p).pool;
    for (const Candidate& candidate :
         engine.pcpu(p).policy->Candidates(context.now, p, d.previous)) {
      d.candidates.push_back(
          {candidate.vcpu,
           candidate.vcpu.valid() ? engine.DescribeVcpu(candidate.vcpu) : "",
           candidate.verdict});
    }
  }

  void AfterDecision(const Engine&, const HookContext&,
                     const Decision& decision) override {
    if (wanted_ == nullptr) return;
    ExplainedDecision& d = **wanted_;
    d.next = decision.next;
    d.slice = decision.slice;
    d.migrated = decision.migrated;
    d.rule = decision.rule;
    d.role = RoleOf(explanation_.vcpu, d.previous, d.next, waits_);
    pools_.push_back(pool_);
    if (count_ == std::max(found_.before, found_.after)) stop_ = true;
  }

  void Append(PcpuId executing, const TraceEvent& event) override {
    requests_.Append(executing, event);
    // The switch follows its decision before anything else on that pCPU.
    if (wanted_ == nullptr || event.kind != TraceKind::kSwitch) return;
    if (event.pcpu != (*wanted_)->pcpu.value()) return;
    (*wanted_)->reason = static_cast<SwitchReason>(event.detail);
    wanted_ = nullptr;
  }

  const std::atomic<bool>* stop() const { return &stop_; }
  // Of the decisions, in their order.
  const std::vector<PoolId>& pools() const { return pools_; }

 private:
  std::optional<ExplainedDecision>* Wanted() {
    if (count_ == found_.before) return &explanation_.before;
    if (count_ == found_.after) return &explanation_.after;
    return nullptr;
  }

  // What asks for a decision without a trace record.
  void AddRequests(const Engine& engine, ExplainedDecision& d) const {
    const Pcpu& pcpu = engine.pcpu(d.pcpu);
    if (pcpu.slice_fired) {
      d.requests.push_back({d.time, "the slice timer expired"});
    }
    if (!d.previous.valid()) return;
    const Vcpu& v = engine.vcpu(d.previous);
    if (v.runnable() || v.Has(kPauseBlocked)) return;
    d.requests.push_back(
        {d.time, absl::StrCat(explanation_.subjects.NameOf(d.previous), " is ",
                              absl::StrJoin(WithheldBy(v), ", "))});
  }

  const Found found_;
  Explanation& explanation_;
  DecisionRequests requests_;
  int64_t count_ = 0;
  std::optional<ExplainedDecision>* wanted_ = nullptr;
  bool waits_ = false;
  PoolId pool_;
  std::vector<PoolId> pools_;
  std::atomic<bool> stop_{false};
};

void LookAt(const Engine& engine, Explanation& explanation) {
  if (!Exists(engine, explanation.vcpu)) return;
  const Vcpu& v = engine.vcpu(explanation.vcpu);
  explanation.exists = true;
  explanation.state = v.runstate.state();
  explanation.since = v.runstate.entered();
  explanation.pcpu = v.cpu();
  explanation.current = engine.current(v.cpu());
  explanation.withheld = WithheldBy(v);
  explanation.policy_state = engine.DescribeVcpu(v.id);
}

absl::Status Refuse(const std::string& text) {
  return absl::InvalidArgumentError(text);
}

// The vCPU's number; None: there is no such vCPU.
VcpuId VcpuOf(const TraceSubjects& subjects, const ExplainQuery& query) {
  const TraceSubjects::VcpuName name{query.domain, query.index};
  const auto found =
      std::find(subjects.vcpus.begin(), subjects.vcpus.end(), name);
  if (found == subjects.vcpus.end()) return VcpuId::None();
  return VcpuId(static_cast<uint32_t>(found - subjects.vcpus.begin()));
}

std::string SchedulerOf(const Report& report, PoolId pool) {
  if (pool.value() == 0) return report.scheduler;
  return report.pools[pool.value() - 1].scheduler;
}

std::string NoDecision(const Explanation& e) {
  const std::string text =
      absl::StrCat("no decision concerned vCPU ", e.subjects.NameOf(e.vcpu),
                   " in the whole run");
  if (!e.exists) return text;
  return absl::StrCat(text, "; it is ", RunStateName(e.state),
                      " then, on pCPU ", e.pcpu.value(), ", where ",
                      e.subjects.NameOf(e.current), " is current");
}

// The first run: fills in the state of the vCPU, and finds decisions.
absl::StatusOr<Found> Find(const Scenario& scenario,
                           const PolicyRegistry& registry,
                           const ExplainQuery& query,
                           Explanation& explanation) {
  Finder finder(explanation.vcpu, query.at);
  bool reached = false;
  RunOptions options;
  options.seed = query.seed;
  options.metrics = false;
  options.observer = &finder;
  options.stop = finder.stop();
  options.probe_at = query.at;
  options.probe = [&](const Engine& engine) {
    reached = true;
    LookAt(engine, explanation);
  };
  const absl::StatusOr<Report> report = Run(scenario, registry, options);
  if (!report.ok()) return report.status();
  if (!reached) {
    return Refuse(absl::StrCat("the run ended before ", query.at.ns(),
                               " ns: ", report->failure));
  }
  if (finder.found().before == 0 && finder.found().after == 0) {
    return Refuse(NoDecision(explanation));
  }
  return finder.found();
}

absl::Status Record(const Scenario& scenario, const PolicyRegistry& registry,
                    const Found& found, Explanation& explanation) {
  Recorder recorder(found, explanation);
  RunOptions options;
  options.seed = explanation.seed;
  options.metrics = false;
  options.observer = &recorder;
  options.trace = &recorder;
  options.stop = recorder.stop();
  const absl::StatusOr<Report> report = Run(scenario, registry, options);
  if (!report.ok()) return report.status();
  explanation.scenario = report->scenario;
  explanation.scheduler = report->scheduler;
  auto pool = recorder.pools().begin();
  for (auto* decision : {&explanation.before, &explanation.after}) {
    if (!decision->has_value()) continue;
    (*decision)->scheduler = SchedulerOf(*report, *pool++);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Explanation> Explain(const Scenario& scenario,
                                    const PolicyRegistry& registry,
                                    const ExplainQuery& query) {
  Explanation explanation;
  explanation.subjects = SubjectsOf(scenario);
  explanation.at = query.at;
  explanation.seed = query.seed;
  explanation.vcpu = VcpuOf(explanation.subjects, query);
  if (!explanation.vcpu.valid()) {
    return Refuse(absl::StrCat("there is no vCPU ", query.domain, ".",
                               query.index, " in the scenario"));
  }
  if (query.at >= Instant() + scenario.duration) {
    return Refuse(absl::StrCat(query.at.ns(),
                               " ns is not within the run, which ends at ",
                               scenario.duration.ns(), " ns"));
  }
  const absl::StatusOr<Found> found =
      Find(scenario, registry, query, explanation);
  if (!found.ok()) return found.status();
  const absl::Status status = Record(scenario, registry, *found, explanation);
  if (!status.ok()) return status;
  return explanation;
}

}  // namespace xenotime
