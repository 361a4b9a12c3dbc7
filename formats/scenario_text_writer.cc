#include <algorithm>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "xenotime/formats/action_text.h"
#include "xenotime/formats/adjustment_text.h"
#include "xenotime/formats/scenario_text.h"
#include "xenotime/formats/workload_text.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

void WriteMachine(const TopologyShape& shape, std::string& out) {
  if (shape.sockets == 1 && shape.threads == 1) {
    absl::StrAppend(&out, "pcpus ", shape.cores, "\n");
  } else {
    absl::StrAppend(&out, "topology ", shape.sockets, " ", shape.cores, " ",
                    shape.threads, "\n");
  }
  if (shape.nodes != 0) absl::StrAppend(&out, "nodes ", shape.nodes, "\n");
}

void WriteRun(const Scenario& scenario, std::string& out) {
  absl::StrAppend(&out, "duration ", scenario.duration.ns(), "\n");
  if (scenario.snapshot != Duration()) {
    absl::StrAppend(&out, "snapshot ", scenario.snapshot.ns(), "\n");
  }
  if (scenario.stagger != Duration()) {
    absl::StrAppend(&out, "stagger ", scenario.stagger.ns(), "\n");
  }
  if (scenario.vwfi != Vwfi::kTrap) {
    absl::StrAppend(&out, "vwfi ", VwfiName(scenario.vwfi), "\n");
  }
  if (scenario.granularity != SchedGran::kCpu) {
    absl::StrAppend(&out, "granularity ", GranularityName(scenario.granularity),
                    "\n");
  }
  for (const auto& [key, value] : scenario.parameters) {
    absl::StrAppend(&out, "param ", key, " ", value, "\n");
  }
  if (!scenario.xen.empty()) {
    absl::StrAppend(&out, "xen ", scenario.xen, "\n");
  }
}

// The vCPUs first..last of a domain, which are equal.
void WriteVcpus(const DomainSpec& domain, size_t first, size_t last,
                uint32_t pcpus, std::string& out) {
  const VcpuSpec& vcpu = domain.vcpus[first];
  if (vcpu == VcpuSpec()) return;
  absl::StrAppend(&out, "vcpu ", domain.number, ".");
  if (last - first + 1 == domain.vcpus.size() && last > first) {
    absl::StrAppend(&out, "*");
  } else if (last > first) {
    absl::StrAppend(&out, first, "-", last);
  } else {
    absl::StrAppend(&out, first);
  }
  absl::StrAppend(&out, FormatAffinity(vcpu.hard, vcpu.soft, pcpus));
  if (vcpu.start) absl::StrAppend(&out, " start=", vcpu.start->ns());
  absl::StrAppend(&out, FormatRealTime(vcpu.real_time), " : ",
                  FormatWorkload(vcpu.workload), "\n");
}

void WriteProgramsOf(const DomainSpec& domain, uint32_t pcpus,
                     std::string& out) {
  for (size_t first = 0; first < domain.vcpus.size();) {
    size_t end = first + 1;
    while (end < domain.vcpus.size() &&
           domain.vcpus[end] == domain.vcpus[first]) {
      ++end;
    }
    WriteVcpus(domain, first, end - 1, pcpus, out);
    first = end;
  }
}

void WritePool(const PoolSpec& pool, uint32_t pcpus, std::string& out) {
  absl::StrAppend(&out, "pool ", pool.number, " scheduler=", pool.scheduler);
  if (!pool.pcpus.empty()) {
    absl::StrAppend(&out, " pcpus=", FormatPcpuList(pool.pcpus, pcpus));
  }
  for (const auto& [key, value] : pool.parameters) {
    absl::StrAppend(&out, " ", key, "=", value);
  }
  absl::StrAppend(&out, "\n");
}

void WriteDomain(const DomainSpec& domain, std::string& out) {
  absl::StrAppend(&out, "domain ", domain.number, " weight=", domain.weight,
                  " cap=", domain.cap, " vcpus=", domain.vcpus.size());
  if (domain.pool != 0) absl::StrAppend(&out, " pool=", domain.pool);
  if (domain.create) absl::StrAppend(&out, " create=", domain.create->ns());
  absl::StrAppend(&out, FormatRealTime(domain.real_time), "\n");
}

void WriteFrames(uint32_t pool, const std::optional<FrameTable>& frames,
                 std::string& out) {
  if (frames) absl::StrAppend(&out, FormatFrames(pool, *frames), "\n");
}

}  // namespace

std::string WriteScenarioText(const Scenario& scenario) {
  const uint32_t pcpus = scenario.topology.pcpus();
  std::string out = absl::StrCat("scheduler ", scenario.scheduler, "\n");
  WriteMachine(scenario.topology, out);
  WriteRun(scenario, out);
  for (const PoolSpec& pool : scenario.pools) WritePool(pool, pcpus, out);
  for (const DomainSpec& domain : scenario.domains) {
    WriteDomain(domain, out);
  }
  for (const DomainSpec& domain : scenario.domains) {
    WriteProgramsOf(domain, pcpus, out);
  }
  WriteFrames(0, scenario.frames, out);
  for (const PoolSpec& pool : scenario.pools) {
    WriteFrames(pool.number, pool.frames, out);
  }
  for (const AdminAction& action : scenario.actions) {
    absl::StrAppend(&out, FormatAction(action, pcpus), "\n");
  }
  return out;
}

}  // namespace xenotime
