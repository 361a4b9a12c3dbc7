#include "xenotime/scheduler/scenario/granularity.h"

#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

// A vCPU that is not the first of its unit has no frames of its own.
void CheckFrames(const std::optional<FrameTable>& frames, uint32_t size,
                 const std::string& path, Findings& findings) {
  if (!frames) return;
  for (size_t i = 0; i < frames->entries.size(); ++i) {
    const FrameTable::Entry& entry = frames->entries[i];
    if (entry.vcpu % size == 0) continue;
    const std::string domain = absl::StrCat(entry.domain, ".");
    findings.warnings.push_back(absl::StrCat(
        path, "frames.entries[", i, "]: nothing runs in it, as vCPU ", domain,
        entry.vcpu, " runs in the frames of ", domain,
        entry.vcpu / size * size));
  }
}

// The first pCPU whose resource is only partly in the list; none: the number
// of pCPUs.
uint32_t FirstOfPart(const PcpuList& list, uint32_t size, uint32_t pcpus) {
  std::vector<bool> in(pcpus);
  for (uint32_t p : list) {
    if (p < pcpus) in[p] = true;
  }
  for (uint32_t p = 0; p < pcpus; ++p) {
    if (in[p] != in[p / size * size]) return p / size * size;
  }
  return pcpus;
}

}  // namespace

uint32_t ResourceSize(const Scenario& scenario) {
  const TopologyShape& shape = scenario.topology;
  switch (scenario.granularity) {
    case SchedGran::kCore:
      return shape.threads;
    case SchedGran::kSocket:
      return shape.cores * shape.threads;
    case SchedGran::kCpu:
      break;
  }
  return 1;
}

PcpuList ResourceMembers(const Scenario& scenario, uint32_t p) {
  const uint32_t size = ResourceSize(scenario);
  PcpuList members(size);
  std::iota(members.begin(), members.end(), p / size * size);
  return members;
}

void ValidateGranularity(const Scenario& scenario, Findings& findings) {
  if (scenario.granularity == SchedGran::kCpu) return;
  const std::string name = GranularityName(scenario.granularity);
  if (scenario.topology.architecture == Architecture::kArm) {
    findings.errors.push_back(absl::StrCat("granularity: ", name,
                                           " does not exist on Arm; give cpu"));
    return;
  }
  const uint32_t size = ResourceSize(scenario);
  const uint32_t pcpus = scenario.topology.pcpus();
  const auto check = [&](const std::string& path, const PcpuList& list) {
    const uint32_t p = FirstOfPart(list, size, pcpus);
    if (p >= pcpus) return;
    findings.errors.push_back(
        absl::StrCat(path, ".pcpus: with granularity ", name, ", pCPUs ", p,
                     "-", p + size - 1, " stay together; name all or none"));
  };
  CheckFrames(scenario.frames, size, "", findings);
  for (size_t i = 0; i < scenario.pools.size(); ++i) {
    const std::string path = absl::StrCat("pools[", i, "]");
    check(path, scenario.pools[i].pcpus);
    CheckFrames(scenario.pools[i].frames, size, absl::StrCat(path, "."),
                findings);
  }
  for (size_t i = 0; i < scenario.actions.size(); ++i) {
    const AdminAction::Kind kind = scenario.actions[i].kind;
    if (kind == AdminAction::Kind::kPlug ||
        kind == AdminAction::Kind::kUnplug) {
      continue;
    }
    check(absl::StrCat("actions[", i, "]"), scenario.actions[i].pcpus);
  }
}

}  // namespace xenotime
