#include "xenotime/tests/scheduler/gang/gang_runs.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "xenotime/scheduler/scenario/granularity.h"
#include "xenotime/scheduler/trace/tee_sink.h"
#include "xenotime/tests/testing/run_text.h"

namespace xenotime {
namespace {

std::vector<uint32_t> DomainsOf(const Scenario& scenario) {
  std::vector<uint32_t> domains;
  for (const DomainSpec& domain : scenario.domains) {
    domains.insert(domains.end(), domain.vcpus.size(), domain.number);
  }
  return domains;
}

}  // namespace

SharingFold::SharingFold(std::vector<uint32_t> domain_of, uint32_t pcpus,
                         uint32_t size)
    : domain_of_(std::move(domain_of)),
      size_(size),
      current_(pcpus),
      full_since_(pcpus / size, Instant::Never()),
      stays_(domain_of_.size()) {}

void SharingFold::Append(PcpuId, const TraceEvent& event) {
  if (event.kind != TraceKind::kSwitch) return;
  VcpuId& current = current_[event.pcpu];
  if (current.valid()) stays_[current.value()].back().to = event.time;
  current = event.vcpu;
  if (current.valid()) {
    stays_[current.value()].push_back({PcpuId(event.pcpu), event.time});
  }
  Check(event);
}

void SharingFold::Check(const TraceEvent& event) {
  const uint32_t resource = event.pcpu / size_;
  uint32_t domain = 0;
  uint32_t busy = 0;
  for (uint32_t p = resource * size_; p < (resource + 1) * size_; ++p) {
    if (!current_[p].valid()) continue;
    ++busy;
    const uint32_t other = domain_of_[current_[p].value()];
    if (domain != 0 && other != domain && failure_.empty()) {
      failure_ =
          absl::StrCat("domains ", domain, " and ", other, " share resource ",
                       resource, " at ", event.time.ns(), " ns");
    }
    domain = other;
  }
  Instant& since = full_since_[resource];
  if (busy == size_ && since == Instant::Never()) {
    since = event.time;
  } else if (busy < size_ && since != Instant::Never()) {
    full_ = full_ + (event.time - since);
    since = Instant::Never();
  }
}

PcpuId SharingFold::Where(uint32_t v, Instant at) const {
  for (const Stay& stay : stays_[v]) {
    if (stay.from <= at && at < stay.to) return stay.pcpu;
  }
  return PcpuId::None();
}

std::string GangRun::Failure() const {
  for (const std::string* failure : {&fold.failure(), &siblings.failure(),
                                     &checker.failure(), &report.failure}) {
    if (!failure->empty()) return *failure;
  }
  return "";
}

GangRun RunGang(const Scenario& scenario, uint64_t seed) {
  GangRun run{
      .fold = SharingFold(DomainsOf(scenario), scenario.topology.pcpus(),
                          ResourceSize(scenario)),
      .siblings = SiblingFold(scenario),
      .checker = TraceChecker(scenario.topology.pcpus(),
                              static_cast<uint32_t>(DomainsOf(scenario).size()),
                              ResourceSize(scenario) > 1
                                  ? TraceChecker::Masks::kOfResources
                                  : TraceChecker::Masks::kOfPcpus),
      .report = {}};
  TeeSink trace({&run.fold, &run.siblings, &run.checker});
  RunOptions options;
  options.trace = &trace;
  options.seed = seed;
  run.report = RunScenario(scenario, options).report;
  return run;
}

GangRun RunGangText(const std::string& text) {
  return RunGang(ScenarioOf(text));
}

}  // namespace xenotime
