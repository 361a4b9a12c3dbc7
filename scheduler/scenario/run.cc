#include "xenotime/scheduler/scenario/run.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/scheduler/core/check.h"
#include "xenotime/scheduler/scenario/apply_xen_options.h"
#include "xenotime/scheduler/scenario/boot.h"
#include "xenotime/scheduler/scenario/granularity.h"
#include "xenotime/scheduler/scenario/parameter_names.h"
#include "xenotime/scheduler/scenario/run_sim.h"
#include "xenotime/scheduler/scenario/run_threads.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

// REQUIRES: the names and values are valid.
PoolSetup SetupOf(
    const std::string& scheduler,
    const std::vector<std::pair<std::string, std::string>>& parameters,
    const PolicyRegistry& registry) {
  const PolicyInfo& policy = **registry.Find(scheduler);
  PoolSetup setup{.policy = &policy,
                  .parameters = PolicyParameters(policy.parameters)};
  for (const auto& [name, text] : parameters) {
    const std::optional<std::string> own = ParameterNameIn(policy, name);
    if (!own) continue;  // another scheduler's
    XENOTIME_CHECK(setup.parameters.Set(*own, text).ok(), "validated before");
  }
  return setup;
}

// Runs what the boot options make of the scenario.
absl::StatusOr<Report> RunApplied(const Scenario& scenario,
                                  const PolicyRegistry& registry,
                                  const RunOptions& options) {
  Scenario applied = scenario;
  const Findings findings = ApplyXenOptions(applied, registry);
  absl::StatusOr<Report> report = Run(applied, registry, options);
  if (report.ok()) {
    report->warnings.insert(report->warnings.begin(), findings.warnings.begin(),
                            findings.warnings.end());
  }
  return report;
}

}  // namespace

absl::StatusOr<Report> Run(const Scenario& scenario,
                           const PolicyRegistry& registry,
                           const RunOptions& options) {
  const Findings findings = Validate(scenario, registry);
  if (!findings.errors.empty()) {
    return absl::InvalidArgumentError(absl::StrJoin(findings.errors, "\n"));
  }
  if (!scenario.xen.empty()) return RunApplied(scenario, registry, options);
  const std::vector<std::string> errors =
      ExecutorErrors(scenario, options.executor);
  if (!errors.empty()) {
    return absl::InvalidArgumentError(absl::StrJoin(errors, "\n"));
  }
  std::vector<PoolSetup> pools = {
      SetupOf(scenario.scheduler, scenario.parameters, registry)};
  for (const PoolSpec& pool : scenario.pools) {
    pools.push_back(SetupOf(pool.scheduler, pool.parameters, registry));
  }

  Report report;
  report.scenario = scenario.name;
  report.scheduler = scenario.scheduler;
  for (const PoolSpec& pool : scenario.pools) {
    report.pools.push_back({pool.number, pool.scheduler});
  }
  report.vwfi = VwfiName(scenario.vwfi);
  report.executor = options.executor;
  report.seed = options.seed;
  report.warnings = findings.warnings;
  for (const DomainSpec& domain : scenario.domains) {
    report.domains.push_back({domain.number, domain.weight, domain.cap});
  }
  if (options.executor == ExecutorKind::kThreads) {
    const absl::Status status = RunOnThreads(scenario, pools, options, report);
    if (!status.ok()) return status;
    return report;
  }
  RunInSim(scenario, pools, options, report);
  return report;
}

}  // namespace xenotime
