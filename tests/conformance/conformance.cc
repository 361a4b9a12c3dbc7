#include "xenotime/tests/conformance/conformance.h"

#include <algorithm>

#include "xenotime/scheduler/policy/adjustment.h"
#include "xenotime/time/types.h"

namespace xenotime {

void GiveEachVcpuAFrame(Scenario& scenario) {
  constexpr Duration kLength = Microseconds(200);
  FrameTable table;
  for (const DomainSpec& domain : scenario.domains) {
    for (uint32_t i = 0; i < domain.vcpus.size(); ++i) {
      if (table.entries.size() == FrameTable::kMaxEntries) break;
      table.entries.push_back({domain.number, i, kLength});
      table.major += kLength;
    }
  }
  scenario.frames = table;
}

void GiveEachVcpuABudget(Scenario& scenario) {
  int64_t vcpus = 0;
  for (const DomainSpec& domain : scenario.domains) {
    vcpus += static_cast<int64_t>(domain.vcpus.size());
  }
  RealTimeParameters parameters;
  const int64_t period_us = parameters.period.ns() / 1000;
  const int64_t part_us = period_us * scenario.topology.pcpus() / vcpus;
  parameters.budget = Microseconds(std::min(part_us, period_us));
  for (DomainSpec& domain : scenario.domains) domain.real_time = parameters;
}

}  // namespace xenotime
