#include "xenotime/cli/compare_json.h"

#include "absl/strings/str_format.h"
#include "xenotime/cli/figures.h"
#include "xenotime/cli/verdicts.h"
#include "xenotime/scheduler/scenario/spelling.h"

namespace xenotime {
namespace {

using Json = nlohmann::ordered_json;

Json SummaryJson(const SampleSummary& s) {
  return {
      {"count", s.count},      {"min_ns", s.min}, {"average_ns", s.average},
      {"median_ns", s.median}, {"p90_ns", s.p90}, {"p99_ns", s.p99},
      {"p999_ns", s.p999},     {"max_ns", s.max}, {"warm_max_ns", s.warm_max}};
}

Json StagesJson(const RepeatResult& repeat) {
  Json stages = Json::array();
  for (int i = 0; i < kWakeStages; ++i) {
    const SampleSummary& summary = repeat.stages[i];
    if (summary.count == 0) continue;
    stages.push_back(Json{{"stage", WakeStageName(static_cast<WakeStage>(i))},
                          {"latency", SummaryJson(summary)}});
  }
  stages.push_back(
      Json{{"stage", "total"}, {"latency", SummaryJson(repeat.stage_total)}});
  return stages;
}

Json BehaviourJson(const Behaviour& b) {
  if (!b.known) return nullptr;
  return {{"jain_ppm", b.jain_ppm},
          {"max_over_min_ppm",
           b.max_over_min_ppm < 0 ? nullptr : Json(b.max_over_min_ppm)},
          {"ready_ns", b.ready_ns},
          {"wait_p99_ns", b.wait_p99_ns},
          {"wait_max_ns", b.wait_max_ns},
          {"migrations", b.migrations},
          {"steals", b.steals},
          {"preemptions", b.preemptions},
          {"wasted_pcpu_ns", b.wasted_pcpu_ns}};
}

Json RepeatJson(const ComparisonPlan& plan, const Variant& variant,
                const RepeatResult& repeat) {
  Json json = {{"seed", repeat.seed},
               {"partial", repeat.partial},
               {"latency", SummaryJson(repeat.latency.summary)},
               {"dropped_samples", repeat.dropped_samples},
               {"cpu_used_ns", repeat.cpu.used_ns},
               {"cpu_available_ns", repeat.cpu.available_ns},
               {"behaviour", BehaviourJson(repeat.behaviour)}};
  if (plan.keep_samples) {
    json["samples_ns"] = repeat.latency.samples.values();
  }
  if (plan.stages) json["stages"] = StagesJson(repeat);
  if (variant.executor == ExecutorKind::kSim) {
    json["trace_hash"] = absl::StrFormat("%016x", repeat.trace_hash);
    json["events"] = repeat.sim.events;
    json["cpu_ns"] = repeat.sim.cpu_ns;
  } else {
    json["idle_mode"] = repeat.threads.idle_mode;
    json["oversubscribed"] = repeat.threads.oversubscribed;
    json["pinned"] = repeat.threads.pinned;
    json["host_steal_ns"] = repeat.threads.host_steal_ns;
    json["stamp_cost_ns"] = repeat.threads.stamp_cost_ns;
  }
  return json;
}

Json SpreadJson(const Spread& s) {
  return {{"min_ns", s.min},       {"lower_quartile_ns", s.lower_quartile},
          {"median_ns", s.median}, {"upper_quartile_ns", s.upper_quartile},
          {"max_ns", s.max},       {"noise_ns", s.noise()}};
}

Json NameJson(const Variant& variant) {
  return {{"executor", ExecutorName(variant.executor)},
          {"scheduler", variant.scheduler},
          {"vwfi", VwfiName(variant.vwfi)}};
}

Json VariantJson(const ComparisonPlan& plan, const VariantResult& result) {
  Json json = NameJson(result.variant);
  const Figures f = FiguresOf(result);
  json["latency_source"] = LatencySourceName(
      result.repeats.empty() ? LatencySource::kNone
                             : result.repeats[0].latency.source);
  json["average_ns"] = f.average_ns;
  json["min_ns"] = f.min_ns;
  json["median_over_repeats"] = SpreadJson(f.median_ns);
  json["p99_ns"] = f.p99_ns;
  json["max_ns"] = f.max_ns;
  json["warm_max_ns"] = f.warm_max_ns;
  json["samples"] = f.samples;
  json["dropped_samples"] = f.dropped;
  json["cpu_used_ns"] = f.cpu.used_ns;
  json["cpu_available_ns"] = f.cpu.available_ns;
  json["warnings"] = result.warnings;
  json["repeats"] = Json::array();
  for (const RepeatResult& repeat : result.repeats) {
    json["repeats"].push_back(RepeatJson(plan, result.variant, repeat));
  }
  return json;
}

const char* VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kLess:
      return "first is less";
    case Verdict::kGreater:
      return "first is greater";
    case Verdict::kNotDistinguishable:
      break;
  }
  return "not distinguishable";
}

Json PairJson(const PairVerdict& pair) {
  return {{"first", NameJson(pair.first->variant)},
          {"second", NameJson(pair.second->variant)},
          {"difference_ns", pair.difference.median},
          {"low_ns", pair.difference.low},
          {"high_ns", pair.difference.high},
          {"verdict", VerdictName(pair.difference.verdict)}};
}

}  // namespace

Json CompareJson(const ComparisonPlan& plan, const Comparison& comparison) {
  Json json;
  json["schema_version"] = kCompareSchemaVersion;
  json["scenario"] = plan.scenario.name;
  json["pcpus"] = plan.scenario.topology.pcpus();
  json["duration_ns"] = plan.scenario.duration.ns();
  json["seed"] = plan.seed;
  json["repeats"] = plan.repeats;
  json["partial"] = comparison.partial;
  json["failure"] =
      comparison.failure.empty() ? Json(nullptr) : Json(comparison.failure);
  json["variants"] = Json::array();
  for (const VariantResult& result : comparison.variants) {
    json["variants"].push_back(VariantJson(plan, result));
  }
  json["differences"] = Json::array();
  for (const PairVerdict& pair : PairVerdicts(comparison)) {
    json["differences"].push_back(PairJson(pair));
  }
  return json;
}

}  // namespace xenotime
