#include "xenotime/scheduler/scenario/validate_adjustments.h"

#include <cstddef>
#include <optional>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/scenario/toolstack_requests.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

using PolicyOfPool = absl::flat_hash_map<uint32_t, const PolicyInfo*>;

class Checker {
 public:
  Checker(const Scenario& scenario, const PolicyOfPool& policies,
          Findings& findings);

  void CheckDomain(const DomainSpec& domain, const std::string& path);
  void CheckFrames(const std::optional<FrameTable>& frames, uint32_t pool,
                   const std::string& path);

 private:
  void CheckParameters(const std::optional<RealTimeParameters>& parameters,
                       const std::string& path);
  void CheckTable(const FrameTable& frames, uint32_t pool,
                  const std::string& path);
  void CheckOwner(const FrameTable::Entry& entry, uint32_t pool,
                  const std::string& path);
  const PolicyInfo* PolicyOf(uint32_t pool) const {
    const auto it = policies_.find(pool);
    return it == policies_.end() ? nullptr : it->second;
  }

  template <typename... Args>
  void Error(const Args&... message) {
    findings_.errors.push_back(absl::StrCat(message...));
  }
  template <typename... Args>
  void Warning(const Args&... message) {
    findings_.warnings.push_back(absl::StrCat(message...));
  }

  const PolicyOfPool& policies_;
  Findings& findings_;
  absl::flat_hash_map<uint32_t, const DomainSpec*> domains_;  // by number
  // Pools of which it was said that they have no periods: once is enough.
  absl::flat_hash_set<uint32_t> warned_;
};

Checker::Checker(const Scenario& scenario, const PolicyOfPool& policies,
                 Findings& findings)
    : policies_(policies), findings_(findings) {
  for (const DomainSpec& domain : scenario.domains) {
    domains_.emplace(domain.number, &domain);
  }
}

void Checker::CheckDomain(const DomainSpec& domain, const std::string& path) {
  CheckParameters(domain.real_time, path);
  std::string given = domain.real_time ? path : "";
  for (size_t i = 0; i < domain.vcpus.size(); ++i) {
    if (!domain.vcpus[i].real_time) continue;
    const std::string place = absl::StrCat(path, ".vcpus[", i, "]");
    CheckParameters(domain.vcpus[i].real_time, place);
    if (given.empty()) given = place;
  }
  const PolicyInfo* policy = PolicyOf(domain.pool);
  if (given.empty() || policy == nullptr || policy->real_time) return;
  if (!warned_.insert(domain.pool).second) return;
  Warning(given, ": period, budget and extratime have no effect, as scheduler ",
          policy->name, " does not have them; leave them out");
}

void Checker::CheckParameters(
    const std::optional<RealTimeParameters>& parameters,
    const std::string& path) {
  if (!parameters.has_value()) return;
  const std::string period = CheckRealTime(parameters->period, std::nullopt);
  if (!period.empty()) return Error(path, ".period_ns: ", period);
  const std::string budget =
      CheckRealTime(parameters->period, parameters->budget);
  if (!budget.empty()) Error(path, ".budget_ns: ", budget);
}

void Checker::CheckFrames(const std::optional<FrameTable>& frames,
                          uint32_t pool, const std::string& path) {
  const PolicyInfo* policy = PolicyOf(pool);
  if (frames.has_value()) CheckTable(*frames, pool, path);
  if (policy == nullptr || policy->frames == frames.has_value()) return;
  if (frames.has_value()) {
    Warning(path, ": it has no effect, as scheduler ", policy->name,
            " has no cyclic schedule; leave it out");
  } else {
    Warning(path, ": there is none, and without it scheduler ", policy->name,
            " lets nobody run; give every vCPU a minor frame");
  }
}

void Checker::CheckTable(const FrameTable& frames, uint32_t pool,
                         const std::string& path) {
  if (frames.major < Nanoseconds(1)) {
    Error(path, ".major_ns: ", frames.major.ns(),
          " ns is not valid; give at least 1 ns");
  }
  const size_t entries = frames.entries.size();
  if (entries < 1 || entries > FrameTable::kMaxEntries) {
    return Error(path, ".entries: ", entries,
                 " minor frames are not valid; give 1..",
                 FrameTable::kMaxEntries);
  }
  Duration sum;
  for (size_t i = 0; i < entries; ++i) {
    const FrameTable::Entry& entry = frames.entries[i];
    const std::string place = absl::StrCat(path, ".entries[", i, "]");
    CheckOwner(entry, pool, place + ".vcpu");
    if (entry.runtime < Nanoseconds(1)) {
      return Error(place, ".runtime_ns: ", entry.runtime.ns(),
                   " ns is not valid; give at least 1 ns");
    }
    sum += entry.runtime;
  }
  if (sum <= frames.major || frames.major < Nanoseconds(1)) return;
  Error(path, ".entries: the minor frames take ", sum.ns(),
        " ns; give at most the major frame, ", frames.major.ns());
}

void Checker::CheckOwner(const FrameTable::Entry& entry, uint32_t pool,
                         const std::string& path) {
  const auto it = domains_.find(entry.domain);
  if (it == domains_.end()) {
    return Error(path, ": there is no domain ", entry.domain,
                 "; give a vCPU of a domain of this scenario");
  }
  const DomainSpec& domain = *it->second;
  if (entry.vcpu >= domain.vcpus.size()) {
    return Error(path, ": there is no vCPU ",
                 FormatVcpuName(entry.domain, entry.vcpu), "; domain ",
                 entry.domain, " has ", Counted(domain.vcpus.size(), "vCPU"));
  }
  if (domain.pool == pool) return;
  Warning(path, ": domain ", entry.domain, " is created in pool ", domain.pool,
          "; this frame is nobody's while it is there");
}

}  // namespace

void ValidateAdjustments(const Scenario& scenario, const PolicyOfPool& policies,
                         Findings& findings) {
  Checker checker(scenario, policies, findings);
  for (size_t i = 0; i < scenario.domains.size(); ++i) {
    checker.CheckDomain(scenario.domains[i], absl::StrCat("domains[", i, "]"));
  }
  checker.CheckFrames(scenario.frames, 0, "frames");
  for (size_t i = 0; i < scenario.pools.size(); ++i) {
    const PoolSpec& pool = scenario.pools[i];
    checker.CheckFrames(pool.frames, pool.number,
                        absl::StrCat("pools[", i, "].frames"));
  }
  for (size_t i = 0; i < scenario.actions.size(); ++i) {
    const AdminAction& action = scenario.actions[i];
    if (action.kind != AdminAction::Kind::kSetFrames) continue;
    checker.CheckFrames(action.frames, action.pool,
                        absl::StrCat("actions[", i, "].frames"));
  }
}

}  // namespace xenotime
