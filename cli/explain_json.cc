#include "xenotime/cli/explain_json.h"

#include <optional>

namespace xenotime {
namespace {

using Json = nlohmann::ordered_json;

Json NameJson(const Explanation& e, VcpuId v) {
  return v.valid() ? Json(e.subjects.NameOf(v)) : Json(nullptr);
}

Json CandidatesJson(const Explanation& e, const ExplainedDecision& d) {
  Json candidates = Json::array();
  for (const ExplainedCandidate& c : d.candidates) {
    candidates.push_back(Json{{"vcpu", NameJson(e, c.vcpu)},
                              {"state", c.state},
                              {"verdict", c.verdict}});
  }
  return candidates;
}

Json RequestsJson(const ExplainedDecision& d) {
  Json requests = Json::array();
  for (const DecisionRequests::Request& r : d.requests) {
    requests.push_back(Json{{"time_ns", r.time.ns()}, {"who", r.who}});
  }
  return requests;
}

Json DecisionJson(const Explanation& e,
                  const std::optional<ExplainedDecision>& decision) {
  if (!decision.has_value()) return nullptr;
  const ExplainedDecision& d = *decision;
  return {{"time_ns", d.time.ns()},
          {"pcpu", d.pcpu.value()},
          {"scheduler", d.scheduler},
          {"role", DecisionRoleName(d.role)},
          {"requests", RequestsJson(d)},
          {"previous", NameJson(e, d.previous)},
          {"next", NameJson(e, d.next)},
          {"reason", d.reason ? Json(SwitchReasonName(*d.reason)) : nullptr},
          {"slice_ns", d.slice < Duration() ? nullptr : Json(d.slice.ns())},
          {"migrated", d.migrated},
          {"candidates", CandidatesJson(e, d)},
          {"rule", d.rule}};
}

Json StateJson(const Explanation& e) {
  if (!e.exists) return nullptr;
  return {{"runstate", RunStateName(e.state)},
          {"since_ns", e.since.ns()},
          {"pcpu", e.pcpu.value()},
          {"current", NameJson(e, e.current)},
          {"withheld", e.withheld},
          {"policy", e.policy_state}};
}

}  // namespace

Json ExplainJson(const Explanation& e) {
  return {{"schema_version", kExplainSchemaVersion},
          {"scenario", e.scenario},
          {"scheduler", e.scheduler},
          {"seed", e.seed},
          {"vcpu", NameJson(e, e.vcpu)},
          {"at_ns", e.at.ns()},
          {"state", StateJson(e)},
          {"before", DecisionJson(e, e.before)},
          {"after", DecisionJson(e, e.after)}};
}

}  // namespace xenotime
