#ifndef XENOTIME_SCHEDULER_SCENARIO_SCENARIO_IDS_H_
#define XENOTIME_SCHEDULER_SCENARIO_SCENARIO_IDS_H_

#include <cstdint>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "xenotime/scheduler/core/cpu_set.h"
#include "xenotime/scheduler/core/ids.h"
#include "xenotime/scheduler/scenario/scenario.h"

namespace xenotime {

// The engine's numbers for what a scenario names: domains and vCPUs count in
// the order of the scenario, pool 0 comes before the others.
//
// Thread rule: immutable. REQUIRES: the scenario is valid.
class ScenarioIds {
 public:
  explicit ScenarioIds(const Scenario& scenario);

  DomainId Domain(uint32_t number) const;
  VcpuId Vcpu(uint32_t domain_number, uint32_t index) const;
  PoolId Pool(uint32_t number) const;

 private:
  struct Place {
    DomainId domain;
    uint32_t first_vcpu;
  };
  absl::flat_hash_map<uint32_t, Place> domains_;
  absl::flat_hash_map<uint32_t, PoolId> pools_;
};

// The set of a machine's pCPUs that a list names.
CpuSet ToCpuSet(const PcpuList& list, uint32_t pcpus);

}  // namespace xenotime

#endif  // XENOTIME_SCHEDULER_SCENARIO_SCENARIO_IDS_H_
