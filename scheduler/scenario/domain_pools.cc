#include "xenotime/scheduler/scenario/domain_pools.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace xenotime {

DomainPools::DomainPools(const Scenario& scenario) : scenario_(scenario) {
  for (const DomainSpec& domain : scenario.domains) {
    stays_[domain.number].first = domain.pool;
  }
  for (size_t i = 0; i < scenario.actions.size(); ++i) {
    const AdminAction& action = scenario.actions[i];
    if (action.kind != AdminAction::Kind::kMoveDomain) continue;
    stays_[action.domain].moves.push_back({action.at, i, action.pool});
  }
  for (auto& [number, stay] : stays_) {
    std::stable_sort(stay.moves.begin(), stay.moves.end(),
                     [](const Move& a, const Move& b) { return a.at < b.at; });
  }
}

uint32_t DomainPools::AtFirst(uint32_t domain) const {
  const auto it = stays_.find(domain);
  return it == stays_.end() ? 0 : it->second.first;
}

uint32_t DomainPools::AtAction(uint32_t domain, size_t index) const {
  const auto it = stays_.find(domain);
  if (it == stays_.end()) return 0;
  const Instant at = scenario_.actions[index].at;
  const auto after = std::partition_point(
      it->second.moves.begin(), it->second.moves.end(), [&](const Move& move) {
        return std::tie(move.at, move.index) < std::tie(at, index);
      });
  return after == it->second.moves.begin() ? it->second.first
                                           : std::prev(after)->pool;
}

}  // namespace xenotime
