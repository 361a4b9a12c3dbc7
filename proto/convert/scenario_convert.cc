#include "xenotime/proto/convert/scenario_convert.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "xenotime/proto/convert/action_convert.h"
#include "xenotime/proto/convert/adjustment_convert.h"
#include "xenotime/proto/convert/field_table.h"
#include "xenotime/proto/convert/models_convert.h"
#include "xenotime/proto/convert/workload_convert.h"
#include "xenotime/scheduler/core/topology.h"
#include "xenotime/scheduler/scenario/limits.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/time/types.h"

namespace xenotime {
namespace {

static_assert(static_cast<int>(Vwfi::kTrap) == proto::VWFI_TRAP);
static_assert(static_cast<int>(Vwfi::kYield) == proto::VWFI_YIELD);
static_assert(static_cast<int>(Vwfi::kNative) == proto::VWFI_NATIVE);
static_assert(static_cast<int>(SchedGran::kCpu) == proto::SCHED_GRAN_CPU);
static_assert(static_cast<int>(SchedGran::kCore) == proto::SCHED_GRAN_CORE);
static_assert(static_cast<int>(SchedGran::kSocket) == proto::SCHED_GRAN_SOCKET);
static_assert(static_cast<int>(Architecture::kX86) == proto::ARCHITECTURE_X86);
static_assert(static_cast<int>(Architecture::kArm) == proto::ARCHITECTURE_ARM);

constexpr Field<TopologyShape, uint32_t> kTopology[] = {
    {"sockets", &TopologyShape::sockets},
    {"cores", &TopologyShape::cores},
    {"threads", &TopologyShape::threads},
    {"nodes", &TopologyShape::nodes},
};
constexpr Field<Scenario, Duration> kTimes[] = {
    {"duration_ns", &Scenario::duration},
    {"snapshot_ns", &Scenario::snapshot},
    {"stagger_ns", &Scenario::stagger},
};
constexpr Field<DomainSpec, uint32_t> kDomain[] = {
    {"weight", &DomainSpec::weight},
    {"cap", &DomainSpec::cap},
    {"pool", &DomainSpec::pool},
};

// Builds a Scenario; each method returns the first error, with its path.
class Reader {
 public:
  absl::StatusOr<Scenario> Read(const proto::Scenario& message);

 private:
  absl::Status ReadTopology(const proto::Topology& message);
  absl::Status ReadVwfi(const proto::Scenario& message);
  absl::Status ReadGranularity(const proto::Scenario& message);
  absl::Status ReadModels(const proto::Scenario& message);
  absl::Status ReadDomain(const proto::Domain& message,
                          const std::string& path);
  absl::Status ReadVcpu(const proto::Vcpu& message, const std::string& path,
                        DomainSpec& domain);
  absl::Status ReadAction(const proto::Action& message,
                          const std::string& path);
  absl::Status ReadPool(const proto::Pool& message, const std::string& path);
  // FRAMES of the scenario or a pool; `prefix` is the path up to that field.
  template <typename Message, typename Spec>
  absl::Status ReadFrames(const Message& message, const std::string& prefix,
                          Spec& spec);
  // Both HARD and SOFT of a vCPU or an action.
  template <typename Message, typename Spec>
  absl::Status ReadAffinities(const Message& message, const std::string& path,
                              Spec& spec);
  // Counts against the bounds of limits.h.
  absl::Status Spend(const VcpuSpec& vcpu, int64_t count,
                     const std::string& path);

  Scenario scenario_;
  int64_t vcpus_ = 0;
  int64_t steps_ = 0;
  int64_t affinity_ids_ = 0;
};

template <typename... Args>
absl::Status Error(const Args&... message) {
  return absl::InvalidArgumentError(absl::StrCat(message...));
}

absl::StatusOr<Scenario> Reader::Read(const proto::Scenario& message) {
  scenario_.name = message.name();
  scenario_.description = message.description();
  if (message.has_scheduler()) scenario_.scheduler = message.scheduler();
  for (const proto::Parameter& parameter : message.parameters()) {
    scenario_.parameters.emplace_back(parameter.name(), parameter.value());
  }
  scenario_.xen = message.xen();
  ReadFields(message, kTimes, scenario_);
  absl::Status status = ReadTopology(message.topology());
  if (status.ok()) status = ReadVwfi(message);
  if (status.ok()) status = ReadGranularity(message);
  if (status.ok()) status = ReadModels(message);
  if (status.ok()) status = ReadFrames(message, "", scenario_);
  for (int i = 0; status.ok() && i < message.pools_size(); ++i) {
    status = ReadPool(message.pools(i), absl::StrCat("pools[", i, "]"));
  }
  for (int i = 0; status.ok() && i < message.domains_size(); ++i) {
    status = ReadDomain(message.domains(i), absl::StrCat("domains[", i, "]"));
  }
  for (int i = 0; status.ok() && i < message.actions_size(); ++i) {
    status = ReadAction(message.actions(i), absl::StrCat("actions[", i, "]"));
  }
  if (!status.ok()) return status;
  return std::move(scenario_);
}

absl::Status Reader::ReadTopology(const proto::Topology& message) {
  TopologyShape& shape = scenario_.topology;
  ReadFields(message, kTopology, shape);
  // The size is needed for "all"; the factors are bounded to bound the product.
  constexpr uint64_t kMax = Topology::kMaxPcpus;
  const bool bounded =
      shape.sockets <= kMax && shape.cores <= kMax && shape.threads <= kMax;
  const uint64_t pcpus =
      bounded ? uint64_t{shape.sockets} * shape.cores * shape.threads : 0;
  if (pcpus < 1 || pcpus > kMax) {
    return Error("topology: ", shape.sockets, " * ", shape.cores, " * ",
                 shape.threads, " pCPUs are not valid; give 1..", kMax);
  }
  if (!message.has_architecture()) return absl::OkStatus();
  if (!proto::Architecture_IsValid(message.architecture())) {
    return Error(
        "topology.architecture: ", static_cast<int>(message.architecture()),
        " is not known; give ARCHITECTURE_X86 or ARCHITECTURE_ARM");
  }
  shape.architecture = static_cast<Architecture>(message.architecture());
  return absl::OkStatus();
}

absl::Status Reader::ReadVwfi(const proto::Scenario& message) {
  if (!message.has_vwfi()) return absl::OkStatus();
  if (!proto::Vwfi_IsValid(message.vwfi())) {
    return Error("vwfi: ", static_cast<int>(message.vwfi()),
                 " is not known; give VWFI_TRAP, VWFI_YIELD or VWFI_NATIVE");
  }
  scenario_.vwfi = static_cast<Vwfi>(message.vwfi());
  return absl::OkStatus();
}

absl::Status Reader::ReadGranularity(const proto::Scenario& message) {
  if (!message.has_granularity()) return absl::OkStatus();
  if (!proto::SchedGran_IsValid(message.granularity())) {
    return Error("granularity: ", static_cast<int>(message.granularity()),
                 " is not known; give SCHED_GRAN_CPU, SCHED_GRAN_CORE or "
                 "SCHED_GRAN_SOCKET");
  }
  scenario_.granularity = static_cast<SchedGran>(message.granularity());
  return absl::OkStatus();
}

absl::Status Reader::ReadModels(const proto::Scenario& message) {
  ReadCosts(message.costs(), scenario_.sim.costs);
  ReadLatency(message.latency(), scenario_.sim.latency);
  ReadFaults(message.faults(), scenario_.sim.faults);
  const absl::Status status = ReadThreads(message.threads(), scenario_.threads);
  return status.ok() ? status : Error("threads.", status.message());
}

absl::Status Reader::ReadDomain(const proto::Domain& message,
                                const std::string& path) {
  DomainSpec domain;
  domain.number = message.number();
  ReadFields(message, kDomain, domain);
  if (message.has_create_ns()) domain.create = Instant(message.create_ns());
  domain.real_time = RealTimeFromProto(message, {});
  for (int i = 0; i < message.vcpus_size(); ++i) {
    absl::Status status = ReadVcpu(
        message.vcpus(i), absl::StrCat(path, ".vcpus[", i, "]"), domain);
    if (!status.ok()) return status;
  }
  scenario_.domains.push_back(std::move(domain));
  return absl::OkStatus();
}

absl::Status Reader::ReadVcpu(const proto::Vcpu& message,
                              const std::string& path, DomainSpec& domain) {
  VcpuSpec vcpu;
  if (message.has_start_ns()) vcpu.start = Instant(message.start_ns());
  vcpu.real_time = RealTimeFromProto(
      message, domain.real_time.value_or(RealTimeParameters()));
  absl::Status status = ReadAffinities(message, path, vcpu);
  if (!status.ok()) return status;
  absl::StatusOr<Workload> workload = WorkloadFromProto(message);
  if (!workload.ok()) return Error(path, ".", workload.status().message());
  vcpu.workload = *std::move(workload);
  const int64_t count = message.has_count() ? message.count() : 1;
  if (count < 1 || count > kMaxVcpus) {
    return Error(path, ".count: ", count, " is not valid; give 1..", kMaxVcpus);
  }
  status = Spend(vcpu, count, path);
  if (status.ok()) domain.vcpus.insert(domain.vcpus.end(), count, vcpu);
  return status;
}

absl::Status Reader::Spend(const VcpuSpec& vcpu, int64_t count,
                           const std::string& path) {
  const auto* program = std::get_if<PhasesWorkload>(&vcpu.workload);
  const int64_t steps = program == nullptr ? 1 : program->phases.size();
  vcpus_ += count;
  steps_ += std::max<int64_t>(1, steps) * count;
  affinity_ids_ += count * ((vcpu.hard ? vcpu.hard->size() : 0) +
                            (vcpu.soft ? vcpu.soft->size() : 0));
  if (vcpus_ > kMaxVcpus) {
    return Error(path, ": too many vCPUs; give at most ", kMaxVcpus);
  }
  if (steps_ > kMaxProgramSteps) {
    return Error(path, ": too many phases; give at most ", kMaxProgramSteps,
                 ", each counted for each vCPU");
  }
  if (affinity_ids_ > kMaxAffinityIds) {
    return Error(path, ": the affinities are too large; name at most ",
                 kMaxAffinityIds, " pCPUs in all");
  }
  return absl::OkStatus();
}

template <typename Message, typename Spec>
absl::Status Reader::ReadAffinities(const Message& message,
                                    const std::string& path, Spec& spec) {
  const auto read = [&](const char* name, const std::string& text,
                        std::optional<PcpuList>& out) -> absl::Status {
    absl::StatusOr<PcpuList> list =
        ParsePcpuList(text, scenario_.topology.pcpus());
    if (!list.ok())
      return Error(path, ".", name, ": ", list.status().message());
    out = *std::move(list);
    return absl::OkStatus();
  };
  absl::Status status;
  if (message.has_hard()) status = read("hard", message.hard(), spec.hard);
  if (status.ok() && message.has_soft()) {
    status = read("soft", message.soft(), spec.soft);
  }
  return status;
}

absl::Status Reader::ReadAction(const proto::Action& message,
                                const std::string& path) {
  absl::StatusOr<AdminAction> action =
      ActionFromProto(message, scenario_.topology.pcpus());
  if (!action.ok()) return Error(path, action.status().message());
  affinity_ids_ += action->pcpus.size() +
                   (action->hard ? action->hard->size() : 0) +
                   (action->soft ? action->soft->size() : 0);
  if (affinity_ids_ > kMaxAffinityIds) {
    return Error(path, ": the affinities are too large; name at most ",
                 kMaxAffinityIds, " pCPUs in all");
  }
  scenario_.actions.push_back(*std::move(action));
  return absl::OkStatus();
}

absl::Status Reader::ReadPool(const proto::Pool& message,
                              const std::string& path) {
  PoolSpec pool;
  pool.number = message.number();
  pool.scheduler = message.scheduler();
  for (const proto::Parameter& parameter : message.parameters()) {
    pool.parameters.emplace_back(parameter.name(), parameter.value());
  }
  if (message.has_pcpus()) {
    absl::StatusOr<PcpuList> list =
        ParsePcpuList(message.pcpus(), scenario_.topology.pcpus());
    if (!list.ok()) return Error(path, ".pcpus: ", list.status().message());
    pool.pcpus = *std::move(list);
  }
  affinity_ids_ += pool.pcpus.size();
  absl::Status status = ReadFrames(message, absl::StrCat(path, "."), pool);
  if (!status.ok()) return status;
  scenario_.pools.push_back(std::move(pool));
  return absl::OkStatus();
}

template <typename Message, typename Spec>
absl::Status Reader::ReadFrames(const Message& message,
                                const std::string& prefix, Spec& spec) {
  if (!message.has_frames()) return absl::OkStatus();
  absl::StatusOr<FrameTable> frames = FramesFromProto(message.frames());
  if (!frames.ok()) {
    return Error(prefix, "frames.", frames.status().message());
  }
  spec.frames = *std::move(frames);
  return absl::OkStatus();
}

template <typename Spec, typename Message>
void WriteAffinities(const Spec& spec, uint32_t pcpus, Message& message) {
  if (spec.hard) message.set_hard(FormatPcpuList(*spec.hard, pcpus));
  if (spec.soft) message.set_soft(FormatPcpuList(*spec.soft, pcpus));
}

void WriteTopology(const TopologyShape& shape, proto::Scenario& message) {
  if (shape == TopologyShape()) return;
  proto::Topology& topology = *message.mutable_topology();
  WriteFields(shape, kTopology, topology);
  if (shape.architecture != Architecture()) {
    topology.set_architecture(
        static_cast<proto::Architecture>(shape.architecture));
  }
}

void WriteDomain(const DomainSpec& domain, uint32_t pcpus,
                 proto::Domain& message) {
  message.set_number(domain.number);
  WriteFields(domain, kDomain, message);
  if (domain.create) message.set_create_ns(domain.create->ns());
  RealTimeToProto(domain.real_time, message);
  for (const VcpuSpec& vcpu : domain.vcpus) {
    proto::Vcpu& added = *message.add_vcpus();
    WriteAffinities(vcpu, pcpus, added);
    if (vcpu.start) added.set_start_ns(vcpu.start->ns());
    RealTimeToProto(vcpu.real_time, added);
    WorkloadToProto(vcpu.workload, added);
  }
}

void WritePool(const PoolSpec& pool, uint32_t pcpus, proto::Pool& message) {
  message.set_number(pool.number);
  message.set_scheduler(pool.scheduler);
  for (const auto& [name, value] : pool.parameters) {
    proto::Parameter& parameter = *message.add_parameters();
    parameter.set_name(name);
    parameter.set_value(value);
  }
  if (!pool.pcpus.empty()) {
    message.set_pcpus(FormatPcpuList(pool.pcpus, pcpus));
  }
  if (pool.frames) FramesToProto(*pool.frames, *message.mutable_frames());
}

void WriteModels(const Scenario& scenario, proto::Scenario& message) {
  const SimModels& sim = scenario.sim;
  if (sim.costs != CostModel()) WriteCosts(sim.costs, *message.mutable_costs());
  if (sim.latency != LatencyModel()) {
    WriteLatency(sim.latency, *message.mutable_latency());
  }
  if (sim.faults != FaultModel()) {
    WriteFaults(sim.faults, *message.mutable_faults());
  }
  if (scenario.threads != ThreadsOptions()) {
    WriteThreads(scenario.threads, *message.mutable_threads());
  }
}

}  // namespace

absl::StatusOr<Scenario> ScenarioFromProto(const proto::Scenario& message) {
  return Reader().Read(message);
}

proto::Scenario ScenarioToProto(const Scenario& scenario) {
  const uint32_t pcpus = scenario.topology.pcpus();
  proto::Scenario message;
  message.set_name(scenario.name);
  message.set_description(scenario.description);
  WriteTopology(scenario.topology, message);
  message.set_scheduler(scenario.scheduler);
  for (const auto& [name, value] : scenario.parameters) {
    proto::Parameter& parameter = *message.add_parameters();
    parameter.set_name(name);
    parameter.set_value(value);
  }
  WriteFields(scenario, kTimes, message);
  if (scenario.vwfi != Vwfi()) {
    message.set_vwfi(static_cast<proto::Vwfi>(scenario.vwfi));
  }
  message.set_xen(scenario.xen);
  if (scenario.granularity != SchedGran()) {
    message.set_granularity(
        static_cast<proto::SchedGran>(scenario.granularity));
  }
  if (scenario.frames) {
    FramesToProto(*scenario.frames, *message.mutable_frames());
  }
  for (const PoolSpec& pool : scenario.pools) {
    WritePool(pool, pcpus, *message.add_pools());
  }
  for (const DomainSpec& domain : scenario.domains) {
    WriteDomain(domain, pcpus, *message.add_domains());
  }
  for (const AdminAction& action : scenario.actions) {
    ActionToProto(action, pcpus, *message.add_actions());
  }
  WriteModels(scenario, message);
  return message;
}

void FoldEqualVcpus(proto::Scenario& message) {
  for (proto::Domain& domain : *message.mutable_domains()) {
    auto& vcpus = *domain.mutable_vcpus();
    int kept = 0;
    std::string kept_bytes;
    for (int i = 0; i < vcpus.size(); ++i) {
      const int64_t count = vcpus[i].has_count() ? vcpus[i].count() : 1;
      vcpus[i].clear_count();
      const std::string bytes = vcpus[i].SerializeAsString();
      if (kept > 0 && bytes == kept_bytes) {
        proto::Vcpu& last = vcpus[kept - 1];
        last.set_count((last.has_count() ? last.count() : 1) + count);
        continue;
      }
      if (count != 1) vcpus[i].set_count(count);
      vcpus.SwapElements(kept++, i);
      kept_bytes = bytes;
    }
    vcpus.DeleteSubrange(kept, vcpus.size() - kept);
  }
}

}  // namespace xenotime
