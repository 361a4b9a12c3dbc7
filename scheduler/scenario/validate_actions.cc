#include "xenotime/scheduler/scenario/validate_actions.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/granularity.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

using Kind = AdminAction::Kind;

// The machine as its toolstack sees it, at the time of the next action.
class Course {
 public:
  Course(const Scenario& scenario, Findings& findings);

  void Follow();

 private:
  // In place of a pool's number.
  static constexpr int64_t kFree = -1;
  static constexpr int64_t kUnplugged = -2;

  struct Domain {
    const DomainSpec* spec = nullptr;
    bool exists = false;
    bool destroyed = false;
    uint32_t pool = 0;
    int64_t pauses = 0;
    std::vector<int64_t> vcpu_pauses;
  };
  struct Step {
    Instant at;
    const AdminAction* action;  // null: `domain` is created
    Domain* domain;
    size_t index;  // of the action or the domain, in the scenario
  };

  std::vector<Step> StepsByTime();
  void Create(Domain& domain);
  void Take(const AdminAction& action);
  void Pause(const AdminAction& action, Domain& domain);
  void Unpause(const AdminAction& action, Domain& domain);
  void Move(const AdminAction& action, Domain& domain);
  void ChangePcpus(const AdminAction& action);
  void ChangePcpu(const AdminAction& action, uint32_t p);
  void Unplug(uint32_t p);
  void Plug(uint32_t p);
  // `named` is the pCPU with which its whole resource would leave.
  bool MayLeave(uint32_t p, uint32_t named);
  // The domain of an action, if it exists then.
  Domain* Existing(const AdminAction& action);
  bool KnownPool(uint32_t number);
  void CheckAllowed(const std::optional<PcpuList>& hard, uint32_t pool,
                    absl::string_view field);
  bool Populated(uint32_t pool) const;
  bool Inhabited(uint32_t pool) const;
  std::string Where(int64_t pool) const;

  template <typename... Args>
  void Error(const Args&... message) {
    findings_.errors.push_back(absl::StrCat(path_, message...));
  }

  const Scenario& scenario_;
  Findings& findings_;
  std::string path_;  // of what is looked at
  std::vector<int64_t> pool_of_;
  absl::flat_hash_map<uint32_t, Domain> domains_;
};

Course::Course(const Scenario& scenario, Findings& findings)
    : scenario_(scenario),
      findings_(findings),
      pool_of_(scenario.topology.pcpus(), 0) {
  for (const PoolSpec& pool : scenario.pools) {
    for (uint32_t p : pool.pcpus) {
      if (p < pool_of_.size()) pool_of_[p] = pool.number;
    }
  }
  for (const DomainSpec& spec : scenario.domains) {
    Domain domain;
    domain.spec = &spec;
    domain.pool = spec.pool;
    domain.vcpu_pauses.resize(spec.vcpus.size());
    domains_.emplace(spec.number, std::move(domain));
  }
}

void Course::Follow() {
  for (size_t i = 0; i < scenario_.domains.size(); ++i) {
    Domain& domain = domains_[scenario_.domains[i].number];
    path_ = absl::StrCat("domains[", i, "]");
    if (!domain.spec->create.has_value()) Create(domain);
  }
  for (const Step& step : StepsByTime()) {
    if (step.action == nullptr) {
      path_ = absl::StrCat("domains[", step.index, "]");
      Create(*step.domain);
    } else {
      path_ = absl::StrCat("actions[", step.index, "]");
      Take(*step.action);
    }
  }
}

// As the toolstack orders them: creations first, then actions as given.
std::vector<Course::Step> Course::StepsByTime() {
  std::vector<Step> steps;
  for (size_t i = 0; i < scenario_.domains.size(); ++i) {
    const DomainSpec& spec = scenario_.domains[i];
    if (spec.create.has_value()) {
      steps.push_back({*spec.create, nullptr, &domains_[spec.number], i});
    }
  }
  for (size_t i = 0; i < scenario_.actions.size(); ++i) {
    steps.push_back(
        {scenario_.actions[i].at, &scenario_.actions[i], nullptr, i});
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.at < b.at; });
  return steps;
}

void Course::Create(Domain& domain) {
  domain.exists = true;
  if (!KnownPool(domain.pool)) return;
  if (!Populated(domain.pool)) {
    return Error(".pool: pool ", domain.pool,
                 " has no pCPU then; give it one, or name another pool");
  }
  for (size_t i = 0; i < domain.spec->vcpus.size(); ++i) {
    const VcpuSpec& vcpu = domain.spec->vcpus[i];
    CheckAllowed(vcpu.hard, domain.pool, absl::StrCat(".vcpus[", i, "].hard"));
    if (domain.spec->create && vcpu.start &&
        *vcpu.start < domain.spec->create) {
      Error(".vcpus[", i, "].start_ns: ", vcpu.start->ns(),
            " ns is before the domain's creation; give at least ",
            domain.spec->create->ns());
    }
  }
}

void Course::Take(const AdminAction& action) {
  if (action.kind == Kind::kAddPcpus || action.kind == Kind::kRemovePcpus ||
      action.kind == Kind::kPlug || action.kind == Kind::kUnplug) {
    return ChangePcpus(action);
  }
  if (action.kind == Kind::kSetFrames) {
    (void)KnownPool(action.pool);
    return;
  }
  Domain* domain = Existing(action);
  if (domain == nullptr) return;
  switch (action.kind) {
    case Kind::kPause:
      return Pause(action, *domain);
    case Kind::kUnpause:
      return Unpause(action, *domain);
    case Kind::kDestroy:
      domain->exists = false;
      domain->destroyed = true;
      return;
    case Kind::kMoveDomain:
      return Move(action, *domain);
    default:
      return CheckAllowed(action.hard, domain->pool, ".hard");
  }
}

Course::Domain* Course::Existing(const AdminAction& action) {
  const auto found = domains_.find(action.domain);
  if (found == domains_.end()) return nullptr;  // an error of its own
  Domain& domain = found->second;
  const bool known_vcpu =
      !action.vcpu || *action.vcpu < domain.spec->vcpus.size();
  if (domain.exists && known_vcpu) return &domain;
  if (!domain.exists) {
    Error(
        ".domain: domain ", action.domain,
        domain.destroyed ? " is destroyed before " : " is created only after ",
        action.at.ns(), " ns; choose another time");
  }
  return nullptr;
}

void Course::Pause(const AdminAction& action, Domain& domain) {
  constexpr int64_t kMostPauses = 255;  // of a toolstack (core.md, 3.8)
  int64_t& pauses =
      action.vcpu ? domain.vcpu_pauses[*action.vcpu] : domain.pauses;
  if (pauses == kMostPauses) {
    return Error(": it is paused ", kMostPauses,
                 " times already; unpause it first");
  }
  ++pauses;
}

void Course::Unpause(const AdminAction& action, Domain& domain) {
  int64_t& pauses =
      action.vcpu ? domain.vcpu_pauses[*action.vcpu] : domain.pauses;
  if (pauses == 0) return Error(": it is not paused then; pause it first");
  --pauses;
}

void Course::Move(const AdminAction& action, Domain& domain) {
  if (!KnownPool(action.pool)) return;
  if (!Populated(action.pool)) {
    return Error(".pool: pool ", action.pool,
                 " has no pCPU then; give it one first");
  }
  domain.pool = action.pool;
}

void Course::ChangePcpus(const AdminAction& action) {
  if (action.pcpus.empty()) {
    return Error(".pcpus: no pCPU is in it; give at least one");
  }
  const bool of_pool =
      action.kind == Kind::kAddPcpus || action.kind == Kind::kRemovePcpus;
  if (of_pool && !KnownPool(action.pool)) return;
  for (uint32_t p : action.pcpus) {
    if (p < pool_of_.size()) {
      ChangePcpu(action, p);
    } else {
      Error(".pcpus: pCPU ", p, " is not in the machine; give 0..",
            pool_of_.size() - 1);
    }
  }
}

void Course::ChangePcpu(const AdminAction& action, uint32_t p) {
  int64_t& pool = pool_of_[p];
  const auto refuse = [&](absl::string_view needed) {
    Error(".pcpus: pCPU ", p, " is ", Where(pool), " then; ", needed);
  };
  switch (action.kind) {
    case Kind::kAddPcpus:
      if (pool != kFree) return refuse("only a free one can join a pool");
      pool = action.pool;
      return;
    case Kind::kRemovePcpus:
      if (pool != action.pool) return refuse("name one of this pool");
      if (MayLeave(p, p)) pool = kFree;
      return;
    case Kind::kUnplug:
      if (pool != 0 && pool != kFree) {
        return refuse("only one of pool 0, or a free one, can go off line");
      }
      return Unplug(p);
    default:
      if (pool != kUnplugged) return refuse("only an unplugged one can return");
      return Plug(p);
  }
}

// Its resource leaves the pool as a whole; the other members are free then.
void Course::Unplug(uint32_t p) {
  if (pool_of_[p] == 0) {
    for (uint32_t member : ResourceMembers(scenario_, p)) {
      if (!MayLeave(member, p)) return;
      pool_of_[member] = kFree;
    }
  }
  pool_of_[p] = kUnplugged;
}

// It is free until its whole resource is on line, which pool 0 gets.
void Course::Plug(uint32_t p) {
  pool_of_[p] = kFree;
  const PcpuList members = ResourceMembers(scenario_, p);
  const bool whole =
      std::all_of(members.begin(), members.end(),
                  [this](uint32_t m) { return pool_of_[m] == kFree; });
  if (!whole) return;
  for (uint32_t member : members) pool_of_[member] = 0;
}

bool Course::MayLeave(uint32_t p, uint32_t named) {
  const auto pool = static_cast<uint32_t>(pool_of_[p]);
  if (p == 0 && pool == 0) {
    if (named == p) {
      Error(".pcpus: pCPU 0 cannot leave pool 0; choose another");
    } else {
      Error(".pcpus: with pCPU ", named, " the whole resource leaves pool 0 (",
            "granularity: ", GranularityName(scenario_.granularity),
            "), and pCPU 0, which is of it, cannot; choose another");
    }
    return false;
  }
  const auto members = std::count(pool_of_.begin(), pool_of_.end(), pool);
  if (members > 1 || !Inhabited(pool)) return true;
  Error(".pcpus: pCPU ", p, " is the last one of pool ", pool,
        ", which has domains then; move or destroy these first");
  return false;
}

bool Course::KnownPool(uint32_t number) {
  const auto is = [number](const PoolSpec& pool) {
    return pool.number == number;
  };
  if (number == 0) return true;
  if (std::any_of(scenario_.pools.begin(), scenario_.pools.end(), is)) {
    return true;
  }
  Error(".pool: there is no pool ", number,
        "; give 0 or the number of a pool of this scenario");
  return false;
}

void Course::CheckAllowed(const std::optional<PcpuList>& hard, uint32_t pool,
                          absl::string_view field) {
  if (!hard || hard->empty()) return;
  const auto in_pool = [&](uint32_t p) {
    return p >= pool_of_.size() || pool_of_[p] == pool;
  };
  if (std::any_of(hard->begin(), hard->end(), in_pool)) return;
  Error(field, ": none of these pCPUs is in pool ", pool,
        " then; give at least one that is");
}

bool Course::Populated(uint32_t pool) const {
  return std::find(pool_of_.begin(), pool_of_.end(), pool) != pool_of_.end();
}

bool Course::Inhabited(uint32_t pool) const {
  return std::any_of(domains_.begin(), domains_.end(), [pool](const auto& d) {
    return d.second.exists && d.second.pool == pool;
  });
}

std::string Course::Where(int64_t pool) const {
  if (pool == kFree) return "in no pool";
  if (pool == kUnplugged) return "unplugged";
  return absl::StrCat("in pool ", pool);
}

}  // namespace

void ValidateActions(const Scenario& scenario, Findings& findings) {
  Course(scenario, findings).Follow();
}

}  // namespace xenotime
