#include "xenotime/scheduler/scenario/scenario_ids.h"

namespace xenotime {

ScenarioIds::ScenarioIds(const Scenario& scenario) {
  uint32_t vcpus = 0;
  for (uint32_t i = 0; i < scenario.domains.size(); ++i) {
    const DomainSpec& domain = scenario.domains[i];
    domains_.emplace(domain.number, Place{DomainId(i), vcpus});
    vcpus += static_cast<uint32_t>(domain.vcpus.size());
  }
  pools_.emplace(0, PoolId(0));
  for (uint32_t i = 0; i < scenario.pools.size(); ++i) {
    pools_.emplace(scenario.pools[i].number, PoolId(i + 1));
  }
}

DomainId ScenarioIds::Domain(uint32_t number) const {
  return domains_.at(number).domain;
}

VcpuId ScenarioIds::Vcpu(uint32_t domain_number, uint32_t index) const {
  return VcpuId(domains_.at(domain_number).first_vcpu + index);
}

PoolId ScenarioIds::Pool(uint32_t number) const { return pools_.at(number); }

CpuSet ToCpuSet(const PcpuList& list, uint32_t pcpus) {
  CpuSet set(pcpus);
  for (uint32_t p : list) set.Add(PcpuId(p));
  return set;
}

}  // namespace xenotime
