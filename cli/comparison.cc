#include "xenotime/cli/comparison.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "xenotime/cli/progress.h"
#include "xenotime/scheduler/core/runstate.h"
#include "xenotime/scheduler/core/trace_event.h"
#include "xenotime/scheduler/scenario/parameter_names.h"
#include "xenotime/scheduler/scenario/spelling.h"
#include "xenotime/scheduler/scenario/validate.h"

namespace xenotime {
namespace {

void AddOnce(std::vector<std::string>& list, std::string text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) {
    list.push_back(std::move(text));
  }
}

// REQUIRES: the variant's scheduler is registered.
Scenario ScenarioOf(const ComparisonPlan& plan, const Variant& variant,
                    const PolicyRegistry& registry,
                    std::vector<std::string>* dropped = nullptr) {
  Scenario scenario = plan.scenario;
  const auto names = UseScheduler(scenario, **registry.Find(variant.scheduler),
                                  XenNames::kSettle);
  if (dropped != nullptr) *dropped = names;
  scenario.vwfi = variant.vwfi;
  return scenario;
}

// Moves the names of boot options out of the list.
std::vector<std::string> TakeXenNames(std::vector<std::string>& names) {
  std::vector<std::string> taken;
  std::vector<std::string> left;
  for (std::string& name : names) {
    (IsXenParameter(name) ? taken : left).push_back(std::move(name));
  }
  names = std::move(left);
  return taken;
}

std::string Names(const std::vector<std::string>& names) {
  return absl::StrJoin(names, ", ",
                       [](std::string* out, const std::string& name) {
                         absl::StrAppend(out, Printable(name));
                       });
}

Behaviour BehaviourOf(const Report& report) {
  const RunMetrics& metrics = report.metrics;
  Behaviour b = {.known = metrics.switches != 0 && !metrics.domains.empty(),
                 .jain_ppm = metrics.fairness.jain_ppm,
                 .max_over_min_ppm = metrics.fairness.max_over_min_ppm,
                 .wasted_pcpu_ns = metrics.wasted_pcpu_ns};
  Samples waits;
  for (const VcpuMetrics& v : metrics.vcpus) {
    waits.Append(v.waits);
    b.ready_ns += v.runstate_ns[static_cast<size_t>(RunState::kRunnable)];
    b.migrations += v.migrations;
    b.steals += v.steals;
    b.preemptions += v.left[static_cast<size_t>(SwitchReason::kPreempted)];
  }
  const SampleSummary summary = waits.Summarize();
  b.wait_p99_ns = summary.p99;
  b.wait_max_ns = summary.max;
  return b;
}

RepeatResult Reduce(const Report& report, bool keep_samples, bool full_trace) {
  RepeatResult result = {.seed = report.seed,
                         .partial = report.partial,
                         .latency = LatencyOf(report),
                         .cpu = CpuUseOf(report),
                         .dropped_samples = report.threads.dropped_samples,
                         .stages = {},
                         .stage_total = report.metrics.stage_total.Summarize(),
                         .behaviour = {},
                         .trace_hash = report.trace_hash,
                         .sim = report.sim,
                         .threads = report.threads};
  if (full_trace) result.behaviour = BehaviourOf(report);
  if (!keep_samples) result.latency.samples = Samples();
  for (int stage = 0; stage < kWakeStages; ++stage) {
    result.stages[stage] = report.metrics.stages[stage].Summarize();
  }
  return result;
}

// Whether guests measure their own latency; then nothing else needs to lie on
// the path that they measure.
bool MeasuresItself(const Scenario& scenario) {
  for (const DomainSpec& domain : scenario.domains) {
    for (const VcpuSpec& vcpu : domain.vcpus) {
      if (std::holds_alternative<TimerLatencyWorkload>(vcpu.workload) ||
          std::holds_alternative<SignalLatencyWorkload>(vcpu.workload)) {
        return true;
      }
    }
  }
  return false;
}

// In the simulation records cost nothing.
bool HasFullTrace(const ComparisonPlan& plan, const Variant& variant) {
  return variant.executor == ExecutorKind::kSim || plan.stages ||
         !MeasuresItself(plan.scenario);
}

std::string NameOf(const Variant& variant) {
  return absl::StrCat(ExecutorName(variant.executor), " ", variant.scheduler,
                      " ", VwfiName(variant.vwfi));
}

std::string ProgressText(const ComparisonPlan& plan, int repeat,
                         const Variant& variant) {
  return absl::StrCat("repeat ", repeat + 1, " of ", plan.repeats, ": ",
                      NameOf(variant), " ");
}

absl::StatusOr<Report> RunOnce(const ComparisonPlan& plan, int repeat,
                               const Variant& variant,
                               const Environment& environment,
                               Progress& progress) {
  const std::string text = ProgressText(plan, repeat, variant);
  progress.Show(text);
  ProgressSink sink(progress, text, plan.scenario.duration);
  RunOptions options;
  options.executor = variant.executor;
  options.seed = plan.seed + static_cast<uint64_t>(repeat);
  options.stages = plan.stages;
  options.samples_only = !HasFullTrace(plan, variant);
  options.stop = environment.stop;
  if (progress.enabled() && variant.executor == ExecutorKind::kSim) {
    options.trace = &sink;
  }
  return environment.run(ScenarioOf(plan, variant, environment.registry),
                         environment.registry, options);
}

}  // namespace

Repeats RepeatsOf(const Variant& variant) {
  return variant.executor == ExecutorKind::kSim ? Repeats::kDeterministic
                                                : Repeats::kMeasured;
}

absl::StatusOr<std::vector<std::string>> CheckPlan(
    const ComparisonPlan& plan, const PolicyRegistry& registry) {
  // The scenario itself first: what is wrong under its own scheduler is wrong.
  std::vector<std::string> errors = Validate(plan.scenario, registry).errors;
  std::vector<std::string> notes;
  // Boot options are for every scheduler; only those that no one has are told.
  std::vector<std::string> unused;
  for (size_t i = 0; i < plan.variants.size(); ++i) {
    const Variant& variant = plan.variants[i];
    std::vector<std::string> dropped;
    const Scenario scenario = ScenarioOf(plan, variant, registry, &dropped);
    for (const std::string& error : Validate(scenario, registry).errors) {
      AddOnce(errors, error);
    }
    for (const std::string& error :
         ExecutorErrors(scenario, variant.executor)) {
      AddOnce(errors, error);
    }
    const std::vector<std::string> of_xen = TakeXenNames(dropped);
    if (i == 0) unused = of_xen;
    std::erase_if(unused, [&](const std::string& name) {
      return std::find(of_xen.begin(), of_xen.end(), name) == of_xen.end();
    });
    if (!dropped.empty()) {
      AddOnce(notes, absl::StrCat(variant.scheduler, " has no parameter ",
                                  Names(dropped), "; left out"));
    }
  }
  if (!unused.empty()) {
    notes.push_back(absl::StrCat(Names(unused), ": no scheduler has it"));
  }
  if (errors.empty()) return notes;
  return absl::InvalidArgumentError(absl::StrJoin(errors, "\n"));
}

absl::StatusOr<Comparison> RunComparison(const ComparisonPlan& plan,
                                         const Environment& environment) {
  Comparison comparison;
  for (const Variant& variant : plan.variants) {
    comparison.variants.push_back({variant, {}, plan.warnings});
  }
  Progress progress(environment.err, environment.err_is_terminal);
  for (int repeat = 0; repeat < plan.repeats; ++repeat) {
    for (VariantResult& result : comparison.variants) {
      const absl::StatusOr<Report> report =
          RunOnce(plan, repeat, result.variant, environment, progress);
      if (!report.ok()) {
        return absl::Status(report.status().code(),
                            absl::StrCat(NameOf(result.variant), ": ",
                                         report.status().message()));
      }
      for (const std::string& warning : report->warnings) {
        AddOnce(result.warnings, warning);
      }
      if (!report->partial || repeat == 0) {
        result.repeats.push_back(Reduce(*report, plan.keep_samples,
                                        HasFullTrace(plan, result.variant)));
      }
      if (!report->failure.empty()) {
        comparison.failure =
            absl::StrCat(NameOf(result.variant), ": ", report->failure);
      }
      if (report->partial || environment.interrupted()) {
        comparison.partial = true;
        return comparison;
      }
    }
  }
  return comparison;
}

}  // namespace xenotime
