#include "xenotime/scheduler/scenario/validate.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/scenario/apply_xen_options.h"
#include "xenotime/scheduler/scenario/domain_pools.h"
#include "xenotime/scheduler/scenario/granularity.h"
#include "xenotime/scheduler/scenario/limits.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/scenario/toolstack_requests.h"
#include "xenotime/scheduler/scenario/validate_actions.h"
#include "xenotime/scheduler/scenario/validate_adjustments.h"
#include "xenotime/scheduler/scenario/validate_models.h"
#include "xenotime/scheduler/scenario/validate_parameters.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

class Validator {
 public:
  Validator(const Scenario& scenario, const PolicyRegistry& registry);

  Findings Run();

 private:
  void CheckScheduler();
  void CheckPools();
  void CheckPoolPcpus(const PoolSpec& pool, const std::string& path);
  void CheckTopology();
  void CheckTimes();
  void CheckDomains();
  void CheckDomain(const DomainSpec& domain, const std::string& path);
  void CheckWeightAndCap(const std::optional<uint32_t>& weight,
                         const std::optional<uint32_t>& cap, size_t vcpus,
                         uint32_t pool, const std::string& path);
  void CheckVcpu(const VcpuSpec& vcpu, const std::string& path);
  void CheckAffinity(const std::optional<PcpuList>& list,
                     const std::string& path);
  void CheckWorkload(const Workload& workload, const std::string& path);
  void CheckPhase(const PhaseSpec& phase, const std::string& path);
  void CheckTarget(uint32_t domain, uint32_t vcpu, const std::string& path);
  void CheckSomethingRuns();
  void CheckActions();
  void CheckAction(size_t index, const std::string& path);
  void CheckAdjustment(const AdminAction& action, uint32_t pool,
                       const std::string& path);

  template <typename... Args>
  void Error(const Args&... message) {
    findings_.errors.push_back(absl::StrCat(message...));
  }
  template <typename... Args>
  void Warning(const Args&... message) {
    findings_.warnings.push_back(absl::StrCat(message...));
  }

  const Scenario& scenario_;
  const PolicyRegistry& registry_;
  const DomainPools pools_;
  // By pool; unknown ones are missing.
  absl::flat_hash_map<uint32_t, const PolicyInfo*> policies_;
  uint64_t pcpus_ = 0;  // 0: the topology is wrong
  // By number; of equal ones the first.
  absl::flat_hash_map<uint32_t, const DomainSpec*> domains_;
  Findings findings_;
};

Validator::Validator(const Scenario& scenario, const PolicyRegistry& registry)
    : scenario_(scenario), registry_(registry), pools_(scenario) {
  for (const DomainSpec& domain : scenario.domains) {
    domains_.emplace(domain.number, &domain);
  }
}

Findings Validator::Run() {
  CheckScheduler();
  CheckTopology();
  CheckTimes();
  CheckPools();
  CheckDomains();
  ValidateAdjustments(scenario_, policies_, findings_);
  CheckSomethingRuns();
  CheckActions();
  // Ids must be sound before they can be followed through time.
  if (pcpus_ != 0) {
    ValidateGranularity(scenario_, findings_);
    ValidateActions(scenario_, findings_);
  }
  ValidateModels(scenario_.sim, registry_, findings_);
  ValidateThreads(scenario_.threads, findings_);
  return std::move(findings_);
}

void Validator::CheckScheduler() {
  absl::StatusOr<const PolicyInfo*> policy =
      registry_.Find(scenario_.scheduler);
  if (!policy.ok()) return Error("scheduler: ", policy.status().message());
  policies_[0] = *policy;
  ValidateParameters(scenario_.parameters, **policy, "parameters", findings_);
}

void Validator::CheckPools() {
  absl::flat_hash_map<uint32_t, uint32_t> pool_of;
  absl::flat_hash_set<uint32_t> numbers = {0};
  for (size_t i = 0; i < scenario_.pools.size(); ++i) {
    const PoolSpec& pool = scenario_.pools[i];
    const std::string path = absl::StrCat("pools[", i, "]");
    if (pool.number > kMaxPoolNumber || !numbers.insert(pool.number).second) {
      Error(path, ".number: ", pool.number, " is not valid; give 1..",
            kMaxPoolNumber, ", each pool its own");
    }
    const absl::StatusOr<const PolicyInfo*> policy =
        registry_.Find(pool.scheduler);
    if (policy.ok()) {
      policies_.emplace(pool.number, *policy);
      ValidateParameters(pool.parameters, **policy, path + ".parameters",
                         findings_);
    } else {
      Error(path, ".scheduler: ", policy.status().message());
    }
    CheckPoolPcpus(pool, path + ".pcpus");
    for (uint32_t p : pool.pcpus) {
      if (pool_of.emplace(p, pool.number).second) continue;
      Error(path, ".pcpus: pCPU ", p, " is in pool ", pool_of[p],
            " already; give it to one of the two");
    }
  }
}

void Validator::CheckPoolPcpus(const PoolSpec& pool, const std::string& path) {
  if (!pool.pcpus.empty()) CheckAffinity(pool.pcpus, path);
  if (!pool.pcpus.empty() && pool.pcpus.front() == 0) {
    Error(path, ": pCPU 0 belongs to pool 0; leave it there");
  }
}

void Validator::CheckTopology() {
  const TopologyShape& shape = scenario_.topology;
  constexpr uint64_t kMax = Topology::kMaxPcpus;
  bool in_range = true;
  const auto check = [&](const char* field, uint32_t count) {
    if (count >= 1 && count <= kMax) return;
    in_range = false;
    Error("topology.", field, ": ", count, " is not valid; give 1..", kMax);
  };
  check("sockets", shape.sockets);
  check("cores", shape.cores);
  check("threads", shape.threads);
  if (!in_range) return;
  const uint64_t pcpus =
      uint64_t{shape.sockets} * shape.cores * shape.threads;  // at most 2^36
  if (pcpus > kMax) {
    return Error("topology: ", pcpus, " pCPUs are too many; give at most ",
                 kMax);
  }
  pcpus_ = pcpus;
  if (shape.nodes > shape.sockets) {
    Error("topology.nodes: ", shape.nodes, " is more than there are sockets (",
          shape.sockets, "); give 0 (one per socket) or 1..", shape.sockets);
  }
}

void Validator::CheckTimes() {
  if (scenario_.duration <= Duration()) {
    Error("duration_ns: ", scenario_.duration.ns(),
          " ns is not valid; give at least 1 ns");
  }
  const auto check = [this](const char* field, Duration value) {
    if (value >= Duration()) return;
    Error(field, ": ", value.ns(), " ns is not valid; give 0 (none) or more");
  };
  check("snapshot_ns", scenario_.snapshot);
  check("stagger_ns", scenario_.stagger);
}

void Validator::CheckDomains() {
  if (scenario_.domains.empty()) {
    Error("domains: there is none; give at least one domain with a vCPU");
  }
  size_t vcpus = 0;
  for (size_t i = 0; i < scenario_.domains.size(); ++i) {
    CheckDomain(scenario_.domains[i], absl::StrCat("domains[", i, "]"));
    vcpus += scenario_.domains[i].vcpus.size();
  }
  if (vcpus > kMaxVcpus) {
    Error("domains: ", vcpus, " vCPUs are too many; give at most ", kMaxVcpus);
  }
}

void Validator::CheckDomain(const DomainSpec& domain, const std::string& path) {
  if (domain.number < 1 || domain.number > kMaxDomainNumber) {
    Error(path, ".number: ", domain.number, " is not valid; give 1..",
          kMaxDomainNumber);
  } else if (domains_[domain.number] != &domain) {
    Error(path, ".number: ", domain.number,
          " is the number of another domain; give each its own");
  }
  if (domain.vcpus.empty()) {
    Error(path, ".vcpus: there is none; give at least one");
  }
  CheckWeightAndCap(domain.weight, domain.cap, domain.vcpus.size(), domain.pool,
                    path);
  for (size_t i = 0; i < domain.vcpus.size(); ++i) {
    CheckVcpu(domain.vcpus[i], absl::StrCat(path, ".vcpus[", i, "]"));
  }
}

void Validator::CheckWeightAndCap(const std::optional<uint32_t>& weight,
                                  const std::optional<uint32_t>& cap,
                                  size_t vcpus, uint32_t pool,
                                  const std::string& path) {
  const std::string wrong = weight ? CheckWeight(*weight) : "";
  if (!wrong.empty()) Error(path, ".weight: ", wrong);
  const auto policy = policies_.find(pool);
  const CapVerdict verdict =
      CheckCap(cap.value_or(0), vcpus,
               policy == policies_.end() ? nullptr : policy->second);
  if (verdict.text.empty()) return;
  if (verdict.is_refused) return Error(path, ".cap: ", verdict.text);
  Warning(path, ".cap: ", verdict.text);
}

void Validator::CheckVcpu(const VcpuSpec& vcpu, const std::string& path) {
  CheckAffinity(vcpu.hard, path + ".hard");
  CheckAffinity(vcpu.soft, path + ".soft");
  if (vcpu.start && vcpu.start->ns() < 0) {
    Error(path, ".start_ns: ", vcpu.start->ns(),
          " ns is not valid; give 0 or more");
  }
  CheckWorkload(vcpu.workload, path);
}

void Validator::CheckAffinity(const std::optional<PcpuList>& list,
                              const std::string& path) {
  if (!list) return;
  if (list->empty()) {
    return Error(path, ": no pCPU is in it; give at least one");
  }
  if (std::adjacent_find(list->begin(), list->end(), std::greater_equal<>()) !=
      list->end()) {
    return Error(path,
                 ": the pCPUs are not ascending; sort them and give each "
                 "once");
  }
  if (pcpus_ != 0 && list->back() >= pcpus_) {
    Error(path, ": pCPU ", list->back(), " is not in the machine; give 0..",
          pcpus_ - 1);
  }
}

void Validator::CheckWorkload(const Workload& workload,
                              const std::string& path) {
  const auto check_time = [&](const char* field, Duration time) {
    if (time > Duration()) return;
    Error(path, ".", field, ": ", time.ns(),
          " ns is not valid; give at least 1 ns");
  };
  if (const auto* program = std::get_if<PhasesWorkload>(&workload)) {
    for (size_t i = 0; i < program->phases.size(); ++i) {
      CheckPhase(program->phases[i],
                 absl::StrCat(path, ".program.phases[", i, "]"));
    }
  } else if (const auto* timer = std::get_if<TimerLatencyWorkload>(&workload)) {
    check_time("timer_latency.delay_ns", timer->delay);
  } else if (const auto* sender =
                 std::get_if<SignalSenderWorkload>(&workload)) {
    check_time("signal_sender.gap_ns", sender->gap);
    CheckTarget(sender->target_domain, sender->target_vcpu,
                path + ".signal_sender.target");
  }
}

void Validator::CheckPhase(const PhaseSpec& phase, const std::string& path) {
  const int64_t ns = phase.duration.ns();
  const auto check_time = [&](const char* field, int64_t least) {
    if (ns >= least) return;
    Error(path, field, ": ", ns, " ns is not valid; give at least ", least,
          " ns");
  };
  switch (phase.kind) {
    case PhaseSpec::Kind::kRun:
      return check_time(".run_ns", 1);
    case PhaseSpec::Kind::kSleep:
      return check_time(".sleep_ns", 0);
    case PhaseSpec::Kind::kDown:
      return check_time(".down_ns", 0);
    case PhaseSpec::Kind::kPoll:
      return check_time(".poll_ns", 0);
    case PhaseSpec::Kind::kWake:
      return CheckTarget(phase.target_domain, phase.target_vcpu,
                         path + ".wake");
    default:
      return;
  }
}

void Validator::CheckTarget(uint32_t domain, uint32_t vcpu,
                            const std::string& path) {
  const auto it = domains_.find(domain);
  if (it == domains_.end()) {
    return Error(path, ": there is no domain ", domain,
                 "; give the number of a domain of this scenario");
  }
  if (vcpu >= it->second->vcpus.size()) {
    Error(path, ": there is no vCPU ", FormatVcpuName(domain, vcpu),
          "; domain ", domain, " has ",
          Counted(it->second->vcpus.size(), "vCPU"));
  }
}

void Validator::CheckSomethingRuns() {
  const auto runs = [](const VcpuSpec& vcpu) {
    const auto* program = std::get_if<PhasesWorkload>(&vcpu.workload);
    return program == nullptr || !program->phases.empty();
  };
  for (const DomainSpec& domain : scenario_.domains) {
    if (std::any_of(domain.vcpus.begin(), domain.vcpus.end(), runs)) return;
  }
  if (scenario_.domains.empty()) return;
  Error("domains: empty workload: no vCPU has a program; give at least one");
}

void Validator::CheckActions() {
  for (size_t i = 0; i < scenario_.actions.size(); ++i) {
    CheckAction(i, absl::StrCat("actions[", i, "]"));
  }
}

void Validator::CheckAction(size_t index, const std::string& path) {
  const AdminAction& action = scenario_.actions[index];
  if (action.at.ns() < 0) {
    Error(path, ".at_ns: ", action.at.ns(), " ns is not valid; give 0 or more");
  } else if (action.at.ns() >= scenario_.duration.ns()) {
    Warning(path, ".at_ns: ", action.at.ns(),
            " ns is not before the end of the run; it will not happen");
  }
  if (!action.OfDomain()) return;
  CheckTarget(action.domain, action.vcpu.value_or(0),
              path + (action.vcpu ? ".vcpu" : ".domain"));
  if (action.kind == AdminAction::Kind::kAdjust) {
    CheckAdjustment(action, pools_.AtAction(action.domain, index), path);
  }
}

void Validator::CheckAdjustment(const AdminAction& action, uint32_t pool,
                                const std::string& path) {
  const bool of_vcpu = action.vcpu.has_value();
  const bool real_time = action.period || action.budget || action.extratime;
  const bool changes =
      of_vcpu ? action.hard || action.soft : action.weight || action.cap;
  if (!changes && !real_time) {
    Warning(path, ": it changes nothing; give ",
            of_vcpu ? "hard or soft" : "weight or cap");
  }
  if (of_vcpu ? action.weight || action.cap : action.hard || action.soft) {
    Warning(path, ": ", of_vcpu ? "weight and cap" : "hard and soft",
            " do not belong to a ", of_vcpu ? "vCPU" : "domain",
            "; they are passed over");
  }
  const auto domain = domains_.find(action.domain);
  if (domain == domains_.end()) return;
  CheckWeightAndCap(action.weight, action.cap, domain->second->vcpus.size(),
                    pool, path);
  const std::string wrong = CheckRealTime(action.period, action.budget);
  if (!wrong.empty()) Error(path, ": ", wrong);
  CheckAffinity(action.hard, path + ".hard");
  CheckAffinity(action.soft, path + ".soft");
}

}  // namespace

Findings Validate(const Scenario& scenario, const PolicyRegistry& registry) {
  if (scenario.xen.empty()) return Validator(scenario, registry).Run();
  Scenario applied = scenario;
  Findings findings = ApplyXenOptions(applied, registry);
  const Findings others = Validator(applied, registry).Run();
  absl::c_copy(others.errors, std::back_inserter(findings.errors));
  absl::c_copy(others.warnings, std::back_inserter(findings.warnings));
  return findings;
}

std::vector<std::string> ExecutorErrors(const Scenario& scenario,
                                        ExecutorKind executor) {
  if (executor != ExecutorKind::kThreads ||
      scenario.granularity == SchedGran::kCpu) {
    return {};
  }
  return {absl::StrCat(
      "granularity: ", GranularityName(scenario.granularity),
      " exists only in the simulation; give cpu, or run in the simulation")};
}

}  // namespace xenotime
