#include "xenotime/tests/conformance/conformance.h"

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

}  // namespace xenotime
