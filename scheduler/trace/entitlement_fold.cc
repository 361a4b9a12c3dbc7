#include "xenotime/scheduler/trace/entitlement_fold.h"

#include "xenotime/scheduler/trace/water_filling.h"

namespace xenotime {

EntitlementFold::EntitlementFold(const TraceSubjects& subjects)
    : subjects_(subjects),
      vcpus_of_(subjects.domains.size()),
      demanded_before_(subjects.vcpus.size()),
      entitled_(subjects.vcpus.size()) {
  for (uint32_t v = 0; v < subjects.domain_of.size(); ++v) {
    vcpus_of_[subjects.domain_of[v]].push_back(v);
  }
}

Instant EntitlementFold::part_end() const {
  return part_ + 1 < subjects_.terms.size() ? subjects_.terms[part_ + 1].from
                                            : Instant::Never();
}

void EntitlementFold::CloseAt(Instant end, const Demand& demand) {
  if (part_ >= subjects_.terms.size()) return;
  std::vector<int64_t> demanded(entitled_.size());
  for (uint32_t v = 0; v < demanded.size(); ++v) {
    const int64_t total = demand(VcpuId(v), end);
    demanded[v] = total - demanded_before_[v];
    demanded_before_[v] = total;
  }
  const int64_t length = (end - part_start_).ns();
  const auto pools =
      static_cast<uint32_t>(subjects_.terms[part_].pool_pcpus.size());
  for (uint32_t pool = 0; pool < pools; ++pool) {
    DividePool(pool, length, demanded);
  }
  part_start_ = end;
}

void EntitlementFold::DividePool(uint32_t pool, int64_t length,
                                 const std::vector<int64_t>& demanded) {
  const TraceSubjects::Terms& terms = subjects_.terms[part_];
  std::vector<WaterGroup> groups;
  std::vector<uint32_t> members;
  for (uint32_t d = 0; d < terms.domains.size(); ++d) {
    const TraceSubjects::Promise& promise = terms.domains[d];
    if (promise.pool != pool) continue;
    WaterGroup& group = groups.emplace_back();
    group.weight = promise.weight;
    if (promise.cap != 0)
      group.limit = (Duration(length) * promise.cap).ns() / 100;
    for (uint32_t v : vcpus_of_[d]) {
      group.demands.push_back(demanded[v]);
      members.push_back(v);
    }
  }
  auto member = members.begin();
  const Duration capacity = Duration(length) * terms.pool_pcpus[pool];
  for (const auto& shares : FillWater(capacity.ns(), groups)) {
    for (int64_t share : shares) entitled_[*member++] += share;
  }
}

}  // namespace xenotime
