#include <algorithm>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
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
  for (const auto& [key, value] : scenario.parameters) {
    absl::StrAppend(&out, "param ", key, " ", value, "\n");
  }
  if (!scenario.xen.empty()) {
    absl::StrAppend(&out, "xen ", scenario.xen, "\n");
  }
}

void WriteAffinity(const std::optional<PcpuList>& hard,
                   const std::optional<PcpuList>& soft, uint32_t pcpus,
                   std::string& out) {
  if (hard) absl::StrAppend(&out, " hard=", FormatPcpuList(*hard, pcpus));
  if (soft) absl::StrAppend(&out, " soft=", FormatPcpuList(*soft, pcpus));
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
  WriteAffinity(vcpu.hard, vcpu.soft, pcpus, out);
  if (vcpu.start) absl::StrAppend(&out, " start=", vcpu.start->ns());
  absl::StrAppend(&out, " : ", FormatWorkload(vcpu.workload), "\n");
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

void WriteAction(const AdminAction& action, uint32_t pcpus, std::string& out) {
  absl::StrAppend(&out, "at ", action.at.ns());
  if (action.vcpu) {
    absl::StrAppend(&out, " vcpu ",
                    FormatVcpuName(action.domain, *action.vcpu));
    WriteAffinity(action.hard, action.soft, pcpus, out);
  } else {
    absl::StrAppend(&out, " domain ", action.domain);
    if (action.weight) absl::StrAppend(&out, " weight=", *action.weight);
    if (action.cap) absl::StrAppend(&out, " cap=", *action.cap);
  }
  absl::StrAppend(&out, "\n");
}

}  // namespace

std::string WriteScenarioText(const Scenario& scenario) {
  const uint32_t pcpus = scenario.topology.pcpus();
  std::string out = absl::StrCat("scheduler ", scenario.scheduler, "\n");
  WriteMachine(scenario.topology, out);
  WriteRun(scenario, out);
  for (const DomainSpec& domain : scenario.domains) {
    absl::StrAppend(&out, "domain ", domain.number, " weight=", domain.weight,
                    " cap=", domain.cap, " vcpus=", domain.vcpus.size(), "\n");
  }
  for (const DomainSpec& domain : scenario.domains) {
    WriteProgramsOf(domain, pcpus, out);
  }
  for (const AdminAction& action : scenario.actions) {
    WriteAction(action, pcpus, out);
  }
  return out;
}

}  // namespace xenotime
