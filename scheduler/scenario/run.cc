#include "xenotime/scheduler/scenario/run.h"

#include "absl/status/status.h"
#include "absl/strings/str_join.h"
#include "xenotime/scheduler/scenario/run_sim.h"
#include "xenotime/scheduler/scenario/run_threads.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {

absl::StatusOr<Report> Run(const Scenario& scenario,
                           const PolicyRegistry& registry,
                           const RunOptions& options) {
  const Findings findings = Validate(scenario, registry);
  if (!findings.errors.empty()) {
    return absl::InvalidArgumentError(absl::StrJoin(findings.errors, "\n"));
  }
  const PolicyInfo& policy = **registry.Find(scenario.scheduler);
  PolicyParameters parameters(policy.parameters);
  for (const auto& [name, text] : scenario.parameters) {
    const absl::Status status = parameters.Set(name, text);
    if (!status.ok()) return status;
  }

  Report report;
  report.scenario = scenario.name;
  report.scheduler = scenario.scheduler;
  report.vwfi = VwfiName(scenario.vwfi);
  report.executor = options.executor;
  report.seed = options.seed;
  report.warnings = findings.warnings;
  for (const DomainSpec& domain : scenario.domains) {
    report.domains.push_back({domain.number, domain.weight, domain.cap});
  }
  if (options.executor == ExecutorKind::kThreads) {
    const absl::Status status =
        RunOnThreads(scenario, policy, parameters, options, report);
    if (!status.ok()) return status;
    return report;
  }
  RunInSim(scenario, policy, parameters, options, report);
  return report;
}

}  // namespace xenotime
