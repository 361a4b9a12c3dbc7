#include "xenotime/scheduler/scenario/subjects.h"

#include <algorithm>
#include <vector>

#include "xenotime/scheduler/core/check.h"

namespace xenotime {
namespace {

// Where pool `number` stands: pool 0 first, then the others in their order.
uint32_t PoolIndex(const Scenario& scenario, uint32_t number) {
  for (uint32_t i = 0; i < scenario.pools.size(); ++i) {
    if (scenario.pools[i].number == number) return i + 1;
  }
  return 0;
}

// What the toolstack promises, action by action.
class Promises {
 public:
  explicit Promises(const Scenario& scenario)
      : scenario_(scenario), pool_of_(scenario.topology.pcpus(), 0) {
    for (uint32_t i = 0; i < scenario.pools.size(); ++i) {
      SetPool(scenario.pools[i].pcpus, i + 1);
    }
    for (const DomainSpec& domain : scenario.domains) {
      domains_.push_back(
          {domain.weight, domain.cap, PoolIndex(scenario, domain.pool)});
    }
  }

  TraceSubjects::Terms TermsFrom(Instant from) const {
    TraceSubjects::Terms terms{.from = from, .domains = domains_};
    terms.pool_pcpus.resize(scenario_.pools.size() + 1);
    for (uint32_t pool : pool_of_) {
      if (pool != kNoPool) ++terms.pool_pcpus[pool];
    }
    return terms;
  }

  // Whether the action changed anything.
  bool Apply(const AdminAction& action) {
    using Kind = AdminAction::Kind;
    switch (action.kind) {
      case Kind::kAdjust:
        return Adjust(action);
      case Kind::kMoveDomain:
        DomainOf(action) = {.pool = PoolIndex(scenario_, action.pool)};
        return true;
      case Kind::kAddPcpus:
        SetPool(action.pcpus, PoolIndex(scenario_, action.pool));
        return true;
      case Kind::kPlug:
        SetPool(action.pcpus, 0);
        return true;
      case Kind::kRemovePcpus:
      case Kind::kUnplug:
        SetPool(action.pcpus, kNoPool);
        return true;
      default:
        return false;
    }
  }

 private:
  static constexpr uint32_t kNoPool = ~uint32_t{0};

  TraceSubjects::Promise& DomainOf(const AdminAction& action) {
    const auto found = std::find_if(
        scenario_.domains.begin(), scenario_.domains.end(),
        [&](const DomainSpec& d) { return d.number == action.domain; });
    XENOTIME_CHECK(found != scenario_.domains.end(), "the scenario is valid");
    return domains_[static_cast<size_t>(found - scenario_.domains.begin())];
  }

  bool Adjust(const AdminAction& action) {
    if (!action.weight.has_value() && !action.cap.has_value()) return false;
    TraceSubjects::Promise& promise = DomainOf(action);
    promise.weight = action.weight.value_or(promise.weight);
    promise.cap = action.cap.value_or(promise.cap);
    return true;
  }

  void SetPool(const PcpuList& pcpus, uint32_t pool) {
    for (uint32_t p : pcpus) pool_of_[p] = pool;
  }

  const Scenario& scenario_;
  std::vector<uint32_t> pool_of_;  // by pCPU
  std::vector<TraceSubjects::Promise> domains_;
};

std::vector<TraceSubjects::Terms> TermsOf(const Scenario& scenario) {
  Promises promises(scenario);
  std::vector<TraceSubjects::Terms> all = {promises.TermsFrom(Instant())};
  std::vector<const AdminAction*> actions;
  for (const AdminAction& action : scenario.actions) {
    actions.push_back(&action);
  }
  std::stable_sort(actions.begin(), actions.end(),
                   [](const auto* a, const auto* b) { return a->at < b->at; });
  for (const AdminAction* action : actions) {
    if (!promises.Apply(*action)) continue;
    if (all.back().from == action->at) all.pop_back();
    all.push_back(promises.TermsFrom(action->at));
  }
  return all;
}

}  // namespace

TraceSubjects SubjectsOf(const Scenario& scenario) {
  TraceSubjects subjects;
  subjects.pcpus = scenario.topology.pcpus();
  for (const DomainSpec& domain : scenario.domains) {
    const auto position = static_cast<uint32_t>(subjects.domains.size());
    subjects.domains.push_back(domain.number);
    for (uint32_t i = 0; i < domain.vcpus.size(); ++i) {
      subjects.vcpus.push_back({domain.number, i});
      subjects.domain_of.push_back(position);
    }
  }
  return subjects;
}

TraceSubjects SubjectsOf(const Scenario& scenario,
                         const std::vector<PoolSetup>& pools) {
  TraceSubjects subjects = SubjectsOf(scenario);
  subjects.terms = TermsOf(scenario);
  for (const DomainSpec& domain : scenario.domains) {
    const PoolSetup& pool = pools[PoolIndex(scenario, domain.pool)];
    subjects.cap_window.push_back(pool.policy->cap_window
                                      ? pool.policy->cap_window(pool.parameters)
                                      : Duration());
  }
  return subjects;
}

}  // namespace xenotime
